"""Lancaster, 1413: the court game of two to five houses; state, rules by phase, views, refusals."""
