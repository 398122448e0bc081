"""The map of England as plotly figure, as SVG and in words.

``geography`` holds the ground in km and the frames that show parts of it. ``layout`` holds the values of what stands on
a frame in px; ``placement`` finds room for blocks and names, ``places`` for places of history, ``movement`` for arrows
and flags. ``scene`` collects all of that by layer; ``figure`` and ``svg`` draw it, ``text`` says it in words, and
``march`` makes maps of marches and campaigns.
"""
