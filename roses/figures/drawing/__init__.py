"""Tools for drawing figures: the Svg value, drawings by layer, plotly traces, colours, glyphs, clipping."""
