"""A game that is read again takes the entries of a file together that did not change, and says and makes the same."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest

from rulewright.base.findings import Findings
from rulewright.base.memo import from_nothing
from rulewright.book.game import Game
from rulewright.book.layers.reading import read_layers
from rulewright.pipeline.stages import linked_book
from rulewright.source.files import Sources

FIRST = """\
game: {title: Two files, language: en}
domains: {cover: {open: In the open, wood: In a wood}}
rules:
  ferry: {number: "1", title: Ferry, text: A raft.}
  weir: {number: "2", title: Weir, text: It stops a raft.}
"""
SECOND = """\
rules:
  bridge: {number: "3", title: Bridge, text: It stops nobody.}
  ford:
    number: "4"
    title: Ford
    text: Some are deep.
    rolls:
      depth: {rows: {score: 1d6}, cells: {1-3: Deep, 4-6: Shallow}}
terms: {Raft: {text: A boat of logs., rule: ferry}}
"""


def equal_with_spans(one: object, other: object) -> bool:
    """Whether two values are equal including their spans, which `==` ignores."""
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    if isinstance(one, tuple):
        assert isinstance(other, tuple)
        return len(one) == len(other) and all(map(equal_with_spans, one, other))
    if isinstance(one, Mapping):
        assert isinstance(other, Mapping)
        return one.keys() == other.keys() and all(equal_with_spans(value, other[key]) for key, value in one.items())
    if is_dataclass(one):
        return all(equal_with_spans(getattr(one, name), getattr(other, name)) for name in names_of(one))
    return one == other


def names_of(value: Any) -> Iterator[str]:
    return (each.name for each in fields(value))


class Reader:
    """Reads two files again and again, in parts, as the preview does."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.sources: Sources | None = None

    def write(self, first: str, second: str) -> None:
        folder = self.root / "content/two"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "a.yaml").write_text(first, "utf-8")
        (folder / "b.yaml").write_text(second, "utf-8")

    def read(self) -> tuple[Game | None, object, list[str]]:
        """The game, where its links lead, and what is said."""
        findings = Findings()
        sources = read_layers(self.root, "two", findings, in_parts=True)
        book, self.sources = linked_book(sources, findings), sources
        said = [f"{each.span}: {each.message}" for each in findings.sorted()]
        return (book.game, ([*book.targets.items()], book.citations), said) if book else (None, None, said)

    def again(self) -> tuple[Game | None, list[str]]:
        """What it reads, which is what one reads who knows nothing from before."""
        (game, links, said), sources = self.read(), self.sources
        with from_nothing():
            fresh, their_links, told = self.read()
        self.sources = sources
        assert said == told
        assert equal_with_spans(game, fresh)
        assert equal_with_spans(links, their_links)
        return game, said


def saying(text: str) -> str:
    """The first file with another text."""
    return FIRST.replace("A raft.", f'"{text}"')


@pytest.fixture
def reader(tmp_path: Path) -> Reader:
    return Reader(tmp_path)


def test_of_a_file_that_did_not_change_all_entries_are_the_same_objects(reader: Reader) -> None:
    reader.write(FIRST, SECOND)
    before, _ = reader.again()
    reader.write(FIRST.replace("A raft", "A boat"), SECOND)
    after, _ = reader.again()
    assert before is not None
    assert after is not None
    assert [one is other for one, other in zip(before.rules, after.rules, strict=True)] == [False, True, True, True]
    assert before.terms[0] is after.terms[0]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (FIRST.replace("weir:", "ford:"), SECOND),  # an id that the other file has too
        (FIRST, SECOND.replace("bridge:", "weir:")),
        (FIRST, SECOND.replace("bridge:", "Bridge:")),  # no id
        (FIRST, SECOND.replace("text: Some", "txet: Some")),
        (FIRST, "\n" + SECOND),  # all further down
        ("\n" + FIRST, SECOND),
        (FIRST, ""),
        (FIRST.replace("wood:", "trees:"), SECOND),
        (FIRST, SECOND.replace("4-6", "4-7")),
        (saying("[[Raft]], [[nowhere]]"), SECOND),
        (saying("[[rule:ford]], [[rule:ford]]"), SECOND.replace("ford:", "deep:")),
        (saying("[[cell:depth(2)]]"), SECOND.replace("1-3", "3")),
        (saying("[[cell:depth(2)]], [[cell:depth(7)]]"), SECOND),
        (saying("[[cell:depth(2)]]"), SECOND.replace("Deep", "Very deep")),
        (
            saying("[[cell:depth(5)]], [[cell:depth(5)]]"),
            SECOND.replace("1d6", "1d3").replace("1-3", "1,2").replace("4-6", "3"),
        ),
        (saying("[[table:depth]]"), SECOND.replace("depth", "deepness")),
    ],
)
def test_what_is_at_fault_is_said_each_time(first: str, second: str, reader: Reader) -> None:
    """And is no longer once it is mended; whichever file was edited first."""
    both = (first, second)
    for files in ((FIRST, SECOND), both, both, (FIRST, second), (FIRST, SECOND), (first, SECOND), both, both):
        reader.write(*files)
        assert reader.again() == reader.again()
