"""The terminal's door: commands, and the sentences in which they answer."""
