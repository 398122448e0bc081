"""The battle board: its layout, both sides, dice."""
