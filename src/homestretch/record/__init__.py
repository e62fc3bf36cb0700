"""The match record: reading, writing and judging it, in JSON and in text, and the gate that keeps secrets."""
