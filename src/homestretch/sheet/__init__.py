"""Keeping score for real tiles and cards: a sheet is a list of entries, folded by the rules of the games."""
