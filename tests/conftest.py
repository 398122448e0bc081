"""Settings of all tests: folders without tests, profiles of hypothesis, and English as the language of texts."""

from __future__ import annotations

import gc
import os
from pathlib import Path

import pytest
from hypothesis import settings

from roses.engine.i18n import set_language
from tests.states import shared_states

__all__ = ["shared_states"]

gc.set_threshold(100_000, 20, 50)  # the trees that pytest reads and the games that tests keep live to the end anyway

collect_ignore = ["benchmarks", "tools"]
# a green run must not depend on luck, nor on what else the machine does; at a desk, luck finds more
settings.register_profile("kit", deadline=None, derandomize=bool(os.environ.get("CI")))
settings.load_profile("kit")


@pytest.fixture(autouse=True, scope="session")
def english() -> None:
    """The tests read English sentences, whatever language the reader's environment asks for."""
    set_language("en")


def pytest_collection_finish() -> None:
    gc.freeze()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave the browser tests unread, which load half of Jupyter, where they are not asked for."""
    unasked = "not browser" in (config.option.markexpr or "")
    return True if unasked and collection_path.name == "browser" else None
