"""What players do at the table takes few taps on a phone: `tests/benchmarks/ten_tasks.py` has the ways."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.benchmarks.ten_tasks import TASKS, Task, cost

MOST = {
    "meaning": (1, 0),
    "odds": (2, 4),
    "card_with_table": (2, 3),
    "errata_of_rule": (1, 0),
    "roll": (4, 3),
    "when_lost": (1, 0),
    "back": (1, 0),
    "open_questions": (2, 8),
    "all_tables": (1, 3),
    "share": (1, 2),
}
"""Taps and swipes; of swipes one more than today, for texts grow."""


@pytest.mark.parametrize(("game", "task"), [each[1:] for each in TASKS], ids=[each[2].__name__ for each in TASKS])
def test_a_task_at_the_table_takes_few_taps(browser: Browser, games: dict[str, Path], game: str, task: Task) -> None:
    found = cost(browser, games[game], task)
    assert found is not None
    taps, swipes = MOST[task.__name__]
    assert (found.taps, found.swipes <= swipes) == (taps, True), found
