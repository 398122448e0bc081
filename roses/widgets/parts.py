"""The base of what displays itself in several parts: pieces of HTML or pictures, and a Stepper among them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any

from IPython.display import display

from roses.engine.replay import Timeline
from roses.widgets.stepper.widget import Stepper


class Parts(ABC):
    """A value with ``parts``, each displayed as an output of its own; a timeline among them stands for the Stepper."""

    @abstractmethod
    def parts(self) -> Iterator[dict[str, str] | Timeline]:
        """Yield the parts in order, as dictionaries of MIME types."""

    @abstractmethod
    def stepper(self) -> Stepper:
        """Return the Stepper."""

    def _ipython_display_(self, **_kwargs: Any) -> None:
        """Display the parts one after the other, each as an output of its own."""
        for part in self.parts():
            if isinstance(part, Timeline):
                self.stepper()._ipython_display_()
            else:
                display(part, raw=True)  # type: ignore[no-untyped-call]


def html_part(html: str, plain: str = "") -> dict[str, str]:
    """Return HTML as a part, with the plain text in its place.

    >>> html_part("<p>Towton</p>", "Towton")
    {'text/html': '<p>Towton</p>', 'text/plain': 'Towton'}
    """
    return {"text/html": html, "text/plain": plain}
