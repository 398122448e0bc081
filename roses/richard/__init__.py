"""The block war game of the Wars of the Roses: data tables, state, rules by phase, and why a move is refused."""
