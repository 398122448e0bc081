"""Tables of the court game for lessons: the counties, and how sure their values are."""

from __future__ import annotations

from roses.lancaster.tables import SHIPPED, County
from roses.table import Table


def court_counties() -> Table:
    """Return the counties of the court game: name, least strength, reward, and how sure each of the two is.

    >>> print(court_counties().set_index("county").loc["Stafford", "how sure"])
    certain
    """
    return Table(
        [_row(county) for county in SHIPPED.counties],
        columns=["county", "minimum", "how sure", "reward", "reward: how sure"],
    )


def _row(county: County) -> tuple[str, int, str, str, str]:
    sure = county.confidence
    return county.name, county.minimum, sure["minimum"], county.reward.words(), sure["reward"]
