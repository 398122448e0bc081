"""The states of an export, which take long to make: each is made once for all processes and stages of a run."""

from __future__ import annotations

import fcntl
import hashlib
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from roses.engine import i18n


@pytest.fixture(scope="session")
def shared_states(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep what ``player`` packs in the folder that ``.ci/run`` names, or else in that of the run."""
    from roses.widgets.export import page  # few tests need it

    own = tmp_path_factory.getbasetemp()
    folder = Path(os.environ.get("ROSES_TEST_STATES") or (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(page, "pack_record", _kept_in(folder, page.pack_record))
        yield


def _kept_in(folder: Path, pack: Callable[[str, str], str]) -> Callable[[str, str], str]:
    def packed(record: str, chances: str) -> str:
        name = hashlib.sha256("\n".join((i18n.gettext("York"), i18n.gettext("view"), chances, record)).encode())
        path = folder / f"{name.hexdigest()[:32]}.states"
        with path.with_suffix(".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not path.exists():
                path.write_text(pack(record, chances), encoding="ascii")
            return path.read_text(encoding="ascii")

    return packed
