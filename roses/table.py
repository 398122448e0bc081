"""The DataFrame class in which all functions of the kit return tables."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from itertools import cycle
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt
import pandas as pd
from pandas.api.types import is_bool_dtype, is_numeric_dtype

from roses.engine.i18n import gettext as _

_ADDRESS: Final = re.compile(r"https?://\S+$")
_CELL: Final = re.compile("<(t[dh])>")
Column: TypeAlias = Sequence[Any] | npt.NDArray[Any]


class Table(pd.DataFrame):  # type: ignore[misc]
    """A DataFrame whose HTML shows texts whole and left aligned, numbers right aligned, and no index.

    >>> Table({"block": ["Richmond"], "steps": [4]}).shape
    (1, 2)
    >>> "right" in Table({"steps": [4]})._repr_html_()
    True
    """

    @property
    def _constructor(self) -> type[Table]:
        return Table

    def _repr_html_(self) -> str:
        with pd.option_context("display.max_colwidth", None):
            html: str = self.to_html(index=False, justify="left", border=0)
        numbers = [is_numeric_dtype(dtype) and not is_bool_dtype(dtype) for dtype in self.dtypes]
        aligns = ["right" if number else "left" for number in numbers]
        columns = cycle(aligns if html.count("<th>") == len(aligns) else ["left"])  # else columns are left out
        return _CELL.sub(lambda cell: f'<{cell[1]} style="text-align:{next(columns)}; vertical-align:top">', html)


class Entries(Table):
    """A Table of long texts, whose HTML fits a telephone: two columns, the further ones as lines below the second.

    An address is a link. What is empty is left out.

    >>> works = Entries({"id": ["ch-york"], "work": ["York memorandum"], "written": ["23 August 1485"]})
    >>> works._repr_html_().count("<td"), "written</i>: 23 August 1485" in works._repr_html_()
    (1, True)
    """

    def _repr_html_(self) -> str:
        names = [escape(str(name)) for name in self.columns]
        head = "".join(f'<th scope="col" style="text-align:left">{name}</th>' for name in names[:2])
        style = "text-align:left; vertical-align:top; white-space:normal"
        rows = ""
        for row in self.itertuples(index=False):
            first, *values = map(str, row)
            cell = [_link(value) for value in values[:1]]
            for name, value in zip(names[2:], values[1:], strict=True):
                if value:
                    cell.append(_("{column}: {value}").format(column=f"<i>{name}</i>", value=_link(value)))
            rows += f'<tr><th scope="row" style="{style}">{escape(first)}</th>'
            rows += f'<td style="{style}">{"<br>".join(cell)}</td></tr>'
        return f'<table class="dataframe"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>'


def _link(text: str) -> str:
    """Return a text as HTML; an address becomes a link that may break anywhere."""
    safe = escape(text)
    return f'<a href="{safe}" style="overflow-wrap:anywhere">{safe}</a>' if _ADDRESS.match(text) else safe


def from_rows(rows: Iterable[Sequence[Any]], dtypes: Mapping[str, str]) -> Table:
    """Return rows as a table with these columns, each with its dtype; ValueError for a row of another length.

    >>> from_rows([("Richmond", 4)], {"block": "str", "steps": "int64"}).dtypes.map(str).tolist()
    ['str', 'int64']
    """
    return from_columns(list(zip(*rows, strict=True)), dtypes)


def from_columns(columns: Sequence[Column], dtypes: Mapping[str, str]) -> Table:
    """Return a table of these columns, with their dtypes by name; [] stands for the columns of a table without rows.

    ValueError for columns of different lengths, or if there is not one for each dtype; TypeError if a column "str"
    holds anything but texts and None.

    >>> from_columns([["Richmond"], [4]], {"block": "str", "steps": "int64"}).shape
    (1, 2)
    """
    columns = columns or [()] * len(dtypes)
    return Table({
        name: _array(column, dtype) for column, (name, dtype) in zip(columns, dtypes.items(), strict=True)
    })  # fmt: skip


def _array(column: Column, dtype: str) -> Any:
    """Return a column as pandas holds it; pandas would turn numbers into texts, which is refused here."""
    if dtype == "str" and (other := next((x for x in column if not isinstance(x, str | None)), None)) is not None:
        raise TypeError(f"a column of texts holds str or None, not {type(other).__name__}")
    return pd.array(column if isinstance(column, np.ndarray) else list(column), dtype=dtype)
