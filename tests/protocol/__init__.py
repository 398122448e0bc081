"""One suite for every game of the kit: what design and docstrings promise of a state, a game in progress, a record."""
