"""Tests of the engine on random games: fuzzing with checks at every step, benchmarks, and a pseudo-language."""
