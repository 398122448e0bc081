"""The tests of exports share what takes long to make."""

import pytest


@pytest.fixture(autouse=True, scope="session")
def _states(shared_states: None) -> None:
    """Make the states of a replay once."""
