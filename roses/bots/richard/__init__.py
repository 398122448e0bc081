"""What bots know of the block war game."""
