"""The table at which a game is played: people at this screen, and bots."""
