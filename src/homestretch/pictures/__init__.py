"""Positions, rounds and races as pictures and films, with words in the reader's language."""
