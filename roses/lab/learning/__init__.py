"""Learning the model of the crown: the games that it learns from, and the fit."""
