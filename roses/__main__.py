"""Runs the ``roses`` command as ``python -m roses``."""

from roses.cli import main

raise SystemExit(main())
