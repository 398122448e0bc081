"""Widgets whose values and messages reach a page however late their script is loaded there."""

from __future__ import annotations

from typing import Any, ClassVar

import anywidget
import ipywidgets
import traitlets as t


class ValuesView(anywidget.AnyWidget):
    """The widget on the page that draws ``values``, a plain model of Jupyter's, and sends it the reader's messages.

    A class derived from it names the type of its values as ``Values``, and reads and sets them as its own by ``held``.
    Its script is a module, see ``scripts.join``, that exports by default ``drawValues(display)`` of ``values.js``; the
    function ``display({ model, el })`` is given the plain model.

    >>> class Said(ipywidgets.Widget):
    ...     words = t.Unicode().tag(sync=True)
    >>> class Saying(ValuesView):
    ...     Values = Said
    ...     words = held("words")
    >>> saying = Saying(words="Loyaulte me lie")
    >>> saying.words, saying.values.words
    ('Loyaulte me lie', 'Loyaulte me lie')
    """

    Values: ClassVar[type[ipywidgets.Widget]] = ipywidgets.Widget

    values: Any = t.Instance(ipywidgets.Widget, allow_none=True).tag(sync=True, **ipywidgets.widget_serialization)

    def __init__(self, **values: Any) -> None:
        super().__init__(values=self.Values(**values))

    def close(self) -> None:
        """Close the widget and its values, if it came to have any."""
        if self.values:
            self.values.close()
        super().close()


def held(name: str) -> Any:
    """Return the property of a ``ValuesView`` that stands for the value ``name``."""
    return property(lambda view: getattr(view.values, name), lambda view, value: setattr(view.values, name, value))
