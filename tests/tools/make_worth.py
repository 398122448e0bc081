"""Makes ``data/studies/worth-1483-*.json``: what four lords are worth to the campaign of 1483, by games between bots.

``python -m tests.tools.make_worth squire 600`` and ``... knight 56``: the bot on both sides, and the number of samples.
"""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec

from roses.engine.loading import folder
from roses.lab.worth.shapley import campaign_worth

LORDS = ("Norfolk", "Northumberland/Y", "Stanley/Y", "Oxford")


def main(bot: str, samples: str, path: Path | None = None) -> Path:
    """Play the games and write the file; return its path."""
    written = path or folder("data") / "studies" / f"worth-1483-{bot}.json"
    result = campaign_worth("1483", LORDS, n=int(samples), seats=bot)
    written.write_bytes(msgspec.json.encode(result) + b"\n")
    return written


if __name__ == "__main__":
    print(main(*sys.argv[1:]))
