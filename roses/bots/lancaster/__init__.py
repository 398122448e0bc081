"""What bots know of the court game."""
