"""What stands in a notebook or page in place of a widget that shows nothing without a kernel."""

from __future__ import annotations

from typing import Any, Final

from roses.engine.i18n import gettext as _
from roses.figures.drawing.svg import escape, tag

VIEW: Final = "application/vnd.jupyter.widget-view+json"
_CLASS: Final = "roses-live-only"
_STYLE: Final = "box-sizing: border-box; max-width: 720px; padding: 9px 14px; border: 1px solid; border-radius: 4px"


def html(said: str = "") -> str:
    """Return a box with ``said``, what would stand in its place, and how to open it.

    >>> "needs a running kernel" in html("Here stands a table.")
    True
    """
    said = said or _("Here stands something to play with, which cannot be printed or sent.")
    how = _(
        "It needs a running kernel: open this notebook in JupyterLab, for which the command roses is enough, and run"
        " the cells from the first to this one; Shift and Enter run a cell."
    )
    return tag("p", tag("b", escape(said)), " ", escape(how), **{"class": _CLASS, "style": _STYLE})


def bundled(live: Any, said: str, plain: str, more: str = "") -> Any:
    """Return what a live widget shows of itself, by MIME type, with ``html(said)``, below it ``more``, and ``plain``.

    ``live`` is what ipywidgets or anywidget has for it: data, data and metadata, or None.

    >>> sorted(bundled(None, "Here stands a table.", "A table."))
    ['text/html', 'text/plain']
    """
    instead = {"text/html": html(said) + more, "text/plain": plain}
    if isinstance(live, tuple):
        return ({**live[0], **instead}, live[1])
    return {**(live or {}), **instead}


def is_box(data: dict[str, Any]) -> bool:
    """Tell whether an output of a notebook, by MIME type, has the box in place of a widget.

    >>> is_box(bundled(None, "Here stands a table.", "")), is_box({"text/plain": "1461"})
    (True, False)
    """
    return f'class="{_CLASS}"' in "".join(data.get("text/html", ""))
