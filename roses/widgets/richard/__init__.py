"""The adapter of the block war game for the Stepper: live map, battle board, count of the lords, dice."""
