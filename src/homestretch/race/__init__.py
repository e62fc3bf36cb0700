"""The card race: four aces run for their suits, the bank passes round the table, balances decide the meeting."""
