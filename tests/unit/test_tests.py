"""What the tests themselves rest on: their order, and what they keep of each other's results."""

from itertools import count, pairwise
from pathlib import Path

import pytest

from rulewright.diagnostics import Diagnostic, Span
from rulewright.products.run import OutputFile, Rendered, known
from rulewright.store import Store
from tests import printers
from tests.conftest import Project
from tests.order import in_order


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


FINDING = Diagnostic("print-warning", Span("a.yaml"), "A warning.")


def test_a_file_of_the_same_values_is_made_once_unless_it_has_findings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(printers, "_store", lambda: Store(str(tmp_path)))
    numbers = count(1)

    def made(*inputs: str | bytes, path: str = "a.pdf", findings: tuple[Diagnostic, ...] = ()) -> Rendered:
        return printers.make_once(OutputFile(path, known(*inputs), lambda: (str(next(numbers)).encode(), findings)))

    assert [made("a", b"b") for _ in range(3)] == [(b"1", ())] * 3
    assert [made("a", b"c"), made("a", b"b", path="b.pdf")] == [(b"2", ()), (b"3", ())]
    assert [made("c", findings=(FINDING,)) for _ in range(2)] == [(b"4", (FINDING,)), (b"5", (FINDING,))]


def jobs_are_shared() -> bool:
    return getattr(OutputFile("a.pdf", known(), lambda: (b"", ())).job().run, "func", None) is printers.make_once


def test_a_test_that_alters_the_tool_takes_no_print_of_another(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not jobs_are_shared()


@pytest.mark.usefixtures("fresh_prints")
def test_a_test_of_printing_itself_takes_no_print_of_another() -> None:
    assert not jobs_are_shared()


def test_other_tests_share_their_prints(small: Project) -> None:
    assert jobs_are_shared()
