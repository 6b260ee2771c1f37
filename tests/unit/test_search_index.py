"""What can be found is everything that is printed, once; and the index is no larger than it has to be."""

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

import pytest

from rulewright.outputs.web.search_entries import SearchEntry, search_entries
from rulewright.outputs.web.search_index import PART, figures, search_index
from rulewright.outputs.web.search_postings import DIGITS, Stems, fold, words_in, words_of
from rulewright.outputs.web.site import Site
from rulewright.pdf.finished_files import FinishedFiles
from rulewright.proof.report import ProofReport
from tests.conftest import GAMES, ROOT, examined
from tests.page_data import script_data


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
        "rule": book.game.rules,
        "term": book.game.terms,
        "table": book.game.tables,
        "card": book.game.cards,
        "figure": book.game.figures,
        "reference": book.game.references,
        "example": book.game.examples,
        "erratum": book.game.errata,
    }
    expected = sorted((kind, thing.id) for kind, things in kinds.items() for thing in things)
    assert sorted((entry.kind, entry.id) for entry in found_in(game)) == expected


@pytest.mark.parametrize("game", GAMES)
def test_entries_are_words_without_markup(game: str) -> None:
    for entry in found_in(game):
        text = " ".join((entry.title, entry.text, *entry.names))
        assert not re.search(r"\[\[|\]\]|<\w|\n|  |\*\*", text.replace("\n", " ") if entry.kind == "table" else text), (
            entry
        )
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


def read_back(script: str) -> dict[str, Any]:
    data: dict[str, Any] = script_data(script, "index")
    return data


def parts_of(files: Mapping[str, str], kind: str) -> list[dict[str, Any]]:
    """The parts of a kind in their order."""
    count = sum(name.startswith(f"search-index-{kind}-") for name in files)
    return [read_back(files[f"search-index-{kind}-{at}.js"]) for at in range(count)]


def made_up(count: int) -> list[SearchEntry]:
    return [
        SearchEntry("rule", str(at), f"1.{at}", f"Rule {at}", f"a.html#{at}", "odd one" if at % 2 else "even one")
        for at in range(count)
    ]


def test_the_index_reads_back_as_it_was_made() -> None:
    term = SearchEntry("term", "t", "", 'It\'s \\ "odd"', "b.html", "x\\'y", ("even",), (("was", "is"),))
    files = search_index([*made_up(900), term], "en")
    words = dict[str, str]()
    for part in parts_of(files, "words"):
        words |= zip(part.get("words", "").split(), part.get("found", "").split(), strict=True)
    assert decoded(words["odd"]) == [(at, 0, [4]) for at in range(1, 900, 2)] + [(900, 1, [2])]
    assert decoded(words["even"]) == [(at, 0, [4]) for at in range(0, 900, 2)] + [(900, 1, [])]
    assert decoded(words["one"]) == [(at, 0, [5]) for at in range(900)]
    assert decoded(words["899"]) == [(899, 1, [2])]
    rows = [row for part in parts_of(files, "entries") for row in part["rows"]]
    assert rows[0] == ["1.0", "Rule 0", "a.html#0", [], "even one"]
    assert rows[900] == ["", 'It\'s \\ "odd"', "b.html", ["even"], "x\\'y", [["was", "is"]]]
    head = read_back(files["search-index.js"])
    assert head["runs"] == [[0, 900], [1, 1]]


def decoded(code: str) -> list[tuple[int, int, list[int]]]:
    """Of each entry whether the word is in its heading, and the positions: written independently of the script."""
    found: list[tuple[int, int, list[int]]] = []
    digits = [DIGITS.index(sign) for sign in code]

    def number() -> int:
        end = next(at for at, digit in enumerate(digits) if digit < 32)
        taken = [digits.pop(0) & 31 for _ in range(end + 1)]
        return sum(digit << (5 * at) for at, digit in enumerate(taken))

    while digits:
        place, positions, step = number(), list[int](), 1
        if place & 1:
            assert 0 < digits.pop(0) < 64
        while step & 1:
            step = number()
            positions += [sum(positions[-1:]) + (step >> 1)] if step else []
        found.append(((found[-1][0] if found else 0) + (place >> 1), place & 1, positions))
    return found


def test_each_key_is_in_the_part_that_the_head_names() -> None:
    files = search_index(made_up(900), "en")
    head, parts, stems = read_back(files["search-index.js"]), parts_of(files, "words"), Stems("en")
    assert len(head["words"]) == len(parts) > 5
    assert head["words"] == sorted(head["words"])
    for at, part in enumerate(parts):
        keys = [
            *(stems[word] for word in part.get("words", "").split()),
            *(f"~{letter}" for letter in part.get("spelling", ())),
        ]
        keys += [f"#{figures(number)}" for number, *_ in part.get("numbers", ())]
        keys += [" ".join(stems[word] for word in words_in(name)) for name, *_ in part.get("names", ())]
        assert {bisect_right(head["words"], key) - 1 for key in keys} == {at}
        assert head["marks"][0][2 * at : 2 * at + 2] == part["mark"]


def test_parts_are_small_however_large_the_book() -> None:
    """A word that is everywhere is alone in its part, and has no positions there."""
    small, large = search_index(made_up(300), "en"), search_index(made_up(6_000), "en")
    for files in (small, large):
        sizes = {name: len(text) for name, text in files.items() if name != "search-index.js"}
        assert max(sizes.values()) < 1.2 * PART
        assert sum(size < PART / 2 for size in sizes.values()) <= 4
    assert len(large["search-index.js"]) < 2 * len(small["search-index.js"])
    assert len(large) > 10 * len(small) > 50


def test_an_everyday_word_that_is_everywhere_has_no_places() -> None:
    [word] = [
        part for part in parts_of(search_index(made_up(2_000), "en"), "words") if " one " in f" {part.get('words')} "
    ]
    assert dict(zip(word["words"].split(), word["found"].split(), strict=True))["one"] == "."


def test_names_lead_to_their_entries_and_numbers_too() -> None:
    term = SearchEntry(
        "term", "c", "2", "Command Token", "g.html#c", "A marker.", ("CT",), keywords="chit, order marker"
    )
    parts = parts_of(search_index([*made_up(2), replace(term, kind="rule"), term], "en"), "words")
    names = [row for part in parts for row in part.get("names", ())]
    assert ["Command Token", 3, "CT"] in names
    assert ["CT", 3, "Command Token"] in names
    assert ["Command Token", 2] in names
    assert {("chit", 3), ("order marker", 3)} <= {tuple(row) for part in parts for row in part.get("keywords", ())}
    assert {"ct": "command token"} in [part.get("initials") for part in parts]
    assert [["1.0", 0], ["1.1", 1], ["2", 2]] in [part.get("numbers") for part in parts]
    heads = {at: row for part in parts for at, row in part["heads"].items()}
    assert heads["3"] == ["2", "Command Token", "g.html#c", ["CT"]]


def test_the_same_book_has_the_same_index() -> None:
    made = found_in("last-hundred-yards")
    assert search_index(made, "en") == search_index(list(made), "en")


def test_an_edit_changes_few_parts() -> None:
    """A published site keeps what it has of the others."""
    before = search_index(made_up(2_000), "en")
    edited = made_up(2_000)
    edited[1_000] = replace(edited[1_000], text="even some")
    after = search_index(edited, "en")
    assert set(after) == set(before)
    changed = {name for name in before if after[name] != before[name]}
    assert 2 <= len(changed) <= 4, "the head, the entry, and its words"
    assert len(before) > 20
