"""The battle page: account, numbers, line-up, the battle fought in the game, its odds, what it cannot show."""
