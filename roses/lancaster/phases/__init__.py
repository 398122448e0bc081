"""The phases of the sequence of play; ``legal`` functions list the choices, ``apply`` functions carry one out."""
