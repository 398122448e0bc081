"""One suite for every game of the kit: the documented behaviour of states, games in progress and records."""
