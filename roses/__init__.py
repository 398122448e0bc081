"""roses teaches, plays and studies the Wars of the Roses: two board games as an engine, on maps, in notebooks.

>>> import roses
>>> game = roses.game("richard-iii", "1483", seed=1485)    # deals and rolls from this seed
>>> game.state.active                                      # both sides choose a card at once
('Lancaster', 'York')
>>> game.play(game.state.legal_actions("Lancaster")[0])
>>> game.play(game.state.legal_actions("York")[0])
>>> [str(event) for event in game.events()][-2:]           # all that has happened, dice included
['Lancaster is first player.', 'Lancaster acts on Piracy.']
>>> game.play("Richmond sails the North Sea to Kent")      # refused, with the rule and what would be legal
Traceback (most recent call last):
roses.engine.errors.RuleError: Richmond sails the North Sea to Kent is not legal now: ...
>>> roses.replay("1483-richard-iii")[-1].outcome           # the campaign that ends at Bosworth, replayed
Outcome(winner='Lancaster', reason='York has no heir left')

The names that serve every game come first in ``__all__``, in this order:

* To play: ``start`` returns the first state of a game, ``game`` a game in progress, ``sit`` the seat of one side, with
  its view, its options and hints, ``resume`` a game that was saved.
* To replay: ``replay`` gives every state of a record, ``timeline`` its narrated steps.
* To study: ``resample``, a state that agrees with a view; ``simulate`` and ``fork`` of whole games; ``battle_odds``,
  the odds of a battle.
* ``CHANCE`` is active when dice or a deal are due. Callers meet the errors ``RuleError``, ``RecordError``,
  ``SaveError`` and ``DataError``. ``set_language`` chooses the language of all texts; ``__version__`` names the kit.

``dir(roses)`` lists these and the packages. The rest of ``__all__`` are names of packages that can be written shorter,
as ``roses.battle`` for ``roses.richard.battle``; all are imported when first used:

* of ``roses.richard``, the block war game: ``scene`` and ``battle`` make a position or a battle of your own, ``play``
  makes several moves in it, ``choices``, ``stands`` and ``ratings`` ask what may be done, who stands where, and how
  well they fight; ``rule`` explains a paragraph of the rules;
* of ``roses.lab``: ``shapley`` and ``sensitivity`` of a battle; ``win_probability`` and ``ledger`` of a game;
  ``realm``, the map as a graph; ``topics`` of the rules, and ``rulesets``, the differences between the printed
  editions;
* ``battlefield``: the ground of a battle and the rival views of it.

Packages, from the bottom up: ``engine``, ``history``, the games ``richard`` and ``lancaster``, ``odds``, ``bots``,
``lab`` (tables and analysis), ``figures``, ``widgets``, ``lessons``, ``cli``. Each opens with its own map, as
``help(roses.lab)`` shows it.
"""

from __future__ import annotations

from importlib import import_module

from roses.engine import display, games
from roses.engine.games import register, resample
from roses.engine.loading import load, overload

TYPE_CHECKING = False  # as in typing, whose import would take longer than all else here
if TYPE_CHECKING:
    from pathlib import Path
    from typing import Any, Literal, TypeAlias

    from roses import bots as bots
    from roses import figures as figures
    from roses import history as history
    from roses import lab as lab
    from roses import lancaster as lancaster
    from roses import lessons as lessons
    from roses import odds as odds
    from roses import richard as richard
    from roses import widgets as widgets
    from roses.engine.errors import DataError, RecordError, RuleError, SaveError
    from roses.engine.game import Game
    from roses.engine.i18n import set_language
    from roses.engine.protocol import CHANCE
    from roses.engine.record import Record
    from roses.engine.replay import Replay, Timeline
    from roses.engine.seat import Seat
    from roses.engine.state import GameState
    from roses.history.battlefields import battlefield
    from roses.lab import ledger, realm, rulesets, sensitivity, shapley, simulate, topics, win_probability
    from roses.lab.fork.result import fork
    from roses.lancaster.state import State as Court
    from roses.odds import battle_odds
    from roses.richard import battle, choices, play, ratings, rule, scene, stands
    from roses.richard.state import State as War

    # the records of the kit by their game
    CourtRecord: TypeAlias = Literal["1413-lancaster"]
    WarRecord: TypeAlias = Literal["1459-yorks-rising", "1470-kingmaker", "1483-richard-iii", "full-game-1460"]
    __version__: str

__all__ = [  # noqa: RUF022  # in the order in which the docstring explains them
    "start",
    "game",
    "sit",
    "resume",
    "replay",
    "timeline",
    "resample",
    "simulate",
    "fork",
    "battle_odds",
    "CHANCE",
    "RuleError",
    "RecordError",
    "SaveError",
    "DataError",
    "set_language",
    "__version__",
]
_PACKAGES = ("bots", "figures", "history", "lab", "lancaster", "lessons", "odds", "richard", "widgets")
_LISTED = (*__all__, *_PACKAGES)
__all__ += [
    "battle",
    "battlefield",
    "choices",
    "ledger",
    "play",
    "ratings",
    "realm",
    "rule",
    "rulesets",
    "scene",
    "sensitivity",
    "shapley",
    "stands",
    "topics",
    "win_probability",
]
_HOMES = {  # name to the module or package that has it
    "CHANCE": "roses.engine.protocol",
    "DataError": "roses.engine.loading",
    "RecordError": "roses.engine.errors",
    "RuleError": "roses.engine.errors",
    "SaveError": "roses.engine.errors",
    "battle": "roses.richard",
    "battle_odds": "roses.odds",
    "battlefield": "roses.history.battlefields",
    "choices": "roses.richard",
    "fork": "roses.lab.fork.result",
    "ledger": "roses.lab",
    "play": "roses.richard",
    "ratings": "roses.richard",
    "realm": "roses.lab",
    "rule": "roses.richard",
    "rulesets": "roses.lab",
    "scene": "roses.richard",
    "sensitivity": "roses.lab",
    "set_language": "roses.engine.i18n",
    "shapley": "roses.lab",
    "simulate": "roses.lab",
    "stands": "roses.richard",
    "topics": "roses.lab",
    "win_probability": "roses.lab",
}

# The games and renderers of the kit, registered by name: the modules are imported when they are first used.
register(
    "richard-iii",
    "roses.richard.game:GAME",
    adapter="roses.widgets.richard.adapter:CampaignAdapter",
    table="roses.widgets.richard.table:WarTable",
    adviser="roses.bots.knight:advise",
    shows={
        "roses.richard.view:View": {
            display.TEXT: "roses.figures.map.text:text_board",
            display.SVG: "roses.figures.map.svg:map_svg",
            display.PLOTLY: "roses.figures.map.figure:still_data",
            display.FIGURE: "roses.figures.map.figure:map_figure",
        }
    },
)
register(
    "lancaster",
    "roses.lancaster.game:GAME",
    adapter="roses.widgets.lancaster.adapter:CourtAdapter",
    table="roses.widgets.lancaster.table:CourtTable",
    adviser="roses.bots.knight:advise",
    shows={
        "roses.lancaster.view:View": {
            display.TEXT: "roses.figures.court:text_court",
            display.SVG: "roses.figures.court:court_svg",
            display.PLOTLY: "roses.figures.court:court_data",
        }
    },
)
display.register("roses.widgets.play.table:Table", {display.BACK: "roses.widgets.pages.back:box"})
display.register(
    "roses.odds.result:BattleOdds",
    {
        display.SVG: "roses.figures.odds.bars:odds_svg",
        display.PLOTLY: "roses.figures.odds.figure:odds_data",
        display.FIGURE: "roses.figures.odds.figure:odds_figure",
    },
)
display.register(
    "roses.lab.turns:Support",
    {
        display.TEXT: "roses.figures.odds.games:text_swing",
        display.SVG: "roses.figures.odds.games:swing_svg",
        display.PLOTLY: "roses.figures.odds.games:swing_data",
    },
)
display.register(
    "roses.lab.worth.sensitivity:Sensitivity",
    {
        display.SVG: "roses.figures.odds.changes:tornado_svg",
        display.PLOTLY: "roses.figures.odds.changes:tornado_data",
        display.FIGURE: "roses.figures.odds.changes:tornado_figure",
    },
)
display.register(
    "roses.lab.worth.shapley:Shapley",
    {
        display.SVG: "roses.figures.odds.changes:worth_svg",
        display.PLOTLY: "roses.figures.odds.changes:worth_data",
        display.FIGURE: "roses.figures.odds.changes:worth_figure",
    },
)
display.register(
    "roses.lab.fork.result:Forked",
    {
        display.TEXT: "roses.figures.odds.changes:text_fork",
        display.SVG: "roses.figures.odds.changes:fork_svg",
        display.PLOTLY: "roses.figures.odds.changes:fork_data",
        display.FIGURE: "roses.figures.odds.changes:fork_figure",
    },
)
display.register(
    "roses.lab.winning.ledger:Ledger",
    {
        display.TEXT: "roses.figures.odds.games:text_ledger",
        display.SVG: "roses.figures.odds.games:ledger_svg",
        display.PLOTLY: "roses.figures.odds.games:ledger_data",
    },
)
display.register(
    "roses.lab.winning.model:Check",
    {
        display.TEXT: "roses.figures.odds.games:text_calibration",
        display.SVG: "roses.figures.odds.games:calibration_svg",
        display.PLOTLY: "roses.figures.odds.games:calibration_data",
    },
)
for kind in ("Battlefield", "Sketch"):
    display.register(
        f"roses.history.battlefields:{kind}",
        {
            display.TEXT: "roses.figures.field:text_field",
            display.SVG: "roses.figures.field:field_svg",
            display.PLOTLY: "roses.figures.field:field_data",
        },
    )


@overload
def start(
    game: Literal["richard-iii"], scenario: str | None = None, *, ruleset: str | None = None, **options: Any
) -> War: ...
@overload
def start(
    game: Literal["lancaster"], scenario: str | None = None, *, ruleset: str | None = None, **options: Any
) -> Court: ...
@overload
def start(game: str, scenario: str | None = None, *, ruleset: str | None = None, **options: Any) -> GameState: ...
def start(game: str, scenario: str | None = None, *, ruleset: str | None = None, **options: Any) -> GameState:
    """Return the first state of a game; by default of its first scenario, by its first ruleset.

    ``ruleset`` is a name or a variant, ``"revised+bombard_sea_move=False"``. The options of a game are listed in its
    Description: ``players``, ``components`` and ``laws`` for lancaster, ``campaigns=2`` for the richard-iii of 1470,
    which then goes on. ValueError, which lists the known ones, for an unknown game, scenario, ruleset, field, value or
    option.

    >>> start("richard-iii", "1470").setup.title
    'Kingmaker'
    >>> start("richard-iii", players=3)
    Traceback (most recent call last):
    ValueError: there is no option 'players' of richard-iii; choose from 'line_up', 'campaigns'
    """
    return games.start(game, scenario, ruleset=ruleset, **options)


@overload
def game(name: Literal["richard-iii"], scenario: str | None = None, **options: Any) -> Game[War]: ...
@overload
def game(name: Literal["lancaster"], scenario: str | None = None, **options: Any) -> Game[Court]: ...
@overload
def game(name: str, scenario: str | None = None, **options: Any) -> Game: ...
def game(name: str, scenario: str | None = None, **options: Any) -> Game:
    """Return a game in progress, which resolves dice and deals, keeps the record and can be saved.

    Options are those of ``start`` and of ``roses.engine.game.Game``: ``seed``, ``autosave``, ``side`` and others.

    >>> game("richard-iii", "1483", seed=1).state.active
    ('Lancaster', 'York')
    """
    from roses.engine.game import Game

    return Game(games.start, name, scenario, **options)


def sit(game: Game, side: str) -> Seat:
    """Return the seat of a side: what it may know and do in a game in progress, and nothing else.

    ValueError if there is no such side, or no such game.

    >>> sit(game("richard-iii", "1483", seed=1), "York").to_choose
    True
    """
    from roses.engine.seat import Seat

    return Seat(game, side)


def resume(path: str | Path, **options: Any) -> Game:
    """Return the game in a record file, which continues as if it had not been interrupted, and saves to that file.

    Options are those of ``Game.resume``: ``chance`` and ``side``. RecordError if the file cannot be read or played,
    SaveError if it cannot be written.

    >>> import tempfile
    >>> path = f"{tempfile.mkdtemp()}/game.json"
    >>> game("richard-iii", "1483", seed=1, autosave=path).play("York plays card 7")
    >>> resume(path).state.active
    ('Lancaster',)
    """
    from roses.engine.game import Game

    return Game.resume(games.start, path, **options)


@overload
def replay(name: WarRecord) -> Replay[War]: ...
@overload
def replay(name: CourtRecord) -> Replay[Court]: ...
@overload
def replay(name: str | Path | Record) -> Replay: ...
def replay(name: str | Path | Record) -> Replay:
    """Return the replay of a record: by its name in the kit, in a file, or itself; RecordError if it cannot be played.

    >>> len(replay("1483-richard-iii")) == len(replay(replay("1483-richard-iii").record)) > 100
    True
    """
    from roses.engine.replay import Replay, find

    return Replay(find(name), games.start)


@overload
def timeline(name: WarRecord) -> Timeline[War]: ...
@overload
def timeline(name: CourtRecord) -> Timeline[Court]: ...
@overload
def timeline(name: str | Path | Record) -> Timeline: ...
def timeline(name: str | Path | Record) -> Timeline:
    """Return a replay in narrated steps, for the Stepper; ``name`` as for ``replay``.

    >>> timeline("1483-richard-iii").bookmarks()["Bosworth"] > 0
    True
    """
    from roses.engine.replay import Timeline

    return Timeline(replay(name))


if not TYPE_CHECKING:  # type checkers shall refuse names that are not there

    def __getattr__(name: str) -> Any:
        """Import a public name when it is first used, so that ``import roses`` stays fast."""
        if name in _HOMES:
            return load(f"{_HOMES[name]}:{name}")
        if name in _PACKAGES:
            return import_module(f"roses.{name}")
        if name == "__version__":
            from importlib.metadata import version

            return version("roses-kit")
        raise AttributeError(f"module 'roses' has no attribute {name!r}")


def __dir__() -> list[str]:
    """Return the names that serve every game, and the packages, those included that are imported when first used."""
    return list(_LISTED)
