"""What all tests share: which folders hold no tests, and how hypothesis looks for examples."""

from __future__ import annotations

import os

from hypothesis import settings

collect_ignore = ["benchmarks", "tools"]
settings.register_profile("ci", derandomize=True)  # a green run must not depend on luck; at a desk, luck finds more
if os.environ.get("CI"):
    settings.load_profile("ci")
