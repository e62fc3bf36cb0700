"""Bots: pure functions from a view, a seat and a stream of numbers to a move. They are shown nothing else."""
