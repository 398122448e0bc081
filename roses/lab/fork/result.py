"""``fork``: one thing of a recorded game is changed, bots play on, and the results are compared with intervals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import closing
from difflib import get_close_matches
from functools import cache
from math import nan
from typing import Annotated, Any, Final, NamedTuple

import msgspec

from roses.engine.data import read
from roses.engine.display import Pictured
from roses.engine.errors import brief
from roses.lab.fork.change import Change, ChangeLike
from roses.lab.fork.luck import LEAST, Games, Luck
from roses.lab.fork.study import ARMS, UNTIL, WINS, Fork, fork_of
from roses.lab.intervals import mean, paired, wilson
from roses.lab.reference import Row
from roses.lab.replays import Played
from roses.lab.runs.simulation import check_numbers, results
from roses.progress import ProgressBar
from roses.richard.state import GAME
from roses.table import Table

DIFFERENCE: Final = "difference"
WITHOUT_LUCK: Final = "difference without luck"
_MANY: Final = 10  # pairs that must differ, so that the interval without luck holds the truth as often as it should


def _share(values: Sequence[float]) -> tuple[float, float, float]:
    share = sum(values) / len(values)
    return share, *wilson(share, len(values))


class Estimate(NamedTuple):
    """What a change adds for a side, its interval of 95 %, and the part of the unpaired variance that is left."""

    value: float
    low: float
    high: float
    ratio: float


class Forked(Pictured, msgspec.Struct, frozen=True):
    """What came of a fork: ``study``, which plays any of its games again, and a row for each pair of games.

    A pair is its number; then, as it was, each side's part of the win, then by how many lords each is ahead at the
    end (*Richard III*, rule 8.2) or the points of each (*Lancaster*); then the same, changed. Wins and lead need not
    agree: a house without an heir has lost, whatever its lords (rule 9.0). ``less`` has the same less the luck of each
    game; it is empty for *Lancaster* and for fewer than 20 pairs, which cannot tell what a position is worth.
    """

    study: Fork
    pairs: tuple[Row, ...]
    less: tuple[Row, ...] = ()

    def table(self) -> Table:
        """Return for each measure and each side: ``as it was``, ``changed``, and what the change adds.

        That is ``difference without luck`` where it is known, then ``difference``, as the games were counted. Both
        estimate the same, and the first varies less as a rule: it does not count what dice and deals did in a game
        beyond the mean over all that might have fallen (a roll against a changed loyalty is counted).

        Columns: ``measure``: wins, and lead or points; ``side``; ``what``; ``value``: the share of the wins, 0..1, or
        the mean lead in lords or the mean points, or the difference of both; ``low``, ``high``: its interval of 95 %,
        by Wilson for a share, by ``paired`` for a difference, by the normal distribution for means; ``variance ratio``:
        the variance of the difference of a pair, divided by that which two games without common random numbers would
        have, luck and all, NaN where neither value varies; ``n``: pairs; ``seed``.
        """
        rows: list[tuple[Any, ...]] = []
        for measure in self.study.measures:
            for side in self.study.seats:
                for arm, values in zip(ARMS, self._values(side, measure, self.pairs), strict=True):
                    rows.append((measure, side, arm, *(_share if measure == WINS else mean)(values), nan))
                rows += [(measure, side, what, *estimate) for what, estimate in self.estimates(side, measure).items()]
        columns = ["measure", "side", "what", "value", "low", "high", "variance ratio", "n", "seed"]
        return Table([(*row, len(self.pairs), self.study.seed) for row in rows], columns=columns)

    def estimates(self, side: str, measure: str = WINS) -> dict[str, Estimate]:
        """Return what the change adds for a side, by the names of ``table``, the best estimate first.

        ``difference without luck`` is missing where it is not known, and where fewer than ten pairs differ: with so few
        it varies little but for rare pairs far from the rest, and its interval is too short. ValueError for an unknown
        side or measure.

        >>> import roses
        >>> list(roses.lab.what_if("northumberland-rides-1485", n=20).estimates("York", "lead"))
        ['difference without luck', 'difference']
        """
        import numpy as np

        before, after = self._values(side, measure, self.pairs)
        alone = float(np.var(before, ddof=1) + np.var(after, ddof=1))
        many = sum(a != b for a, b in zip(before, after, strict=True)) >= _MANY
        kinds = {WITHOUT_LUCK: self.less} if self.less and many else {}
        estimates = {}
        for what, pairs in {**kinds, DIFFERENCE: self.pairs}.items():
            before, after = self._values(side, measure, pairs)
            gains = [b - a for a, b in zip(before, after, strict=True)]
            value, low, high = (0.0, 0.0, 0.0) if self.study.same else paired(gains)
            if measure == WINS:
                low, high = max(-1.0, low), min(1.0, high)
            ratio = float(np.var(gains, ddof=1)) / alone if alone else nan
            estimates[what] = Estimate(value, low, high, ratio)
        return estimates

    def difference(self, side: str, measure: str = WINS) -> tuple[float, float, float]:
        """Return what the change adds for a side as the games were counted, and its interval.

        Where both worlds begin as one and the same, it is 0, and so is the interval. ValueError for an unknown side or
        measure.

        >>> import roses
        >>> roses.fork("1483-richard-iii", at=131, change="roll 4", n=5).difference("York")
        (0.0, 0.0, 0.0)
        """
        value, low, high, _ratio = self.estimates(side, measure)[DIFFERENCE]
        return value, low, high

    def variance_ratio(self, side: str, measure: str = WINS) -> float:
        """Return how much of the variance of an unpaired difference is left in the best estimate, NaN if there is none.

        It is an estimate as well: where it is 0.7, that of 200 pairs is known to 0.13 either way, 95 times in 100.
        ValueError for an unknown side or measure.
        """
        return next(iter(self.estimates(side, measure).values())).ratio

    @property
    def call(self) -> str:
        """The call that repeats it, in Python; ``record`` stands for a record that has no name."""
        study, change = self.study, self.study.changed
        only = change["play"][0] if list(change) == ["play"] and len(change["play"]) == 1 else change
        words: dict[str, Any] = {
            "at": study.at,
            "change": only,
            "n": len(self.pairs),
            "seats": study.seats,
            "seed": study.seed,
        }
        words |= {"until": study.until} if study.until != UNTIL[0] else {}
        arguments = ", ".join(f"{name}={value!r}" for name, value in words.items())
        return f"roses.fork({repr(study.name) if study.name else 'record'}, {arguments})"

    def __repr__(self) -> str:
        side, measure = list(self.study.seats)[-1], self.study.measures[-1]
        value, low, high, _ratio = next(iter(self.estimates(side, measure).values()))
        fork, n = repr(self.study).strip("<>"), len(self.pairs)
        return f"<{fork}; {n} pairs, {side}'s {measure} {value:+.2f} ({low:+.2f} to {high:+.2f})>"

    def _values(self, side: str, measure: str, pairs: Sequence[Row]) -> tuple[list[float], list[float]]:
        """Return the values of a side, pair by pair, as it was and changed."""
        sides, measures = list(self.study.seats), self.study.measures
        for what, known in ((side, sides), (measure, measures)):
            if what not in known:
                raise ValueError(f"this fork has no {what!r}; choose from {', '.join(map(repr, known))}")
        at = 1 + sides.index(side) + len(sides) * measures.index(measure)
        return [pair[at] for pair in pairs], [pair[at + len(sides) * len(measures)] for pair in pairs]


_BATCH: Final = 8  # pairs that a process plays before it reports


def fork(
    record: Played,
    *,
    at: int | str,
    change: ChangeLike,
    n: int = 100,
    seats: Mapping[str, str] | str = "squire",
    seed: int = 1,
    until: str = "game",
    jobs: int = 1,
) -> Forked:
    """Change one thing of a recorded game, let bots play on ``n`` times with and without it, and compare who wins.

    * ``record`` is the name of a record of the kit, a file, a ``Record``, or a replay of one.
    * ``at`` is the number of actions before the fork, or the bookmark of a step.
    * ``change`` is what is played in place of the recorded action, ``"roll 3"`` or several in a list, or a mapping with
      ``play``, ``strength``, ``place``, ``loyalty``, ``ruleset``; ``roses.lab.Change`` explains them.
    * ``seats`` names a bot for each side, or one for all, as in ``roses.simulate``.
    * ``seed``: the result depends on it, never on ``jobs``, the number of processes. More pairs begin with the same.
    * ``until``: bots play to the end of the ``"game"``, or of the ``"campaign"``, which he wins who has the crown then.

    As it was: the recorded action is played if ``change`` plays another, and bots play on. Changed: the change is made,
    and the same bots play on. Both games of a pair have common random numbers: what is rolled for the same block in the
    same turn, battle and round, and how a bot chooses among equals, is the same as far as it can be. Where both
    arms are the same, the difference is exactly 0.

    Of 20 pairs or more of *Richard III* the luck of each game is reckoned too, whatever falls weighed against all that
    may fall, and the difference without it comes first: it estimates the same, and varies less. At most half of the
    unpaired variance is left in the five forks of ``roses.lab.what_ifs(five=True)``, 0.35 in Warwick's, where common
    random numbers alone leave 0.72. It takes more time: of a last battle, which is short, several times as much.

    The result shows itself as a figure; ``table()`` has shares and difference with intervals, ``call`` the call that
    repeats it, ``study`` plays any one of its games again.

    RecordError for a record that cannot be played, RuleError for an action that is not legal there, ValueError for any
    other nonsense.

    >>> import roses
    >>> forked = roses.fork("1483-richard-iii", at=131, change="roll 3", n=20)  # the die that turned Stanley
    >>> forked.table().columns.tolist()
    ['measure', 'side', 'what', 'value', 'low', 'high', 'variance ratio', 'n', 'seed']
    """
    check_numbers(jobs=jobs)
    if not isinstance(n, int) or isinstance(n, bool) or n < 2:
        raise ValueError(f"n must be at least 2 pairs, since one has no interval, not {brief(n)!r}")
    study = fork_of(record, at, change, seats, seed, until)
    batches = [range(i, min(i + _BATCH, n)) for i in range(0, n, _BATCH)]
    pairs: list[Row] = []
    luck = Luck() if study.record.game == GAME and n >= LEAST else None
    plays = Games(study) if luck else study
    with closing(results(plays, "pairs", batches, jobs)) as batch_rows, ProgressBar("pairs", "pair", n) as bar:
        for rows in batch_rows:
            if luck:
                luck.add(rows)
            else:
                pairs += rows
            bar.update(len(rows))
    return Forked(study, tuple(luck.pairs()), tuple(luck.pairs_without_luck())) if luck else Forked(study, tuple(pairs))


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
            result, raw = one[measure], one[measure]["counted"]
            row |= {first: result["as it was"], f"{head}more": result["value"]}
            row |= {f"{head}{name}": result[name] for name in ("low", "high", "variance ratio")}
            row |= {f"{head}counted": raw["value"], f"{head}counted variance ratio": raw["variance ratio"]}
        rows.append({**row, "call": one["call"]})
    return Table(rows)
