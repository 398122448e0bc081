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

* To play: ``start`` returns the first state of a game, ``game`` a game in progress, ``resume`` one that was saved,
  ``sit`` the seat of one side, with its view, its options and hints. ``rule`` explains a paragraph of the rules,
  ``topics`` lists them, ``rulesets`` the differences between the printed editions.
* To replay: ``replay`` gives every state of a record, ``timeline`` its narrated steps, ``battlefield`` the ground of a
  battle and the rival views of it.
* To set up: ``scene`` and ``battle`` make a position or a battle of your own, ``play`` makes several moves in it,
  ``choices``, ``stands`` and ``ratings`` ask what may be done, who stands where, and how well they fight.
* To study: ``battle_odds``, ``shapley`` and ``sensitivity`` of a battle; ``simulate`` and ``fork`` of whole games;
  ``win_probability`` and ``ledger``; ``realm``, the map as a graph; ``resample``, a state that agrees with a view.
* ``set_language`` chooses the language of all texts. Callers meet the errors ``RuleError``, ``RecordError``,
  ``SaveError`` and ``DataError``.

Packages, from the bottom up: ``engine``, ``history``, the games ``richard`` and ``lancaster``, ``odds``, ``bots``,
``lab`` (tables and analysis), ``figures``, ``widgets``, ``lessons``, ``cli``. Each opens with its own map, as
``help(roses.lab)`` shows it.
"""

from __future__ import annotations

from roses.engine import display
from roses.engine.games import register, resample, start
from roses.engine.loading import load

TYPE_CHECKING = False  # as in typing, whose import would take longer than all else here
if TYPE_CHECKING:
    from pathlib import Path
    from typing import Any

    from roses.engine.errors import DataError, RecordError, RuleError, SaveError
    from roses.engine.game import Game
    from roses.engine.i18n import set_language
    from roses.engine.protocol import CHANCE
    from roses.engine.record import Record
    from roses.engine.replay import Replay, Timeline
    from roses.engine.seat import Seat
    from roses.history.battlefields import battlefield
    from roses.lab.fork.forking import fork
    from roses.lab.map_graph import realm
    from roses.lab.runs.simulating import simulate
    from roses.lab.tables import rulesets, topics
    from roses.lab.winning.ledger import ledger
    from roses.lab.winning.model import win_probability
    from roses.lab.worth.sensitivity import sensitivity
    from roses.lab.worth.shapley import shapley
    from roses.odds import battle_odds
    from roses.richard.queries import choices, ratings, stands
    from roses.richard.rulebook import rule
    from roses.richard.scene import battle, play, scene

__all__ = [
    "CHANCE",
    "DataError",
    "RecordError",
    "RuleError",
    "SaveError",
    "__version__",
    "battle",
    "battle_odds",
    "battlefield",
    "choices",
    "fork",
    "game",
    "ledger",
    "play",
    "ratings",
    "realm",
    "replay",
    "resample",
    "resume",
    "rule",
    "rulesets",
    "scene",
    "sensitivity",
    "set_language",
    "shapley",
    "simulate",
    "sit",
    "stands",
    "start",
    "timeline",
    "topics",
    "win_probability",
]
_FOUND_IN = {
    "CHANCE": "roses.engine.protocol",
    "DataError": "roses.engine.folders",
    "RecordError": "roses.engine.errors",
    "RuleError": "roses.engine.errors",
    "SaveError": "roses.engine.errors",
    "battle": "roses.richard.scene",
    "battle_odds": "roses.odds",
    "battlefield": "roses.history.battlefields",
    "choices": "roses.richard.queries",
    "fork": "roses.lab.fork.forking",
    "ledger": "roses.lab.winning.ledger",
    "play": "roses.richard.scene",
    "ratings": "roses.richard.queries",
    "realm": "roses.lab.map_graph",
    "rule": "roses.richard.rulebook",
    "rulesets": "roses.lab.tables",
    "scene": "roses.richard.scene",
    "sensitivity": "roses.lab.worth.sensitivity",
    "set_language": "roses.engine.i18n",
    "shapley": "roses.lab.worth.shapley",
    "simulate": "roses.lab.runs.simulating",
    "stands": "roses.richard.queries",
    "topics": "roses.lab.tables",
    "win_probability": "roses.lab.winning.model",
}

# The games and renderers of the kit, registered by name: the modules are imported when they are first used.
register(
    "richard-iii",
    "roses.richard.game:GAME",
    adapter="roses.widgets.richard.adapter:CampaignAdapter",
    adviser="roses.bots.squire:advise",
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
    adviser="roses.bots.squire:advise",
    shows={
        "roses.lancaster.view:View": {
            display.TEXT: "roses.figures.court:text_court",
            display.SVG: "roses.figures.court:court_svg",
            display.PLOTLY: "roses.figures.court:court_data",
        }
    },
)
display.register("roses.widgets.play.table:Table", {display.BACK: "roses.widgets.back.widget:box"})
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


def game(name: str, scenario: str | None = None, **options: Any) -> Game:
    """Return a game in progress, which resolves dice and deals, keeps the record and can be saved.

    Options are those of ``start`` and of ``roses.engine.game.Game``: ``seed``, ``autosave``, ``side`` and others.

    >>> game("richard-iii", "1483", seed=1).state.active
    ('Lancaster', 'York')
    """
    from roses.engine.game import Game

    return Game(start, name, scenario, **options)


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

    return Game.resume(start, path, **options)


def replay(name: str | Path | Record) -> Replay:
    """Return the replay of a record: by its name in the kit, in a file, or itself; RecordError if it cannot be played.

    >>> len(replay("1483-richard-iii")) == len(replay(replay("1483-richard-iii").record)) > 100
    True
    """
    from roses.engine.replay import Replay, find

    return Replay(find(name), start)


def timeline(name: str | Path | Record) -> Timeline:
    """Return a replay in narrated steps, for the Stepper; ``name`` as for ``replay``.

    >>> timeline("1483-richard-iii").bookmarks()["Bosworth"] > 0
    True
    """
    from roses.engine.replay import Timeline

    return Timeline(replay(name))


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used, so that ``import roses`` stays fast."""
    if name in _FOUND_IN:
        return load(f"{_FOUND_IN[name]}:{name}")
    if name == "__version__":
        from importlib.metadata import version

        return version("roses-kit")
    raise AttributeError(f"module 'roses' has no attribute {name!r}")


def __dir__() -> list[str]:
    """Return every public name, those included that are imported when first used."""
    return list(__all__)
