"""``fork``: changes one thing of a recorded game, lets bots play on with and without it, and compares."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from typing import Final

from roses.engine.errors import brief
from roses.lab.fork.adjusted import LEAST, Games, Luck
from roses.lab.fork.change import ChangeLike
from roses.lab.fork.result import Forked
from roses.lab.fork.study import fork_of
from roses.lab.recorded import Played
from roses.lab.runs.columns import Row
from roses.lab.runs.places import results
from roses.lab.runs.simulating import check_numbers
from roses.progress import ProgressBar
from roses.richard.state import GAME

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
    return Forked(study, tuple(luck.counted()), tuple(luck.less())) if luck else Forked(study, tuple(pairs))
