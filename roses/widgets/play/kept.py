"""The saved games: a list with date, place in the game and players, from which one sits down at one of them again."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any, Final

import ipywidgets
import msgspec
import traitlets as t

from roses.engine.errors import RecordError, demand
from roses.engine.games import describe, start
from roses.engine.i18n import gettext as _
from roses.engine.record import load
from roses.engine.replay import Replay
from roses.engine.state import GameState
from roses.widgets import live
from roses.widgets.interactive import join
from roses.widgets.live import ValuesView, guarded, proxy
from roses.widgets.play import saves
from roses.widgets.play.table import Table

_HERE: Final = Path(__file__).parent
_MOST: Final = 20


class Kept(msgspec.Struct, frozen=True):
    """A saved game: its ``name``, when it was saved last, which game it is, where it stands and who plays.

    ``wrong`` says in a sentence why a file cannot be gone on with, "" where it can; the fields after it are then "".
    """

    name: str
    saved: str
    wrong: str = ""
    title: str = ""
    place: str = ""
    players: str = ""


def kept(most: int = _MOST) -> list[Kept]:
    """Return the saved games, the latest first, at most so many; a file that is broken says so and harms no other.

    They are read, never written; nothing in them is hidden from anybody.

    >>> import os, tempfile
    >>> os.chdir(tempfile.mkdtemp())
    >>> table = Table("richard-iii", "1483", seed=1)
    >>> [(game.name, game.title, game.place) for game in kept()]
    [('richard-iii-1483-1', 'Richard III', 'Campaign 3, Turn 1')]
    """
    return [_kept(path) for path in saves.game_files()[:most]]


def _kept(path: Path) -> Kept:
    when, name = "", path.name.encode("utf-8", "replace").decode()
    try:
        when = datetime.fromtimestamp(path.stat().st_mtime).isoformat(" ", "minutes")
        if not path.is_file() or name != path.name:  # a pipe would keep us waiting
            raise RecordError(_("it is a folder or a device, or its name is not a text"))
        record = load(path)
        replay = Replay(record, start)
        state = replay[-1]
        sides = saves.seats(record, state.sides)
        saves.beginning(record)
    except (RecordError, OSError, ValueError, OverflowError) as error:
        said, reason = _("{name} cannot be gone on with: {reason}"), getattr(error, "strerror", None) or str(error)
        return Kept(name.removesuffix(".json"), when, said.format(name=name, reason=" ".join(reason.split())[:300]))
    return Kept(path.stem, when, "", _title(replay), _place(state), saves.written(sides))


def _title(replay: Replay) -> str:
    """Return what is played; of a replay that is played on also from which step."""
    step = replay.record.headers.get(saves.FROM)
    return _("{title}, from step {n}").format(title=replay.title, n=step) if step else replay.title


def _place(state: GameState) -> str:
    """Return where a game stands, in what everybody may know: the first two headings of a transcript, or its end."""
    if state.outcome is not None:
        return _("over: {winner} has won").format(winner=state.outcome.winner)
    return ", ".join(describe(state.header["game"]).headings(state)[:2])


class SavedValues(ipywidgets.Widget):
    """What the page of the list is sent."""

    games = t.List(t.Dict()).tag(sync=True)
    table = t.Instance(ipywidgets.Widget, allow_none=True).tag(sync=True, **ipywidgets.widget_serialization)
    error = t.Unicode("").tag(sync=True)
    said = t.Unicode("").tag(sync=True)
    words = t.Dict().tag(sync=True)


class SavedGames(ValuesView):
    """The list of the saved games in the folder ``roses-games``, with a button for each that opens its table below.

    ``most`` is how many are listed, the latest first.

    >>> import os, tempfile
    >>> os.chdir(tempfile.mkdtemp())
    >>> SavedGames().games
    []
    """

    _esm = join(_HERE / "kept.js")
    _css = (_HERE / "kept.css").read_text(encoding="utf-8")

    Values = SavedValues

    games, table, error, said, words = proxy("games"), proxy("table"), proxy("error"), proxy("said"), proxy("words")

    def __init__(self, most: int = _MOST) -> None:
        demand(int, most=most)
        super().__init__(words=_words())
        self._most = most
        self.values.on_msg(self._on_message)
        self.games = self._list()

    def show_error(self, html: str) -> None:
        """Show an error below the list."""
        self.error = html

    @guarded
    def _on_message(self, _widget: Any, message: Any, _buffers: Any) -> None:
        """Sit down at the game ``{"open": name}``, or list them anew for ``{"list": true}``."""
        self.error = ""
        if "open" in message:
            table = Table.resume(str(message["open"]))
            if self.table:
                self.table.close()
            self.table = table
        self.games = self._list()
        now = datetime.now().isoformat(" ", "seconds")
        self.said = _("Listed at {time}: {n} saved.").format(time=now[-8:], n=len(self.games))

    def _list(self) -> list[dict[str, Any]]:
        return [msgspec.to_builtins(game) for game in kept(self._most)]

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """Return the live list; for readers without a kernel, the list as it was, in words."""
        lines = [game["wrong"] or "{saved}  {name}: {title}, {place}".format_map(game) for game in self.games]
        here = _("Here stands the list of the games that this machine has saved.")
        return live.bundle(super()._repr_mimebundle_(**kwargs), here, "\n".join(lines) or self.words["none"])


def _words() -> dict[str, str]:
    """Return the labels of the page."""
    return {
        "caption": _("Saved games, the latest first"),
        "saved": _("Saved"),
        "game": _("Game"),
        "place": _("Stands at"),
        "players": _("Players"),
        "open": _("Sit down"),
        "open_name": _("Sit down at {name}"),
        "again": _("List them anew"),
        "none": _("No game is saved here yet."),
        "gone": _("The kernel was stopped. Run this cell again."),
    }
