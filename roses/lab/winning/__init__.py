"""Who will win a campaign: the model of the crown, what positions are worth by it, and the ledger of a game."""
