"""Holds what the kit answers and shows to what it answered and showed before; ``test_golden.py`` has the subjects.

``tests/data/golden`` has a file for each subject, with the hash of an item a line. A difference that was meant is kept
by running the tests once with ``ROSES_GOLDEN=keep``. To see what a difference is, run them in both trees with
``ROSES_GOLDEN=FOLDER``, a folder for each, where they write the texts themselves; then compare the folders.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Mapping
from pathlib import Path

FOLDER = Path(__file__).parent / "data" / "golden"
_SHOWN = 5  # items that a failure names
_STATES = re.compile(r'(<script type="application/octet-stream" id="[^"]+">)[^<]+')


def check(subject: str, items: Mapping[str, str]) -> None:
    """Fail with a sentence that names what differs, if the items of a subject, texts by name, are not those kept."""
    assert items, f"{subject} has no items"
    file, wanted = FOLDER / f"{subject}.txt", os.environ.get("ROSES_GOLDEN", "")
    new = {name: _digest(text) for name, text in items.items()}
    if wanted == "keep":
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("".join(f"{digest} {name}\n" for name, digest in new.items()), encoding="utf-8")
    elif wanted:
        for name, text in items.items():
            path = Path(wanted) / subject / (re.sub(r"[^\w.-]+", "_", name) + ".txt")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(re.sub(r"(?<=[>}])(?=[<{])", "\n", text), encoding="utf-8")  # a tag a line, to be compared
    else:
        assert file.exists(), f"{subject} was never kept; run this test with ROSES_GOLDEN=keep"
        lines = [line.partition(" ") for line in file.read_text(encoding="utf-8").splitlines()]
        difference = _difference({name: digest for digest, _space, name in lines}, new)
        assert not difference, f"{subject}: {difference}; tests/golden.py says how to see it"


def without_states(page: str) -> str:
    """Return a page without the packed states of its Steppers, which are looked at by themselves."""
    return _STATES.sub(r"\1", page)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def _difference(old: Mapping[str, str], new: Mapping[str, str]) -> str:
    """Return in words which items are not as they were; "" if all are."""
    kinds = {
        "differ": [name for name in new if name in old and old[name] != new[name]],
        "are new": [name for name in new if name not in old],
        "are gone": [name for name in old if name not in new],
    }
    parts = []
    for kind, names in kinds.items():
        if names:
            more = ", ..." if len(names) > _SHOWN else ""
            parts.append(f"{len(names)} of {len(new)} {kind} ({', '.join(names[:_SHOWN])}{more})")
    return "; ".join(parts)
