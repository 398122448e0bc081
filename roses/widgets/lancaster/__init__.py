"""The adapter of the court game for the Stepper."""
