"""Who will win a campaign: positions of simulated games, the model learned from them, and the ledger of a game."""
