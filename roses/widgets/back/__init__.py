"""Looking back at a game of one's own: chronicle, support by turn, luck of the dice, and its steps."""
