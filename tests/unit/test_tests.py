"""What the tests themselves rest on: their order, and what they keep of each other's results."""

import os
from dataclasses import dataclass
from itertools import pairwise
from types import SimpleNamespace
from typing import cast

import pytest

from rulewright.base.installation import installation
from tests.conftest import GAMES, Project, with_other_games
from tests.order import in_order
from tests.sharing import CACHES


@pytest.mark.parametrize("processes", [1, 2, 3])
def test_every_process_begins_with_the_slow_tests_of_its_games(processes: int) -> None:
    games = ("one", "two", "three")
    fast = [f"tests/test_{at}.py::test" for at in range(13)]
    slow = [f"tests/golden/test_golden.py::test[{game}]" for game in games]
    last = "tests/browser/test_every_page.py::test"
    found = in_order([last, *fast, *slow], str, games, processes)
    assert sorted(found) == sorted([last, *fast, *slow])
    bounds = [len(found) * at // processes for at in range(processes + 1)]
    parts = [found[begin:end] for begin, end in pairwise(bounds)]
    assert [part[0] for part in parts] == slow[:processes]
    assert parts[0].index(last) == len([each for each in parts[0] if each in slow])
    assert [each for each in found if each in fast] == fast


@dataclass(frozen=True)
class Item:
    """As much of pytest's item as the choice of a game looks at."""

    test: str
    value: object
    markers: tuple[str, ...] = ()

    @property
    def nodeid(self) -> str:
        return f"tests/test_game.py::{self.test}[{self.value}]"

    @property
    def callspec(self) -> SimpleNamespace:
        return SimpleNamespace(params={"game": self.value, "also": [1]})

    def get_closest_marker(self, name: str) -> bool:
        return name in self.markers


def test_a_test_of_all_games_is_tried_on_one_and_all_tests_together_on_all() -> None:
    items = [Item(f"test_{at}", game) for at in range(20) for game in GAMES]
    kept = {*items} - with_other_games(cast(list[pytest.Item], items))
    assert sorted(item.test for item in kept) == sorted(f"test_{at}" for at in range(20))
    assert {item.value for item in kept} == {*GAMES}


@pytest.mark.parametrize("values", [GAMES[1:2], ("A4", "A5"), ("small", 3)])
def test_a_test_of_one_game_or_of_none_stays_as_it_is(values: tuple[object, ...]) -> None:
    assert with_other_games(cast(list[pytest.Item], [Item("test", value) for value in values])) == set()


def test_a_test_may_ask_for_every_game() -> None:
    items = [Item("test", game, ("every_game",)) for game in GAMES]
    assert with_other_games(cast(list[pytest.Item], items)) == set()


def shares_results() -> bool:
    return os.environ["XDG_CACHE_HOME"] == str(CACHES)


def test_a_test_that_alters_the_tool_takes_no_result_of_another(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not shares_results()


@pytest.mark.usefixtures("fresh_prints")
def test_a_test_of_printing_itself_takes_no_result_of_another(project: Project) -> None:
    assert not shares_results()


def test_other_tests_share_their_results(project: Project) -> None:
    assert shares_results()


def test_the_files_of_the_tool_are_listed_once_for_all_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    known = installation()
    monkeypatch.setattr("rulewright.base.installation.listing", pytest.fail)
    assert installation() == known
