"""Finds the folder of notebooks to open, or copies it once; files that a reader has changed are never overwritten."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

COPIES = "roses-notebooks"
START = "00_start"
_HOME = Path(__file__).resolve().parents[2]
_MANIFEST = ".roses.json"  # in the copies: the fingerprint that each file had in the kit when it was copied


def checkout(place: Path) -> Path | None:
    """Return the checkout that the running kit is part of if ``place`` lies in it, else None.

    Folders of other projects are not, whatever is written in their files.
    """
    there = (_HOME / "pyproject.toml").is_file() and (_HOME / "notebooks").is_dir()
    return _HOME if there and place.resolve().is_relative_to(_HOME) else None


def open_folder(place: Path) -> tuple[Path, list[str]]:
    """Return the folder of notebooks for the working directory ``place``, and messages for the reader.

    In the kit's checkout these are the checkout's own; elsewhere the copies below ``place``, made now if they are
    missing.
    """
    home = checkout(place)
    if home:
        return home / "notebooks", []
    from roses.engine.loading import folder

    copies = place if (place / _MANIFEST).is_file() else place / COPIES
    try:
        return copies, _copy(folder("notebooks"), copies)
    except OSError as error:
        raise SystemExit(f"roses: the notebooks cannot be copied to {copies}: {error.strerror}.") from error


def choose(folder: Path, wanted: str | None) -> str:
    """Return the file name of the notebook with this number or name; without one, of the start notebook.

    A number may end in the letter of a part, as 05b does; without a letter it is that of the first part, even where a
    copy from before the lesson had parts is left.
    """
    stem = (wanted or START).removesuffix(".ipynb")
    there = sorted((path.stem for path in folder.glob("*.ipynb")), key=lambda name: name.replace("_", "~"))
    number = re.fullmatch(r"([0-9]{1,4})([a-z]?)", stem)
    part = re.compile(rf"{int(number[1]):02}{number[2] or '[a-z]?'}_") if number else None
    for name in there:
        if name == stem or (part and part.match(name)):
            return f"{name}.ipynb"
    names = ", ".join(sorted(there)) or "none"
    raise SystemExit(f"roses: there is no notebook {stem[:80]} in {folder}; there are: {names}.")


def fingerprint(path: Path) -> str:
    """Return a digest of a file; of a notebook, only of its sources, so that running it does not change the digest."""
    content = path.read_bytes()
    if path.suffix == ".ipynb":
        try:
            cells = json.loads(content)["cells"]
            written = [[cell["cell_type"], "".join(cell["source"])] for cell in cells]
            content = json.dumps(written).encode()
        except (ValueError, KeyError, TypeError):
            pass  # no longer a notebook: the digest is of its bytes
    return hashlib.sha256(content).hexdigest()


def sign(copies: Path) -> None:
    """Let JupyterLab trust the copies that are equal to the kit's files, so that it shows the outputs saved in them.

    In place of the pictures and widgets of other notebooks it shows plain text. A trusted notebook stays trusted when
    the reader saves it. Needs the folders of ``jupyter``.
    """
    from roses.engine.loading import folder

    nbformat: Any = import_module("nbformat")
    notary: Any = import_module("nbformat.sign").NotebookNotary()
    kit = folder("notebooks")
    for name in _files(kit):
        mine = copies / name
        if mine.suffix == ".ipynb" and mine.is_file() and mine.read_bytes() == (kit / name).read_bytes():
            notary.sign(nbformat.read(mine, as_version=nbformat.NO_CONVERT))


def _copy(kit: Path, copies: Path) -> list[str]:
    from roses.engine.files import write

    copies.mkdir(parents=True, exist_ok=True)
    known, news = _read_manifest(copies)
    before = None if news else dict(known)
    news += _retired(kit, copies, known)
    for name in _files(kit):
        mine, theirs = copies / name, fingerprint(kit / name)
        if not mine.exists() or (name not in known and _is_unfinished(kit / name, mine)):
            mine.parent.mkdir(parents=True, exist_ok=True)
            write(mine, (kit / name).read_bytes())
        elif (digest := fingerprint(mine)) != theirs:
            if digest == known.get(name):
                news.append(
                    f"{name} has a newer version in the kit. Your copy, which you have not edited, stays as it is; "
                    "to get the new one, delete it and type roses again."
                )
            continue
        known[name] = theirs
    if known != before:
        write(copies / _MANIFEST, (json.dumps(known, indent=1, sort_keys=True) + "\n").encode())
    return news


def _retired(kit: Path, copies: Path, known: dict[str, str]) -> list[str]:
    """Return a message for each copy of a file that is no longer in the kit."""
    return [
        f"{name} is no longer in the kit. Your copy stays; delete it if you do not need it."
        for name in sorted(known.keys() - {*_files(kit)})
        if (copies / name).exists()
    ]


def _is_unfinished(theirs: Path, mine: Path) -> bool:
    """Tell whether a file is a copy that was interrupted, as on a full disk: the beginning of the kit's file."""
    size = mine.stat().st_size
    return size < theirs.stat().st_size and theirs.read_bytes()[:size] == mine.read_bytes()


def _read_manifest(copies: Path) -> tuple[dict[str, str], list[str]]:
    """Return the digests of the files that were copied, and a message for the reader if they cannot be read."""
    try:
        known = json.loads((copies / _MANIFEST).read_text(encoding="utf-8-sig"))
        if isinstance(known, dict) and all(isinstance(mark, str) for mark in known.values()):
            return known, []
    except FileNotFoundError:
        return {}, []
    except (ValueError, RecursionError):
        pass
    return {}, [
        f"{copies / _MANIFEST} cannot be read and is written again; every notebook there that differs from the kit's "
        "now counts as edited by you."
    ]


def _files(kit: Path) -> Iterator[str]:
    for path in sorted(kit.rglob("*")):
        name = path.relative_to(kit)
        if path.is_file() and not any(part.startswith((".", "__")) for part in name.parts):
            yield name.as_posix()
