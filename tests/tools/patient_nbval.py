"""A plugin of pytest that lets nbval wait a minute, not five seconds, for the output of a cell on a loaded machine."""

from __future__ import annotations

from nbval.plugin import IPyNbCell

IPyNbCell.output_timeout = property(lambda cell: 60, lambda cell, seconds: None)
