"""What all live widgets share: errors shown in the widget, values for pages, and a box for readers without a kernel."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, ClassVar, Concatenate, Final, ParamSpec, Protocol, TypeVar

import anywidget
import ipywidgets
import traitlets as t

from roses.engine.errors import RecordError, RuleError, SaveError
from roses.engine.i18n import gettext as _
from roses.figures.drawing.svg import escape, tag
from roses.widgets.html import report_html, sentence_html


class Shows(Protocol):
    """A widget that can show an error."""

    def show_error(self, html: str) -> None:
        """Show an error as HTML; "" removes it."""


W = TypeVar("W", bound=Shows)
P = ParamSpec("P")
Method = Callable[Concatenate[W, P], None]


def guarded(callback: Method[W, P]) -> Method[W, P]:
    """Return a method of a widget with its errors shown in the widget.

    RuleError and RecordError, caused by the reader's input, and SaveError are shown as a sentence. Any other exception
    is a defect of the kit: it is shown with its traceback and raised again, for the log and for tests.
    """

    @wraps(callback)
    def call(self: W, /, *args: P.args, **kwargs: P.kwargs) -> None:
        try:
            callback(self, *args, **kwargs)
        except (RuleError, RecordError, SaveError) as error:
            self.show_error(sentence_html(error))
        except Exception as error:
            self.show_error(report_html(error))
            raise

    return call


class ValuesView(anywidget.AnyWidget):
    """The widget on the page that draws ``values``, a plain widget model, and sends it the reader's messages.

    A class derived from it names the type of its values as ``Values``, and reads and sets them as its own by ``proxy``.
    Its script is a module, see ``interactive.join``, that exports by default ``drawValues(display)`` of ``values.js``;
    the function ``display({ model, el })`` is given the plain model.

    >>> class Said(ipywidgets.Widget):
    ...     words = t.Unicode().tag(sync=True)
    >>> class Saying(ValuesView):
    ...     Values = Said
    ...     words = proxy("words")
    >>> saying = Saying(words="Loyaulte me lie")
    >>> saying.words, saying.values.words
    ('Loyaulte me lie', 'Loyaulte me lie')
    """

    Values: ClassVar[type[ipywidgets.Widget]] = ipywidgets.Widget

    values: Any = t.Instance(ipywidgets.Widget, allow_none=True).tag(sync=True, **ipywidgets.widget_serialization)

    def __init__(self, **values: Any) -> None:
        super().__init__(values=self.Values(**values))

    def close(self) -> None:
        """Close the widget and its values, if it has any yet."""
        if self.values:
            self.values.close()
        super().close()


def proxy(name: str) -> Any:
    """Return a property of a ``ValuesView`` that gets and sets the value ``name``."""
    return property(lambda view: getattr(view.values, name), lambda view, value: setattr(view.values, name, value))


def stopped(sentence: str = "") -> dict[str, str]:
    """Return what a live widget says when its kernel is gone, by the names that ``values.js`` has for it.

    >>> stopped()["stopped"]
    'The kernel was stopped.'
    """
    return {
        "stopped": sentence or _("The kernel was stopped."),
        "rerun": _("Run this cell again."),  # where the page cannot do that by a click
        "anew": _("Open it anew"),
    }


VIEW: Final = "application/vnd.jupyter.widget-view+json"
_CLASS: Final = "roses-live-only"
_STYLE: Final = "box-sizing: border-box; max-width: 720px; padding: 9px 14px; border: 1px solid; border-radius: 4px"


def without_kernel(description: str = "") -> str:
    """Return a box that says what it replaces, ``description``, and how to open that.

    >>> "needs a running kernel" in without_kernel("Here stands a table.")
    True
    """
    description = description or _("Here stands something to play with, which cannot be printed or sent.")
    how = _(
        "It needs a running kernel: open this notebook in JupyterLab, for which the command roses is enough, and run"
        " this cell; Shift and Enter run a cell."
    )
    button = _("Open it here")  # where a page can run the cell by a click, see the extension roses-resume
    inside = tag("b", escape(description)), " ", tag("span", escape(how))
    return tag("p", *inside, **{"class": _CLASS, "style": _STYLE, "data-run": button})


def bundle(live: Any, description: str, plain: str, more: str = "") -> Any:
    """Return by MIME type how a live widget is displayed, and what is shown instead without a kernel.

    ``live`` is the bundle of ipywidgets or anywidget: data, data and metadata, or None. Shown instead are
    ``without_kernel(description)`` with ``more`` below it, and the text ``plain``.

    >>> sorted(bundle(None, "Here stands a table.", "A table."))
    ['text/html', 'text/plain']
    """
    instead = {"text/html": without_kernel(description) + more, "text/plain": plain}
    if isinstance(live, tuple):
        return ({**live[0], **instead}, live[1])
    return {**(live or {}), **instead}


def is_box(data: dict[str, Any]) -> bool:
    """Tell whether an output of a notebook, by MIME type, has the box in place of a widget.

    >>> is_box(bundle(None, "Here stands a table.", "")), is_box({"text/plain": "1461"})
    (True, False)
    """
    return f'class="{_CLASS}"' in "".join(data.get("text/html", ""))
