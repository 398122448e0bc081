"""The DataFrame class in which all functions of the kit return tables."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from html import escape
from itertools import accumulate, chain, cycle, pairwise
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
import pandas as pd
import pyarrow as pa
from pandas.api.internals import create_dataframe_from_blocks
from pandas.api.types import is_bool_dtype, is_numeric_dtype

from roses.engine.i18n import gettext as _

_ADDRESS: Final = re.compile(r"https?://\S+$")
_CELL: Final = re.compile("<(t[dh])>")
_PLAIN: Final = ("int64", "float64", "bool")  # dtypes of numpy
_TEXT: Final = pa.large_string()
_STR: Final = pd.StringDtype(na_value=np.nan)  # "str", which pandas looks up by that name each time


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
        aligns = [_align(dtype) for dtype in self.dtypes]
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
        rows = "".join(_entry(names, [str(value) for value in row]) for row in self.itertuples(index=False))
        return f'<table class="dataframe"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>'


def _entry(names: Sequence[str], row: Sequence[str]) -> str:
    """Return a row: its first text, and all others in one cell."""
    more = [_("{column}: {value}").format(column=f"<i>{name}</i>", value=_linked(value))
            for name, value in zip(names[2:], row[2:], strict=True) if value]  # fmt: skip
    told = "<br>".join((_linked(row[1]), *more))
    style = "text-align:left; vertical-align:top; white-space:normal"
    return f'<tr><th scope="row" style="{style}">{escape(row[0])}</th><td style="{style}">{told}</td></tr>'


def _linked(text: str) -> str:
    """Return a text as HTML; an address becomes a link that may break anywhere."""
    safe = escape(text)
    return f'<a href="{safe}" style="overflow-wrap:anywhere">{safe}</a>' if _ADDRESS.match(text) else safe


def _align(dtype: Any) -> str:
    return "right" if is_numeric_dtype(dtype) and not is_bool_dtype(dtype) else "left"


class Taken(NamedTuple):
    """A column that holds some values again and again: ``values[i]`` for each ``i`` of ``at``."""

    values: Sequence[Any] | npt.NDArray[Any]
    at: npt.NDArray[np.int64]


_Blocks: TypeAlias = list[tuple[Any, npt.NDArray[np.intp]]]
Column: TypeAlias = Sequence[Any] | npt.NDArray[Any] | Taken


def tabled(rows: Iterable[Sequence[Any]], dtypes: Mapping[str, str]) -> Table:
    """Return rows as a table with these columns, each with its dtype.

    >>> tabled([("Richmond", 4)], {"block": "str", "steps": "int64"}).dtypes.map(str).tolist()
    ['str', 'int64']
    """
    return tables({"": (list(zip(*rows, strict=True)), dtypes)})[""]


def tables(wanted: Mapping[str, tuple[Sequence[Column], Mapping[str, str]]]) -> dict[str, Table]:
    """Return tables by name, each of its columns and their dtypes by name; of one without rows [] may stand for them.

    They are put together of arrays as pandas holds them, in a fifth of the time of ``DataFrame``; texts of all tables
    are made at once and cut, since pandas takes as long for one short column. ValueError for columns of different
    lengths, or if there is not one for each dtype; TypeError if a column "str" holds anything but texts and None.

    >>> tables({"blocks": ([["Richmond"], [4]], {"block": "str", "steps": "int64"})})["blocks"].shape
    (1, 2)
    """
    texts = [
        column.values if isinstance(column, Taken) else column for columns, dtypes in wanted.values()
        for column, dtype in zip(columns, dtypes.values(), strict=bool(columns)) if dtype == "str"
    ]  # fmt: skip
    strings, ends = _strings([*chain.from_iterable(texts)]), [*accumulate(map(len, texts), initial=0)]
    cut = (strings[begin:end] for begin, end in pairwise(ends))
    return {name: _table(columns, tuple(dtypes.items()), cut) for name, (columns, dtypes) in wanted.items()}


def _strings(texts: list[Any]) -> Any:
    """Return texts, None among them for one that is missing, as pandas holds them; TypeError for anything else."""
    return _STR.__from_arrow__(pa.array(texts, _TEXT))


def _table(columns: Sequence[Column], dtypes: tuple[tuple[str, str], ...], texts: Iterator[Any]) -> Table:
    """Return a table of its columns; those of texts are taken from ``texts``, where they come next."""
    names, blocks, empty = _layout(dtypes)
    if columns:
        found = [(_block([columns[i] for i in at], array.dtype, texts), at) for array, at in blocks]
        frame = create_dataframe_from_blocks(found, pd.RangeIndex(found[0][0].shape[-1]), names.view())
    else:
        frame = empty.copy(deep=False)
    frame.__class__ = Table  # it adds only how a table shows itself, and Table(frame) would copy each block twice
    table: Table = frame
    return table


@cache
def _layout(dtypes: tuple[tuple[str, str], ...]) -> tuple[pd.Index, _Blocks, pd.DataFrame]:
    """Return the names of columns, the blocks of a table without rows (array, and its columns), and this table.

    The columns of a dtype of numpy are the rows of one array, any other column has one of its own.
    """
    told = [dtype for _name, dtype in dtypes]
    alone = [(pd.array([], dtype=dtype), [at]) for at, dtype in enumerate(told) if dtype not in _PLAIN]
    together = [(plain, [at for at, dtype in enumerate(told) if dtype == plain]) for plain in _PLAIN]
    plain = [(np.empty((len(at), 0), dtype), at) for dtype, at in together if at]
    names, blocks = pd.Index([name for name, _ in dtypes]), [(array, np.array(at)) for array, at in (*alone, *plain)]
    return names, blocks, create_dataframe_from_blocks(blocks, pd.RangeIndex(0), names)


def _block(columns: Sequence[Column], dtype: Any, texts: Iterator[Any]) -> Any:
    """Return columns of a dtype as pandas holds them."""
    if isinstance(dtype, np.dtype):
        return np.array([np.asarray(c.values)[c.at] if isinstance(c, Taken) else c for c in columns], dtype)
    values, at = column if isinstance(column := columns[0], Taken) else (column, None)
    array = next(texts) if isinstance(dtype, pd.StringDtype) else pd.array(list(values), dtype=dtype)
    return array if at is None else array.take(at)
