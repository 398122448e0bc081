"""The DataFrame class in which all functions of the kit return tables."""

from __future__ import annotations

import pandas as pd


class Table(pd.DataFrame):  # type: ignore[misc]
    """A DataFrame whose HTML shows texts whole, left aligned and without the index.

    >>> Table({"block": ["Richmond"], "steps": [4]}).shape
    (1, 2)
    """

    @property
    def _constructor(self) -> type[Table]:
        return Table

    def _repr_html_(self) -> str:
        with pd.option_context("display.max_colwidth", None):
            html: str = self.to_html(index=False, justify="left", border=0)
        for cell in ("td", "th"):
            html = html.replace(f"<{cell}>", f'<{cell} style="text-align:left; vertical-align:top">')
        return html
