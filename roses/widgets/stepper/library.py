"""plotly.js as text for the page, sent once by each kernel for all plots."""

from __future__ import annotations

import ipywidgets
import traitlets as t


class Library(ipywidgets.Widget):
    """The ``source`` of plotly.js and its ``version``, in a model without a view."""

    source = t.Unicode("").tag(sync=True)
    version = t.Unicode("").tag(sync=True)


_sent: list[Library] = []


def plotly_library() -> Library:
    """Return this kernel's plotly.js; the first call sends about 5 MB.

    >>> plotly_library() is plotly_library()
    True
    """
    from plotly.offline import get_plotlyjs, get_plotlyjs_version

    if not _sent or _sent[0].comm is None:  # it may have been closed with all widgets
        _sent[:] = [Library(source=get_plotlyjs(), version=get_plotlyjs_version())]
    return _sent[0]
