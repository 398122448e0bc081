"""The forks of history that the kit comes with, and what came of them when they were played with two kinds of bots."""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache
from typing import Annotated, Any

import msgspec

from roses.engine.data import read
from roses.engine.errors import brief
from roses.lab.fork.change import Change
from roses.lab.fork.forking import fork
from roses.lab.fork.result import Forked
from roses.lab.fork.study import UNTIL
from roses.table import Table

_Words = Annotated[str, msgspec.Meta(min_length=1)]


class WhatIf(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A fork of history: ``record``, ``at`` and ``change`` as in ``roses.fork``, and what to think of it.

    * ``history``: what happened, in a sentence that rests on ``sources``;
    * ``model``: what is changed in the game; ``invention``: what no source supports, or the game cannot show;
    * ``five``: whether it is one of the five that the lesson begins with.
    """

    id: _Words
    record: _Words
    at: Annotated[int, msgspec.Meta(ge=0)]
    change: Change
    title: _Words
    history: _Words
    sources: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]
    model: _Words
    invention: _Words
    five: bool = False


@cache
def forks() -> dict[str, WhatIf]:
    """Return the forks of the kit by id, in the order of time.

    >>> forks()["stanley-loyal-1485"].at
    114
    """
    return {one.id: one for one in read("studies/what_if.json", tuple[WhatIf, ...])}


def what_ifs(record: str = "", *, five: bool = False) -> Table:
    """Return the forks of the kit, or of a record, or only the five: what happened, what is changed, what is invented.

    Columns: id, title, history, model, invention, sources. ValueError for a record without forks.

    >>> what_ifs(five=True)["id"].tolist()[0]
    'warwick-true-1470'
    """
    chosen = [one for one in forks().values() if record in ("", one.record) and (one.five or not five)]
    if not chosen:
        known = ", ".join(dict.fromkeys(one.record for one in forks().values()))
        raise ValueError(f"there are no forks of {brief(record)}; choose from {known}")
    names = ("id", "title", "history", "model", "invention")
    return Table([{**{n: getattr(one, n) for n in names}, "sources": " ".join(one.sources)} for one in chosen])


def what_if(name: str, **options: Any) -> Forked:
    """Play a fork of the kit to the end of its campaign; the options are those of ``roses.fork``.

    ValueError for an unknown id.

    >>> what_if("stanley-loyal-1485", n=4, seats="page").study.at
    114
    """
    if not isinstance(name, str) or name not in forks():
        near = get_close_matches(str(name), forks(), 3) or list(forks())[:3]
        similar = ", ".join(map(repr, near))
        raise ValueError(f"there is no fork {brief(name)!r}; similar: {similar}; roses.lab.what_ifs() lists them all")
    known = forks()[name]
    return fork(known.record, **{"at": known.at, "change": known.change, "until": UNTIL[1], **options})


def what_if_results() -> Table:
    """Return what came of the forks of the kit between two squires and between two pages, as kept in the kit.

    Columns: id, bot, pairs; ``York``: its part of the wins as it was, 0..1; what the change adds to it: ``more``,
    ``low``, ``high``, the interval of 95 %, and ``variance ratio``, of the five the best estimate of
    ``Forked.estimates``, of the others as counted; ``counted`` and ``counted variance ratio``: as the games of the five
    were counted too, luck and all; then all that for York's lead in lords; ``call`` repeats it.

    >>> sorted(set(what_if_results()["bot"]))
    ['page', 'squire']
    """
    rows = []
    for one in read("studies/what_if_results.json", tuple[dict[str, Any], ...]):
        row = {name: one[name] for name in ("id", "bot", "pairs")}
        for measure, first, head in (("wins", "York", ""), ("lead", "lead", "lead ")):
            result, counted = one[measure], one[measure]["counted"]
            row |= {first: result["as it was"], f"{head}more": result["value"]}
            row |= {f"{head}{name}": result[name] for name in ("low", "high", "variance ratio")}
            row |= {f"{head}counted": counted["value"], f"{head}counted variance ratio": counted["variance ratio"]}
        rows.append({**row, "call": one["call"]})
    return Table(rows)
