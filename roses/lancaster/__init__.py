"""Lancaster, 1413: the court game of two to five houses, as the same protocol as the block war game."""
