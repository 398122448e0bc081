"""The block war game of the Wars of the Roses: data tables, state, rules by phase, views, refusals."""
