"""Blocks as tokens: arms, steps, letters and captions."""
