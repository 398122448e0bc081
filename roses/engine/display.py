"""The registry of renderers: for each type of value, what renders it as text, SVG or plotly JSON.

``register`` takes renderers by name; each is imported when a value of its type is first shown in its format. The kit's
own entries are in ``roses/__init__.py``.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from roses.engine.loading import load

TYPE_CHECKING = False  # as in typing, whose import would take longer than all else here
if TYPE_CHECKING:
    from typing import Any, Final

TEXT: Final = "text/plain"
SVG: Final = "image/svg+xml"
PLOTLY: Final = "application/vnd.plotly.v1+json"
FIGURE: Final = "figure"  # a figure to work on in Python; not part of a MIME bundle
BACK: Final = "looking back"  # a widget that looks back at a game; not part of a MIME bundle

_RENDERERS: dict[str, dict[str, str]] = {}


def register(kind: str, renderers: Mapping[str, str]) -> None:
    """Register the renderers of a type.

    ``kind`` names the type as ``"module:name"``; ``renderers`` maps a format (``TEXT``, ``SVG``, ``PLOTLY``,
    ``FIGURE`` or ``BACK``) to a function of one argument, the value, named in the same way.
    An earlier entry for the type is replaced.
    """
    _RENDERERS[kind] = dict(renderers)


def renderers(value: object) -> Mapping[str, str]:
    """Return format to renderer of a value, by its type or the nearest of its bases; {} where none is registered."""
    for base in type(value).__mro__:
        if by_format := _RENDERERS.get(f"{base.__module__}:{base.__qualname__}"):
            return by_format
    return {}


def render(value: object, form: str) -> Any:
    """Return a value in one format; LookupError if no renderer is registered for it.

    >>> import roses
    >>> print(render(roses.start("richard-iii", "1483").view("York"), TEXT)[:5])
    1483,
    """
    by_format = renderers(value)
    if form not in by_format:
        forms = ", ".join(sorted(by_format)) or "text"
        raise LookupError(f"a {type(value).__name__} cannot be shown as {form}, but as: {forms}")
    return load(by_format[form])(value)


def mimebundle(
    value: object, include: Collection[str] | None = None, exclude: Collection[str] | None = None
) -> dict[str, Any]:
    """Return what a value shows of itself, for ``_repr_mimebundle_``: MIME type to text or data.

    ``include`` and ``exclude`` are MIME types, as IPython passes them; others are not rendered. A value without a
    renderer for text is shown by its ``repr``.

    >>> mimebundle(7)
    {'text/plain': '7'}
    """
    forms = [TEXT, *(form for form in renderers(value) if form not in (TEXT, FIGURE, BACK))]
    rendered_forms = [form for form in forms if (not include or form in include) and form not in (exclude or ())]
    bare = TEXT not in renderers(value)
    return {form: repr(value) if form == TEXT and bare else render(value, form) for form in rendered_forms}


class Displayed:
    """What shows itself by its renderers; a base without fields."""

    __slots__ = ()

    def _repr_mimebundle_(self, **asked: Any) -> dict[str, Any]:
        return mimebundle(self, **asked)


class Pictured(Displayed):
    """What has renderers for ``FIGURE`` and ``SVG``, and shows itself by them; a base without fields.

    >>> import roses
    >>> field = roses.battle("Leicester", {"Warwick": "Richmond"}, "Gloucester", scenario="1483")
    >>> roses.shapley(field).svg().name
    'What each block is worth in Leicester'
    """

    __slots__ = ()

    def figure(self) -> Any:
        """Return the picture as a plotly figure."""
        return render(self, FIGURE)

    def svg(self) -> Any:
        """Return the same picture as SVG, with a title and a description."""
        return render(self, SVG)
