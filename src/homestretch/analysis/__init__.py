"""What can be learned from many matches."""
