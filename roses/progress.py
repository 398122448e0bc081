"""The progress bar of computations that may take long: it appears after three seconds, and goes when all is done."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from time import monotonic
from types import TracebackType
from typing import Any, Final, Self, TypeVar

from tqdm.auto import tqdm

T = TypeVar("T")
DELAY: Final = 3.0  # s; a bar made at once and thrown away would cost a notebook a dozen messages each time
_HIDDEN: Final = {"display": False} if any(c.__module__ == "tqdm.notebook" for c in tqdm.__mro__) else {}


class ProgressBar:
    """Counts what has been done, and shows a bar of tqdm once it has taken ``DELAY`` seconds.

    ``label`` says what is done, ``unit`` what is counted, ``total`` how many there are, None if that is not known.

    >>> with ProgressBar("best play", "layer", 2) as bar:
    ...     bar.update()
    >>> bar.done
    1
    """

    def __init__(self, label: str, unit: str, total: int | None = None) -> None:
        self.done = 0
        self._about = {"desc": label, "unit": unit, "total": total}
        self._begin = monotonic()
        self._bar: Any = None
        self._output: Any = None  # of the bar in a notebook

    def update(self, n: int = 1) -> None:
        """Count ``n`` more as done."""
        self.done += n
        if self._bar is not None:
            self._bar.update(n)
        elif monotonic() - self._begin > DELAY:
            self._bar = tqdm(initial=self.done, mininterval=0.5, leave=False, **self._about, **_HIDDEN)
            if _HIDDEN:
                from IPython.display import display

                self._output = display(self._bar.container, display_id=True)  # type: ignore[no-untyped-call]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._bar is not None:
            self._bar.close()
        if self._output is not None:  # else a saved notebook would ask for a widget that is gone
            self._output.update({"text/plain": ""}, raw=True)


def counted(items: Iterable[T], label: str, unit: str, total: int | None = None) -> Iterator[T]:
    """Yield the items under a progress bar.

    >>> list(counted("ab", "letters", "letter"))
    ['a', 'b']
    """
    with ProgressBar(label, unit, total) as bar:
        for item in items:
            yield item
            bar.update()
