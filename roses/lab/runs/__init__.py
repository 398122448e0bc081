"""Simulated games: bots play a scenario many times, and every game, turn or battle is a row of a table."""
