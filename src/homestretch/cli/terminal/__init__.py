"""Playing in the terminal: a screen, a session that drives the table, and what each family shows."""
