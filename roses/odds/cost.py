"""What the odds of a battle will cost, estimated before they are computed: the method and the CPU seconds."""

from __future__ import annotations

import logging
import sys
from functools import cache
from time import process_time
from typing import Final

import msgspec
import numpy as np
from tqdm.auto import tqdm

LONG: Final = 5.0  # s of CPU time; what costs more says so, and what to do instead
ENOUGH: Final = 40_000  # battles that hold every probability to half a hundredth
_REFERENCE: Final = 0.0036  # s that ``_probe`` takes on the machine on which all rates were measured
_LOG: Final = logging.getLogger(__package__)


class Cost(msgspec.Struct, frozen=True):
    """An estimate: ``seconds`` of CPU time on this machine, within a factor of three.

    ``method`` is tables, grid, enumeration, lot (battles in numpy), engine (battles on the engine) or best play;
    ``size`` is what the estimate rests on: pairs of strengths, layers times strengths, positions, or battles.

    >>> str(Cost("tables", 0.25, 1000))
    'tables, about 0.25 s of CPU time'
    """

    method: str
    seconds: float
    size: int

    def __str__(self) -> str:
        return f"{self.method}, about {self.seconds:,.2g} s of CPU time"

    def say(self, area: str) -> None:
        """Write the estimate to the log ``roses.odds``, and to stderr, with a way out, if it is more than ``LONG``."""
        _LOG.info("%s: %s", area, self)
        if self.seconds <= LONG:
            return
        time = f"will take about {self.seconds:,.0f} s of CPU time"
        if self.method in ("lot", "engine"):
            message = f"the odds in {area} {time}; fewer battles take less, and are less exact"
        elif self.method == "best play":
            message = f"best play in {area} {time}; stop it to get bounds"
        else:
            message = f"the exact odds in {area} {time}; stop it to get bounds, or ask for odds within 0.005 by "
            message += f"sample={ENOUGH:_}"
        tqdm.write(message, file=sys.stderr)


@cache
def slowness() -> float:
    """Return how much slower this machine is than the one on which the rates were measured; it is timed once."""
    _probe()
    return _probe() / _REFERENCE


def _probe() -> float:
    """Return the CPU time of a fixed piece of work, half of it in numpy and half in Python."""
    begin = process_time()
    table = np.ones((256, 256))
    for _n in range(40):
        table = table * 0.5 + table[::-1]
    sum({n: n % 7 for n in range(30_000)}.values())
    return process_time() - begin
