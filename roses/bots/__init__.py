"""Bots: players that hold a seat, and so know no more than the side they play."""
