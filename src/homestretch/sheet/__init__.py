"""A score sheet for real tiles or cards: entries, corrections and what they amount to, without clock or I/O.

The sums are those of the tables: the same events, settlements and ends of a match, from the same functions.
"""
