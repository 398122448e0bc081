"""``python -m tests.testing fuzz``, ``bench`` or ``fogtest``, each with ``--help``: random games for developers."""

from __future__ import annotations

import sys

from tests.testing import commands, fogtest_command

TOOLS = {"fuzz": commands.main, "bench": commands.main, "fogtest": fogtest_command.main}


def main(argv: list[str]) -> int:
    """Run one of the tools and return its exit code."""
    if not argv or argv[0] not in TOOLS:
        raise SystemExit(f"python -m tests.testing: name one of {', '.join(TOOLS)}")
    return TOOLS[argv[0]](argv)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
