"""Looks for defects in the engine: random games, checks, and how fast games are played."""
