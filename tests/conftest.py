"""What all tests share: which folders hold no tests."""

collect_ignore = ["benchmarks", "tools"]
