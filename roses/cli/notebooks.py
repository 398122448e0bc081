"""Finds the folder of notebooks to open, and copies it once for a reader. It never overwrites a reader's file."""

from __future__ import annotations

import hashlib
import json
import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path

COPIES = "roses-notebooks"
START = "00_start"
_MANIFEST = ".roses.json"  # in the copies: the fingerprint that each file had in the kit when it was copied


def checkout(place: Path) -> Path | None:
    """Return the checkout of the kit that ``place`` lies in, or None."""
    for folder in (place, *place.parents):
        project = folder / "pyproject.toml"
        if (folder / "notebooks").is_dir() and project.is_file():
            name = tomllib.loads(project.read_text(encoding="utf-8")).get("project", {}).get("name")
            if name == "roses-kit":
                return folder
    return None


def open_folder(place: Path) -> tuple[Path, list[str]]:
    """Return the folder of notebooks for somebody who stands at ``place``, and the news he should read.

    In a checkout these are the checkout's own; elsewhere the copies below ``place``, made now if they are missing.
    """
    home = checkout(place)
    if home:
        return home / "notebooks", []
    from roses.engine.data import folder

    copies = place if (place / _MANIFEST).is_file() else place / COPIES
    try:
        return copies, _copy(folder("notebooks"), copies)
    except OSError as error:
        raise SystemExit(f"roses: the notebooks cannot be copied to {copies}: {error.strerror}.") from error


def choose(folder: Path, wanted: str | None) -> str:
    """Return the file name of the notebook with this number or name; without one, of the start notebook."""
    stem = (wanted or START).removesuffix(".ipynb")
    there = sorted(path.stem for path in folder.glob("*.ipynb"))
    for name in there:
        if name == stem or (stem.isdigit() and name.startswith(f"{int(stem):02}_")):
            return f"{name}.ipynb"
    raise SystemExit(f"roses: there is no notebook {stem} in {folder}; there are: {', '.join(there) or 'none'}.")


def fingerprint(path: Path) -> str:
    """Return a digest of a file; of a notebook, only of what its writer wrote: running it changes nothing here."""
    content = path.read_bytes()
    if path.suffix == ".ipynb":
        try:
            cells = json.loads(content)["cells"]
            written = [[cell["cell_type"], "".join(cell["source"])] for cell in cells]
            content = json.dumps(written).encode()
        except (ValueError, KeyError, TypeError):
            pass  # not a notebook any more: its bytes are what the reader made of it
    return hashlib.sha256(content).hexdigest()


def _copy(kit: Path, copies: Path) -> list[str]:
    copies.mkdir(parents=True, exist_ok=True)
    known = _read_manifest(copies)
    news = []
    for name in _files(kit):
        mine, theirs = copies / name, fingerprint(kit / name)
        if not mine.exists():
            mine.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(kit / name, mine)
        elif (found := fingerprint(mine)) != theirs:
            if found == known.get(name):
                news.append(
                    f"{name} has a newer version in the kit. Your copy, which you have not edited, stays as it is;"
                    " to get the new one, delete it and type roses again."
                )
            continue
        known[name] = theirs
    (copies / _MANIFEST).write_text(json.dumps(known, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    return news


def _read_manifest(copies: Path) -> dict[str, str]:
    try:
        return dict(json.loads((copies / _MANIFEST).read_text(encoding="utf-8")))
    except (FileNotFoundError, ValueError):
        return {}  # every copy then counts as the reader's own


def _files(kit: Path) -> Iterator[str]:
    for path in sorted(kit.rglob("*")):
        name = path.relative_to(kit)
        if path.is_file() and not any(part.startswith((".", "__")) for part in name.parts):
            yield name.as_posix()
