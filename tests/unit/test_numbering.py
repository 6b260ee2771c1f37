"""Rule numbers by their two ways of counting."""

import random

import pytest

from rulewright.entries.numbering import Numbering
from tests.conftest import Project


@pytest.mark.parametrize(
    ("numbering", "numbers"),
    [
        (Numbering.DOTTED, ["4", "4.3", "4.3.2", "4.3.10", "4.3.a", "12.2", "12.13", "12.121", "A4.3", ""]),
        (
            Numbering.DECIMAL,
            ["9.4", "12", "12.1", "12.11", "12.12", "12.121", "12.13", "12.2", "A4.3", "C2.1", "C11.2", ""],
        ),
        (Numbering.DOTTED, ["I", "II", "II.2", "II.ii.3", "IV", "V", "IX", "X", "XIV", "A", "C", "C.1", ""]),
        (Numbering.DOTTED, ["4.a", "4.c", "4.i", "4.j", "4.v", "G", "H", "I", "J"]),
        (Numbering.DECIMAL, ["II.1", "IX.1", "IX.12", "IX.2"]),
    ],
)
def test_numbers_sort_as_readers_count(numbering: Numbering, numbers: list[str]) -> None:
    shuffled = random.Random(12).sample(numbers, len(numbers))
    assert sorted(shuffled, key=numbering.order(numbers)) == numbers


@pytest.mark.parametrize(
    ("number", "above"),
    [
        ("12.121", ["12.12", "12.1", "12"]),
        ("12", []),
        ("C11.2", ["C11"]),
        ("12.15.a", ["12.15", "12.1", "12"]),
        ("§ 4", []),
    ],
)
def test_a_decimal_rule_stands_under_the_number_it_begins_with(number: str, above: list[str]) -> None:
    assert list(Numbering.DECIMAL.above(number)) == above


@pytest.mark.parametrize(
    ("written", "numbers"),
    [
        ("12.151–3", ["12.151", "12.152", "12.153"]),
        ("12.15-17", ["12.15", "12.16", "12.17"]),
        ("11.4-42", ["11.4", "11.41", "11.42"]),
        ("11.4-52", []),
        ("11.4-4123", []),
        ("12.153-1", []),
        ("12.15.a-c", ["12.15.a", "12.15.b", "12.15.c"]),
        ("3-5", ["3", "4", "5"]),
        ("12.15", []),
    ],
)
def test_a_decimal_range_counts_the_last_figures(written: str, numbers: list[str]) -> None:
    assert Numbering.DECIMAL.range(written) == numbers


def test_the_outline_of_a_decimal_game_goes_down_with_every_figure(project: Project) -> None:
    numbers = ("12", "12.1", "12.2", "12.12", "12.121", "12.13", "12.3")
    rules = "".join(f'  r{n.replace(".", "-")}: {{number: "{n}", title: T, text: X.}}\n' for n in numbers)
    project.write("content/deep/deep.yaml", f"game: {{title: Deep, numbering: decimal}}\nrules:\n{rules}")
    book = project.examined("deep", prove=False).book
    assert book is not None
    (chapter,) = book.outline
    assert [each.rule.number for each in chapter.walk()] == ["12", "12.1", "12.12", "12.121", "12.13", "12.2", "12.3"]
    assert [each.rule.number for each in chapter.below] == ["12.1", "12.2", "12.3"]
