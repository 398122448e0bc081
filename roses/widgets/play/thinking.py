"""Bots at a table: in a notebook they think in a thread, so that the page goes on; elsewhere they answer at once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol

from roses.engine.i18n import gettext as _
from roses.engine.i18n import ngettext
from roses.widgets.errors import report_html
from roses.widgets.play.model import TableModel


class Tells(Protocol):
    """Shows what a bot is doing; "" for nothing."""

    def __call__(self, busy: str, *, stopped: bool = False) -> None: ...


class Thinking:
    """Lets the bots of a table choose, one choice after the other, and tells what they do.

    ``stop`` ends it after the choice in hand, which a bot with a method ``stop`` cuts short; ``begin`` goes on.
    ``tell`` shows what they do, ``show`` what has come of it, and ``fail`` a defect, as HTML.
    """

    def __init__(self, model: TableModel, tell: Tells, show: Callable[[], None], fail: Callable[[str], None]) -> None:
        self._model, self._tell, self._show, self._fail = model, tell, show, fail
        self._task: asyncio.Task[None] | None = None
        self._stopped = False

    def begin(self) -> None:
        """Let the bots choose until a person must: without an event loop at once, else in the background."""
        self._stopped = False
        if not self._model.thinks or (self._task and not self._task.done()):
            return
        loop = running_loop()
        if loop is None:
            self._model.go_on()
        else:
            self._task = loop.create_task(self._go_on())

    def stop(self) -> None:
        """Ask the bots to stop after the choice in hand."""
        self._stopped = True
        if (side := self._model.thinks) and callable(stop := getattr(self._model.bot(side), "stop", None)):
            stop()

    async def _go_on(self) -> None:
        try:
            await self._choose()
        except Exception as error:
            self._tell("")
            self._fail(report_html(error))
            raise
        self._show()

    async def _choose(self) -> None:
        chosen = 0
        while (side := self._model.thinks) and not self._stopped:
            self._tell(_says(self._model.bot(side).name, side, chosen))
            action = await asyncio.to_thread(self._model.advised, side)
            self._model.answer(side, action)
            chosen += 1
        if side:
            said = _("The {bot} of {side} has stopped.").format(bot=self._model.bot(side).name, side=side)
            return self._tell(said, stopped=True)
        self._tell("")


def running_loop() -> asyncio.AbstractEventLoop | None:
    """Return the event loop that runs this code, as in a kernel; None outside of one."""
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


def _says(bot: str, side: str, chosen: int) -> str:
    """Return what a bot is doing.

    >>> _says("squire", "York", 2)
    'The squire of York is thinking. 2 choices are made.'
    """
    words = ngettext(
        "The {bot} of {side} is thinking. {n} choice is made.",
        "The {bot} of {side} is thinking. {n} choices are made.",
        chosen,
    )
    return words.format(bot=bot, side=side, n=chosen)
