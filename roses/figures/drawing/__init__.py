"""How figures are drawn: SVG values, shapes and texts in px, colours, glyphs, clipping, occupancy."""
