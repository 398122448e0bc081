"""The tests of exports share what takes long to make."""

from tests.states import shared_states

__all__ = ["shared_states"]
