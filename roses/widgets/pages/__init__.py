"""Pages that show themselves: battles, battlefields, people and claims, the political turn, a game looked back at."""
