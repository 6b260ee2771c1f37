"""A game read again after an edit is the game read from nothing: its values, their places, and what is wrong with it.

Lines of a small game are altered at random, mostly so that it stays sound.
"""

from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.base.findings import Findings
from rulewright.base.limits import NODES, Budget
from rulewright.base.memo import from_nothing
from rulewright.book.book import Book
from rulewright.pipeline.stages import draft_book, linked_book
from rulewright.source.files import Sources, read
from rulewright.source.nodes import Mapping
from rulewright.source.tree import parse
from rulewright.source.tree_in_parts import parse_in_parts
from tests.conftest import ROOT, Project, slow_examples
from tests.test_increments import CHOICES, Author

GAMES = sorted(path for kind in ("content", "cards") for path in (ROOT / kind).rglob("*.yaml"))
SIGNS = (" ", "  ", '"', "'", "|", "# ", "- ", "x", ": ", "---", "{", "}", "\t", "0")


def whole(text: str) -> tuple[str, int] | None:
    """The tree with all its places, and the count of its nodes; None if the file is not sound."""
    findings, nodes = Findings(), Budget(NODES)
    tree = parse(text, "a.yaml", findings, nodes)
    return (repr(tree), nodes.spent) if isinstance(tree, Mapping) and not findings.items else None


def altered(text: str, chance: Random) -> str:
    """The text with one line altered, removed, doubled, or moved."""
    lines = text.split("\n")
    at, kind = chance.randrange(len(lines)), chance.randrange(5)
    line = lines.pop(at)
    place = chance.randrange(len(line) + 1)
    new = {
        0: [],
        1: [line, line],
        2: [line[:place] + chance.choice(SIGNS) + line[place:]],
        3: [line[:place], line[place:]],
    }
    at = chance.randrange(len(lines) + 1) if kind == 4 else at
    lines[at:at] = new.get(kind, [line])
    return "\n".join(lines)


def in_parts(text: str) -> tuple[str, int] | None:
    nodes = Budget(NODES)
    tree = parse_in_parts(text, "a.yaml", nodes)
    return (repr(tree), nodes.spent) if tree else None


@pytest.mark.parametrize("file", GAMES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_each_file_of_the_games_has_parts(file: Path) -> None:
    text = file.read_text("utf-8")
    assert in_parts(text) == whole(text)
    assert in_parts(text)


@pytest.mark.parametrize(
    "text",
    [
        'a: "one\nb: two"\nc: 3\n',  # the quotes go over a line that looks like a key
        "a: {x: 1,\nb: 2}\n",
        "rules:\n  a: 'one\n  b: two'\n",
        "a: 1\n---\nb: 2\n",
        "rules: {a: 1}\nrules: {b: 2}\n",
        "rules:\n  a: 1\n  a: 2\n",
        "- a\n- b\n",
        "",
        "# nothing\n",
    ],
)
def test_what_has_no_parts_is_parsed_whole(text: str) -> None:
    assert in_parts(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "# a remark\na: 1\n\n# another\nb: |\n  c: 1\n\n  d\n# end\n\ne: >-\n  f\n",
        "rules:\n\n  # one\n  a:\n    text: |+\n      x\n\n  # two\n  b: {}\n  'c': []\n\nterms:\n  d: 1",
        "rules:\n    a: 1\n    b: x\n     y\ngame:\n  title: A\n",
        "rules:\n- a\n",
    ],
)
def test_parts_together_are_the_whole(text: str) -> None:
    assert in_parts(text) == whole(text)
    assert in_parts(text)


@slow_examples(4)
@given(st.integers(0, 2**32))
def test_an_altered_file_in_parts_is_the_file(seed: int) -> None:
    chance = Random(seed)
    text = chance.choice(GAMES).read_text("utf-8")
    for _ in range(5):
        assert in_parts(text) in (None, whole(text)), text
        text = altered(text, chance)


@slow_examples(6)
@given(st.integers(0, 2**32))
def test_a_game_read_again_is_the_game_read_from_nothing(tmp_path_factory: pytest.TempPathFactory, seed: int) -> None:
    chance, author = Random(seed), Author(tmp_path_factory.mktemp("read"))
    file = author.root / "content/small/game.yaml"
    for _ in range(8):
        author.edit(chance.choice(sorted(CHOICES)), chance.random() < 0.8, chance)
        if chance.random() < 0.5:
            file.write_text(altered(file.read_text("utf-8"), chance), "utf-8")
        same_as_from_nothing(author.root, "small")


def same_as_from_nothing(root: Path, game: str) -> tuple[Sources, Book | None]:
    """Read a game as the preview does, and as one does who remembers nothing."""
    now, before = Findings(), Findings()
    warm = read(root, game, now, in_parts=True)
    book, draft = linked_book(warm, now), draft_book(warm)
    with from_nothing():
        cold = read(root, game, before)
        same(book, linked_book(cold, before))
        same(draft, draft_book(cold))
    assert now == before
    same(warm, cold)
    return warm, book


def same(one: object, other: object) -> None:
    """Their words in full, with all places; pytest would take minutes to show how they differ."""
    found, wanted = repr(one), repr(other)
    at = next((at for at, (a, b) in enumerate(zip(found, wanted, strict=False)) if a != b), len(wanted))
    assert found == wanted or not (found[at - 100 : at + 200], wanted[at - 100 : at + 200])


LINKED = """\
game: {title: Marsh, language: en}
domains: {weather: [fair, foul], beast: [ox, mule]}
terms: {Raft: {text: What floats.}, OX: {text: A beast.}}
rules:
  ferry: {number: "1", title: Ferry, text: "A [[Raft]] holds [[cell:loads(fair, ox)]], see [[1.1–2]]."}
  over: {number: "1.1", title: Over, text: "As [[1.1.1]] and [[rule:ferry]] say."}
  deep: {number: "1.1.1", title: Deep, text: "No deeper than a [[Raft]]."}
  under: {number: "1.2", title: Under, text: "Never, see [[table:loads]]."}
tables:
  loads: {title: Loads, rule: ferry, values: 1..9, rows: weather, columns: beast, cells: {fair: [4, 3], foul: [2, 1]}}
"""
EDITS = (
    ("No deeper than", "Never deeper than"),  # below two rules
    ("fair: [4, 3]", "fair: [5, 3]"),  # a quoted cell
    ("fair: [5, 3]", "fair: [nothing, 3]"),
    ("fair: [nothing, 3]", "fair: [5, 3]"),
    ('"1.2", title: Under', '"1.3", title: Under'),  # half of a range is gone
    ("Never, see", "Not at all, see"),  # said again, though its text is another's
    ('"1.3", title: Under', '"1.2", title: Under'),
    ("  deep: {", "  deeper: {"),
    ("Raft: {", "Boat: {"),
    ("Boat: {", "Raft: {"),
    ("OX: {", "OX: {also: [Raft], "),  # two terms of one name
    ("OX: {also: [Raft], ", "OX: {"),
    ('"1.1.1", title', '"1.2.1", title'),  # below another rule
    ('"1.2.1", title', '"1.1.1", title'),
    ("loads: {title", "burdens: {title"),
    ("burdens: {title", "loads: {title"),
)


def test_after_each_edit_links_lead_where_they_lead_from_nothing(project: Project) -> None:
    project.write("content/marsh/marsh.yaml", LINKED)
    last: object = None
    for old, new in (("A beast.", "An animal."), *EDITS):
        project.replace("content/marsh/marsh.yaml", old, new)
        last = same_as_from_nothing(project.root, "marsh")
    assert last


def test_an_edit_leaves_all_else_the_same_objects(project: Project) -> None:
    """What was made of them is not made again."""
    project.write("content/marsh/marsh.yaml", LINKED)
    sources, one = same_as_from_nothing(project.root, "marsh")
    project.replace("content/marsh/marsh.yaml", "No deeper than", "Never deeper than")
    edited, other = same_as_from_nothing(project.root, "marsh")
    assert edited != sources
    assert one is not None
    assert other is not None
    assert [a is b for a, b in zip(one.game.rules, other.game.rules, strict=True)] == [True, True, False, True]
    assert one.game.tables[0] is other.game.tables[0]
    assert all(a is b for a, b in zip(one.citations, other.citations, strict=True) if a.source.id != "deep")
    (top,), (now,) = one.outline, other.outline
    assert now.below[1] is top.below[1]
    assert now.below[0] is not top.below[0]
