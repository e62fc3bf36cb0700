"""What all games share: tiles, cards, seats, chance, messages, and the protocol of their rules."""
