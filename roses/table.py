"""The DataFrame class in which all functions of the kit return tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Final

import numpy as np
import pandas as pd

_PLAIN: Final = ("int64", "float64", "bool")  # dtypes of numpy


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


def tabled(rows: Iterable[Sequence[Any]], dtypes: Mapping[str, str]) -> Table:
    """Return rows as a table with these columns, each with its dtype.

    Texts of all columns are made at once and cut, since pandas takes as long for one short column.

    >>> tabled([("Richmond", 4)], {"block": "str", "steps": "int64"}).dtypes.map(str).tolist()
    ['str', 'int64']
    """
    found = list(rows)
    if not found:
        return Table(_empty(tuple(dtypes.items())), copy=False)
    columns = dict(zip(dtypes, zip(*found, strict=True), strict=True))
    names = [name for name, dtype in dtypes.items() if dtype == "str"]
    texts, n = pd.array([text for name in names for text in columns[name]], dtype="str"), len(found)
    cut = {name: texts[at * n : at * n + n] for at, name in enumerate(names)}
    made = {name: cut[name] if name in cut else _array(columns[name], dtypes[name]) for name in dtypes}
    return Table(made, copy=False)


def _array(values: Sequence[Any], dtype: str) -> Any:
    return np.array(values, dtype) if dtype in _PLAIN else pd.array(list(values), dtype=dtype)


@cache
def _empty(dtypes: tuple[tuple[str, str], ...]) -> Table:
    return Table({name: pd.array([], dtype=dtype) for name, dtype in dtypes})
