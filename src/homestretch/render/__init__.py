"""Pictures of a table as data: where tiles lie, and how they look in a terminal."""
