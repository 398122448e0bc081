"""The court game in widgets: its adapter."""
