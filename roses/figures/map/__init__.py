"""The map of England: geography, frames, stacks of blocks, march routes, as plotly figure, SVG and text."""
