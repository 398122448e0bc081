"""The adapters of the court game for Stepper and Table."""
