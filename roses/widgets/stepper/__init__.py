"""The Stepper: a timeline shown step by step, with board, narration, sources and dice."""
