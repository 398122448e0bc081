"""Long proofs and their samples: ``pytest`` runs the samples, ``pytest -m proof`` (a stage of CI) all the rest."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import pytest


class Sample(NamedTuple):
    """So many games or positions of a scenario."""

    scenario: str
    number: int

    def __str__(self) -> str:
        return f"{self.scenario}-{self.number}"


def sampled(cases: Iterable[Any], *quick: Any) -> list[Any]:
    """Return the cases of a test for ``parametrize``: those that are not among the quick ones are proofs.

    A case is a value, or a plain tuple of values for several arguments. Each test keeps at least one quick case.
    """
    every = list(cases)
    assert quick and all(case in every for case in quick), f"{quick} are not among {every}"
    return [case if case in quick else _proof(case) for case in every]


def _proof(case: Any) -> Any:
    values = case if type(case) is tuple else (case,)
    return pytest.param(*values, marks=pytest.mark.proof)
