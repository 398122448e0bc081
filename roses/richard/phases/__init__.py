"""The sequence of play, one module a phase: what may be chosen (``legal``) and what a choice does (``apply``)."""
