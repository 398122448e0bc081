"""Forks: one thing of a recorded game is changed, bots play on with and without it, and both are compared."""
