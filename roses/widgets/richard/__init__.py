"""The adapters of the block war game for Stepper and Table: live map, battle board, count of the lords, dice."""
