"""One module for each phase: what may be chosen in it, and what each choice does."""
