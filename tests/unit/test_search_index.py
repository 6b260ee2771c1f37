"""What can be found is everything that is printed, once; and the index is no larger than it has to be."""

import json
import re
from collections.abc import Sequence
from typing import Protocol

import pytest

from rulewright.proof.report import ProofReport
from rulewright.render.pdf.finished_files import FinishedFiles
from rulewright.render.web.search_entries import SearchEntry, search_entries
from rulewright.render.web.search_index import DIGITS, fold, search_index, words_of
from rulewright.render.web.site import Site
from tests.conftest import GAMES, ROOT, examined


class Named(Protocol):
    @property
    def id(self) -> str: ...


def found_in(game: str) -> tuple[SearchEntry, ...]:
    book = examined(game).book
    assert book is not None
    return tuple(search_entries(Site(book, ProofReport(), ROOT, FinishedFiles({}))))


@pytest.mark.parametrize("game", GAMES)
def test_everything_can_be_found_once(game: str) -> None:
    book = examined(game).book
    assert book is not None
    kinds: dict[str, Sequence[Named]] = {
        "rule": book.game.rules, "term": book.game.terms, "table": book.game.tables, "card": book.game.cards,
        "figure": book.game.numbered_figures, "reference": book.game.references, "example": book.game.examples, "erratum": book.game.errata,
    }  # fmt: skip
    expected = sorted((kind, thing.id) for kind, things in kinds.items() for thing in things)
    assert sorted((entry.kind, entry.id) for entry in found_in(game)) == expected


@pytest.mark.parametrize("game", GAMES)
def test_entries_are_words_without_markup(game: str) -> None:
    for entry in found_in(game):
        text = " ".join((entry.title, entry.text, *entry.names))
        assert not re.search(r"\[\[|\]\]|<\w|\n|  |\*\*", text.replace("\n", " ") if entry.kind == "table" else text), entry
        assert entry.title, entry


def test_a_rule_is_told_with_all_that_stands_in_it() -> None:
    [rule] = [entry for entry in found_in("advanced-squad-leader") if (entry.kind, entry.number) == ("rule", "12.12")]
    assert "However many units share a stack" in rule.text  # its exception
    assert rule.corrections[0] == ("at ≤ 17 hexes from all", "17 hexes or more")


def test_a_table_is_told_by_its_headings_not_by_its_numbers() -> None:
    [table] = [entry for entry in found_in("iron-cross") if (entry.kind, entry.id) == ("table", "casualty-throw")]
    assert table.text.startswith("Target · small arms · MG · FT · ")
    assert not re.search(r"(^|· )\d+( ·|$)", table.text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("See 12.121, B28.1 and 4.3.1.1.e.", {"see", "12.121", "b28.1", "and", "4.3.1.1.e"}),
        ("A half-track's crew", {"a", "half", "track", "crew", "halftrack"}),
        ("Œuvre d’État", {"oeuvre", "d", "etat"}),
        ("+1 for 2d6_x", {"1", "for", "2d6", "x"}),
        ("", set()),
    ],
)
def test_words(text: str, words: set[str]) -> None:
    assert words_of(text) == words


def test_folding_twice_is_folding_once() -> None:
    for entry in found_in("last-hundred-yards"):
        assert fold(fold(entry.text)) == fold(entry.text)


def read_back(script: str) -> dict[str, object]:
    match = re.fullmatch(r"document\.currentScript\.index = JSON\.parse\('(.*)'\);\n", script)
    assert match
    data: dict[str, object] = json.loads(re.sub(r"\\(.)", r"\1", match[1]))
    return data


def test_the_index_reads_back_as_it_was_made() -> None:
    made = [
        SearchEntry("rule", str(at), str(at), f"Rule {at}", f"a.html#{at}", "odd" if at % 2 else "even")
        for at in range(900)
    ]
    index = read_back(
        search_index([*made, SearchEntry("term", "t", "", 'It\'s \\ "odd"', "b.html", "x\\'y", ("even",))], "en")
    )
    words = str(index["words"]).split(" ")
    found = dict(zip(words, str(index["found"]).split(" "), strict=True))
    assert decoded(found["odd"]) == [2 * at for at in range(1, 900, 2)] + [1801]
    assert decoded(found["even"]) == [2 * at for at in range(0, 900, 2)] + [1801]
    assert decoded(found["899"]) == [2 * 899 + 1]
    rows = index["entries"]
    assert isinstance(rows, list)
    assert rows[0] == [0, "0", "Rule 0", "a.html#0", "even"]
    assert rows[900] == [1, "", 'It\'s \\ "odd"', "b.html", "x\\'y", ["even"]]


def decoded(code: str) -> list[int]:
    """The numbers again, written independently of the script."""
    numbers: list[int] = []
    digits = [DIGITS.index(sign) for sign in code]
    while digits:
        end = next(at for at, digit in enumerate(digits) if digit < 32)
        gap = sum((digit & 31) << (5 * at) for at, digit in enumerate(digits[: end + 1]))
        numbers.append(gap + (numbers[-1] if numbers else 0))
        digits = digits[end + 1 :]
    return numbers


def test_the_same_book_has_the_same_index() -> None:
    made = found_in("last-hundred-yards")
    assert search_index(made, "en") == search_index(list(made), "en")
