"""The battle board: its layout, the SVG of both sides, dice, and the side panel."""
