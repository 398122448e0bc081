"""What a notebook keeps of a Stepper, by which an export can show it again: the record and the reader's choices."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Final

import msgspec

from roses.engine.errors import RecordError
from roses.engine.games import start
from roses.engine.record import Record, dumps, loads
from roses.engine.replay import Replay, Timeline, shipped, shipped_names
from roses.widgets.stepper.model import StepperModel

MIME: Final = "application/vnd.roses.stepper+json"
_CHOICES: Final = ("index", "viewer", "frame", "chosen", "variant")


def entry(model: StepperModel) -> dict[str, Any]:
    """Return the record, by its name if it is one of the kit's, else whole, and as "start" the reader's choices.

    "chances" is the side whose chance to win is drawn, if there is one.

    >>> import roses
    >>> entry(StepperModel(roses.timeline("1483-richard-iii")))["record"]
    '1483-richard-iii'
    """
    return {
        "record": _named(model.timeline.replay.record),
        "start": {name: getattr(model, name) for name in _CHOICES},
        **({"chances": model.chances.side} if model.chances else {}),
    }


def timeline_of(saved: dict[str, Any]) -> Timeline:
    """Return the timeline of an entry; RecordError if its record cannot be read or played.

    >>> len(timeline_of({"record": "1413-lancaster"})) > 10
    True
    """
    record = saved.get("record", "")
    found = shipped(record) if isinstance(record, str) else loads(msgspec.json.encode(record))
    return Timeline(Replay(found, start))


def _named(record: Record) -> Any:
    """Return the name of a record of the kit, any other record as JSON."""
    names = filter(None, (record.headers.get("name", ""), *shipped_names()))
    same = (name for name in names if _known(name) == record)
    return next(same, None) or msgspec.json.decode(dumps(record))


def _known(name: str) -> Record | None:
    """Return a record of the kit by name, None if there is none."""
    with suppress(RecordError):
        return shipped(name)
    return None
