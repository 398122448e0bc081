"""The arena: bots play whole games against each other, and their shares of the wins are counted with intervals."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from hashlib import sha256
from itertools import permutations
from math import inf, log10, sqrt
from statistics import fmean
from time import monotonic, thread_time
from typing import Any, Final, TypeAlias

import msgspec

from roses.bots.bot import Bot, Page
from roses.bots.duke import Duke
from roses.bots.knight import Knight
from roses.bots.squire import Squire
from roses.engine.dice import Seed
from roses.engine.game import Game
from roses.engine.games import start
from roses.engine.i18n import gettext as _
from roses.engine.seat import Seat
from roses.progress import ProgressBar

BOTS: Final[dict[str, type[Bot]]] = {bot.name: bot for bot in (Page, Squire, Knight, Duke)}
Shares: TypeAlias = dict[str, float]  # by side, 0..1
_Z: Final = 1.96  # standard deviations of an interval that holds the truth 95 times in 100
_STEPS: Final = 200  # rounds of the fit of ratings, which then change by less than a hundredth


class Pairing(msgspec.Struct, frozen=True):
    """How bot ``a``, on ``side_a``, did against bot ``b`` on all other sides, in so many ``games``.

    ``share`` is the part of the games that it won (0..1; a shared win counts in parts), ``low`` and ``high`` are
    Wilson's interval of 95 %, ``baseline`` is the share of random play on that side, against random play.
    """

    a: str
    b: str
    side_a: str
    games: int
    share: float
    low: float
    high: float
    baseline: float


class Meeting(msgspec.Struct, frozen=True):
    """How bot ``a`` did against bot ``b`` on all sides together, each of them played as often as the others.

    Fields are those of a ``Pairing``.
    """

    a: str
    b: str
    games: int
    share: float
    low: float
    high: float


class Result(msgspec.Struct, frozen=True):
    """What came of an arena: a pairing for each ordered pair of bots and each side, ratings, and times.

    ``swapped`` has for each pair of bots its share on all sides together, if they changed sides. ``elo`` gives each bot
    a rating, so that 400 points more mean ten wins to one; the first bot that was named has 0. They are fitted to
    shares of all sides together. ``ms`` is the 95th percentile of the processor time of a decision, in ms.
    """

    pairs: tuple[Pairing, ...]
    swapped: tuple[Meeting, ...]
    elo: dict[str, float]
    ms: dict[str, float]


def wilson(share: float, games: int) -> tuple[float, float]:
    """Return the interval of 95 % for a share of so many games (E. B. Wilson, 1927).

    >>> [round(end, 3) for end in wilson(0.5, 100)]
    [0.404, 0.596]
    """
    middle = (share + _Z**2 / (2 * games)) / (1 + _Z**2 / games)
    half = _Z / (1 + _Z**2 / games) * sqrt(share * (1 - share) / games + _Z**2 / (4 * games**2))
    return max(0.0, middle - half), min(1.0, middle + half)


def made(name: str, seed: int) -> Bot:
    """Return a bot by its name; ``duke:50`` is a duke who thinks for 50 iterations instead of a second.

    ValueError, which names all, if there is no such bot.

    >>> made("duke:50", seed=1).name
    'duke'
    """
    kind, colon, number = name.partition(":")
    if kind not in BOTS or (colon and kind != Duke.name):
        raise ValueError(_("there is no bot {name}; there are: {names}").format(name=repr(name), names=", ".join(BOTS)))
    if colon and not (number.isdecimal() and int(number)):
        said = _("a duke thinks for a whole number of iterations from 1 on, as in 'duke:50', not {name}")
        raise ValueError(said.format(name=repr(name)))
    return Duke(seed, iterations=int(number)) if number else BOTS[kind](seed)


def play_out(game: Game, bots: dict[str, Bot], times: dict[str, list[float]] | None = None) -> dict[str, float]:
    """Play a game to its end, with a bot for each side; return the part of the win that each side has.

    ``times`` collects the seconds of processor time that each bot needed for a decision, by side.

    >>> import roses
    >>> sum(play_out(roses.game("richard-iii", "1483", seed=1), {"York": Squire(1), "Lancaster": Page(2)}).values())
    1.0
    """
    seats = {side: Seat(game, side) for side in game.state.sides}
    while game.state.outcome is None:
        side = game.state.active[0]
        begin = thread_time()
        action = bots[side].choose(seats[side]).action
        if times is not None:
            times[side].append(thread_time() - begin)
        seats[side].play(action)
    winners = game.state.outcome.winner.split(" and ")
    return {side: (side in winners) / len(winners) for side in seats}


class Arena:
    """Games of one scenario between bots, each game from a seed of its own.

    ``swap`` lets each bot play each side. After so many ``minutes`` no further seed is played: every pairing has played
    the same ones. ``options`` are those of ``roses.start``, as ``players=4``.
    """

    def __init__(
        self, game: str, scenario: str | None, games: int, *, swap: bool = True, minutes: float = inf, **options: Any
    ) -> None:
        if games < 1:
            raise ValueError(_("an arena needs at least one game, not {n}").format(n=games))
        if not minutes > 0:
            raise ValueError(_("an arena needs some time: more than 0 minutes, not {n}").format(n=minutes))
        self.game, self.scenario, self.games, self.swap, self.options = game, scenario, games, swap, options
        self.minutes = minutes
        self.sides = start(game, scenario, **options).sides
        self.times: dict[str, list[float]] = defaultdict(list)  # seconds of decisions, by the name of the bot

    def run(self, names: Sequence[str], seed: int = 0) -> Result:
        """Play all pairs of the bots of these names; ValueError for an unknown name, or less than two.

        A bot that is named twice plays against itself, which shows what the side is worth. Interrupted (Ctrl+C), it
        tells of the games until then, of every pairing as many.

        >>> result = Arena("lancaster", None, 2, players=2).run(["squire", "page"])
        >>> [(pair.a, pair.b, pair.side_a) for pair in result.pairs][:2], result.elo["squire"]
        ([('squire', 'page', 'Blue'), ('squire', 'page', 'Green')], 0.0)
        """
        if len(names) < 2:
            raise ValueError(_("an arena needs two bots at least, as {example}").format(example="'squire,page'"))
        for name in names:
            made(name, 0)
        self.times.clear()
        met = tuple(dict.fromkeys(permutations(names, 2)))
        due = [(a, b, side) for a, b in met for side in (self.sides if self.swap else self.sides[:1])]
        random = self._seated("page", "page", self.sides[0])
        seated = {key: self._seated(*key) for key in due}
        games, shares = self._shares(list(dict.fromkeys([random, *seated.values()])), seed)
        pairs = [_pairing(key, games, shares[seated[key]], shares[random]) for key in due]
        swapped = [_meeting([p for p in pairs if (p.a, p.b) == both]) for both in met] if self.swap else []
        ms = {name: round(1000 * _percentile(self.times[name]), 2) for name in names}
        return Result(tuple(pairs), tuple(swapped), ratings(list(ms), pairs), ms)

    def _seated(self, a: str, b: str, side: str) -> tuple[str, ...]:
        """Return the names of the bots in the order of the sides: ``a`` on one side, ``b`` on all others."""
        return tuple(a if other == side else b for other in self.sides)

    def _shares(self, met: Sequence[tuple[str, ...]], seed: int) -> tuple[int, dict[tuple[str, ...], Shares]]:
        """Return how many games were played with each seating of bots, and the part of them that each side wins."""
        rounds: list[dict[tuple[str, ...], Shares]] = []  # what came of each seed
        end, first = monotonic() + 60 * self.minutes, seed * self.games
        with ProgressBar(_("games"), _("game"), self.games * len(met)) as bar:
            try:
                for number in range(first, first + self.games):
                    if rounds and monotonic() > end:
                        break
                    rounds.append({names: self._game(names, number, bar) for names in met})
            except KeyboardInterrupt:
                if not rounds:
                    raise
        mean = {names: {side: fmean(won[names][side] for won in rounds) for side in self.sides} for names in met}
        return len(rounds), mean

    def _game(self, names: tuple[str, ...], number: int, bar: ProgressBar) -> Shares:
        """Return the part of the win that each side has in the game from a seed, with these bots on the sides."""
        game = Game(start, self.game, self.scenario, seed=number, **self.options)
        bots = {side: made(name, hash_of(number, side)) for side, name in zip(self.sides, names, strict=True)}
        times: dict[str, list[float]] = defaultdict(list)
        shares = play_out(game, bots, times)
        for side, name in zip(self.sides, names, strict=True):
            self.times[name] += times[side]
        bar.update()
        return shares


def _pairing(key: tuple[str, str, str], games: int, shares: Shares, baseline: Shares) -> Pairing:
    share = shares[key[2]]
    return Pairing(*key, games, *(round(value, 4) for value in (share, *wilson(share, games), baseline[key[2]])))


def _meeting(pairs: Sequence[Pairing]) -> Meeting:
    """Return the share of one bot against another over pairings of as many games each."""
    share, games = fmean(pair.share for pair in pairs), sum(pair.games for pair in pairs)
    return Meeting(pairs[0].a, pairs[0].b, games, *(round(value, 4) for value in (share, *wilson(share, games))))


def hash_of(seed: Seed, side: str) -> int:
    """Return a seed for the bot of a side, other than that of the dice, of which it tells nothing if that is a secret.

    >>> hash_of(1, "York") != hash_of(1, "Lancaster")
    True
    """
    if isinstance(seed, str):
        return int(sha256(f"{side} {seed}".encode()).hexdigest(), 16)
    return int.from_bytes(side.encode()[:4], "big") * 1_000_003 + seed


def ratings(names: Sequence[str], pairs: Sequence[Pairing]) -> dict[str, float]:
    """Return Elo ratings, fitted to the shares of all pairings by the model of Bradley and Terry; the first has 0.

    A share of 0 or 1 counts as half a game less, so that ratings stay finite.

    >>> ratings(["a", "b"], [Pairing("a", "b", "York", 100, 0.75, 0, 1, 0.5)])
    {'a': 0.0, 'b': -190.8}
    """
    won = {name: {other: 0.0 for other in names} for name in names}
    for pair in pairs:
        if pair.a == pair.b:
            continue
        least = 0.5 / pair.games
        share = min(max(pair.share, least), 1 - least)
        won[pair.a][pair.b] += share * pair.games
        won[pair.b][pair.a] += (1 - share) * pair.games
    strength = dict.fromkeys(names, 1.0)
    for _again in range(_STEPS):
        for name in names:
            met = sum((won[name][o] + won[o][name]) / (strength[name] + strength[o]) for o in names if o != name)
            strength[name] = sum(won[name].values()) / met if met else 1.0
    return {name: round(400 * log10(strength[name] / strength[names[0]]), 1) for name in names}


def _percentile(values: Sequence[float]) -> float:
    """Return the value that 95 % of the values do not exceed; 0 without values."""
    return sorted(values)[min(len(values) - 1, int(0.95 * len(values)))] if values else 0.0
