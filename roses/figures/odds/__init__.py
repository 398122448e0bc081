"""Figures of odds and of chances to win.

``bars`` draws the odds of a battle as SVG and ``figure`` as a plotly figure; ``comparison`` puts cases, actions or
shares below each other; ``changes`` shows what a change is worth, and ``games`` the course of a whole game.
"""
