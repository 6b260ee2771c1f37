"""`rulewright compare`: the text of a source and that of a game in, verdicts and what is lost out."""

import json
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.app.cli import main
from rulewright.base.boundary import Failure
from rulewright.base.findings import Severity
from rulewright.importing.comparing.comparison import Comparison, Pair, Verdict, compare
from rulewright.importing.comparing.reading import READERS, read_source
from rulewright.importing.draft import Remark
from rulewright.importing.sources import SourceFile
from rulewright.pipeline.stages import read_game
from rulewright.source.markup.words import sentences
from tests.conftest import Project

SOURCE = """\
# Marsh

## Ferry

A raft crosses the river in 3 turns. It carries two wagons, or a wagon and four mules like the grey Exmoor.

Nobody may board while the raft is moving. The ferryman is seldom sober, though.

## Fishing

- Throw a net **once** a turn.
- Herons without a nest steal the catch.
- Pikes, with a lure, are caught on 5.

|       | Clear | Muddy |
|-------|-------|-------|
| Trout | 4     | 6     |
| Eel   | –     | 2     |
"""
GAME = """\
game: {title: Marsh, language: en}
domains:
  fish: {trout: Trout, eel: Eel}
  water: {clear: Clear, muddy: Muddy}
rules:
  ferry:
    number: "1"
    title: Ferry
    text: >-
      The raft needs 3 turns for the river. It holds two wagons, or one wagon with four mules such as the grey Exmoor.
      Nobody can board a raft that is moving. FERRYMAN
  fishing: {number: "2", title: Fishing, text: Fish with a net or a lure.}
tables:
  catch:
    {title: Catch, rule: fishing, rows: fish, columns: water, cells: {trout: [4, 6], eel: [nothing, 2]}}
references:
  fishing:
    title: Fishing
    rule: fishing
    items:
      - a net is thrown **once** a turn
      - Herons without a nest steal the catch.
      - Pikes are caught on 5 with a lure
"""
SOBER = "The ferryman is seldom sober."


class Marsh:
    """A project with the game and its source, each as its test alters it."""

    def __init__(self, project: Project, folder: Path) -> None:
        self.project, self.file = project, folder / "marsh.md"

    def write(self, *game: tuple[str, str], source: tuple[str, str] = ("", ""), more: str = "") -> None:
        text = GAME.replace("FERRYMAN", SOBER)
        for old, new in game:
            assert old in text
            text = text.replace(old, new)
        self.project.write("content/marsh/marsh.yaml", text + more)
        self.file.write_text(SOURCE.replace(*source) if source[0] else SOURCE, "utf-8")

    def compared(self, *game: tuple[str, str], source: tuple[str, str] = ("", ""), more: str = "") -> Comparison:
        self.write(*game, source=source, more=more)
        book = read_game(self.project.root, "marsh").book
        assert book is not None
        return compare(read_source(str(self.file)), book)

    def open(self, *game: tuple[str, str], source: tuple[str, str] = ("", ""), more: str = "") -> list[str]:
        """What is not accounted for: the verdict, the beginning of the statement, and what differs."""
        return [told(pair) for pair in self.compared(*game, source=source, more=more).pairs if not pair.is_accounted]


def told(pair: Pair) -> str:
    differing = (f"{'+' if each.added else ''}{each.kind.value} {each.words}" for each in pair.differences)
    return f"{pair.verdict.value}: {pair.source.text[:24]}: {', '.join(differing)}".rstrip(": ")


@pytest.fixture
def marsh(project: Project, tmp_path_factory: pytest.TempPathFactory) -> Marsh:
    return Marsh(project, tmp_path_factory.mktemp("source"))


def test_a_game_in_its_own_words_says_all(marsh: Marsh) -> None:
    comparison = marsh.compared()
    assert comparison.accounted_count == len(comparison.pairs) == 14
    verdicts = {pair.source.text: pair.verdict for pair in comparison.pairs}
    assert verdicts["Herons without a nest steal the catch."] is Verdict.SAME
    assert verdicts["A raft crosses the river in 3 turns."] is Verdict.PARAPHRASED


@pytest.mark.parametrize(
    ("game", "open_"),
    [
        ((SOBER, ""), "missing: The ferryman is seldom s"),
        (("3 turns", "some turns"), "changed: A raft crosses the river: number 3"),
        (("two wagons, or one", "wagons, or a"), "changed: It carries two wagons, o: number 2"),
        ((" such as the grey Exmoor", ""), "changed: It carries two wagons, o: name Exmoor"),
        (
            ("Nobody can board a raft that is", "All board a raft that is"),
            "changed: Nobody may board while t: negation not",
        ),
        (("**once**", "once"), "changed: Throw a net once a turn.: emphasis once"),
        (("Pikes are caught", "Pikes are not caught"), "changed: Pikes, with a lure, are : +negation not"),
        (("Herons without a nest", "Herons with a nest"), "changed: Herons without a nest st: negation not"),
        (("[nothing, 2]", "[nothing, 3]"), "changed: 2: number 2"),
        (("[nothing, 2]", "[1, 2]"), "changed: –: name ∅"),
    ],
)
def test_what_is_lost_is_told(marsh: Marsh, game: tuple[str, str], open_: str) -> None:
    assert marsh.open(game) == [open_]


def test_emphasis_of_initials_is_that_of_their_words(marsh: Marsh) -> None:
    assert marsh.open(source=("Throw a net **once**", "Throw a **n**et once")) == [
        "changed: Throw a net once a turn.: emphasis net"
    ]
    initials = ("a net is thrown **once**", "a **n**et is thrown once")
    assert marsh.open(initials, source=("Throw a net **once**", "Throw a **n**et once")) == []


def test_a_word_of_nearly_the_same_letters_is_the_same(marsh: Marsh) -> None:
    assert marsh.open(source=("ferryman is seldom sober", "feryman is seldom sobber")) == []


def test_an_erratum_accounts_for_what_it_quotes(marsh: Marsh) -> None:
    erratum = "errata:\n  raft: {where: rule:ferry, class: slip, printed: a raft in 3 turns, now: some turns, why: Who counts?}\n"
    (pair,) = (pair for pair in marsh.compared(("3 turns", "some turns"), more=erratum).pairs if pair.erratum)
    assert (pair.verdict, pair.erratum, pair.is_accounted) == (Verdict.CHANGED, "raft", True)
    other = erratum.replace("a raft in 3 turns", "grey mules")
    assert marsh.open(("3 turns", "some turns"), more=other) == ["changed: A raft crosses the river: number 3"]


def test_what_only_the_game_says_is_listed_unless_it_is_ours(marsh: Marsh) -> None:
    bullet = ("      - Pikes are", "      - Otters sleep on the jetty at noon.\n      - Pikes are")
    assert [each.text for each in marsh.compared(bullet).added] == ["Otters sleep on the jetty at noon."]
    ours = ("      - Pikes are", "      - {text: Otters sleep on the jetty at noon., ours: yes}\n      - Pikes are")
    assert marsh.compared(ours).added == ()


# Settlements


def settled(pair: Pair, because: str = "He drinks in the example.") -> str:
    said = ", ".join(each.id for each in pair.matching)
    return f"settled:\n  {pair.source.id}: {{because: {because}, said: [{said}]}}\n"


@pytest.fixture
def without_mules(marsh: Marsh) -> Pair:
    """A statement whose clause is lost."""
    pairs = marsh.compared((" such as the grey Exmoor", "")).pairs
    return next(pair for pair in pairs if not pair.is_accounted)


def test_a_person_settles_a_statement_once(marsh: Marsh, without_mules: Pair) -> None:
    assert marsh.open((" such as the grey Exmoor", ""), more=settled(without_mules)) == []


def test_a_settlement_is_stale_when_the_game_says_something_else(
    marsh: Marsh, without_mules: Pair, project: Project
) -> None:
    marsh.write((" such as the grey Exmoor", ""), ("It holds two", "It takes two"), more=settled(without_mules))
    assert main(["compare", str(marsh.file), "--project", str(project.root)]) == 1


def test_stale_settlements_are_warnings_at_their_lines(
    marsh: Marsh, without_mules: Pair, project: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    marsh.write((" such as the grey Exmoor", ""), ("It holds two", "It takes two"), more=settled(without_mules))
    main(["compare", str(marsh.file), "--project", str(project.root)])
    assert "warning[stale-settlement]: the game no longer says what" in (error := capsys.readouterr().err)
    assert "content/marsh/marsh.yaml:25:3" in error
    marsh.write(source=("two wagons", "two carts"), more=settled(without_mules))
    main(["compare", str(marsh.file), "--project", str(project.root)])
    assert f"the source has no statement '{without_mules.source.id}' any more" in capsys.readouterr().err


def test_what_is_left_out_on_purpose_needs_no_statement_of_the_game(marsh: Marsh) -> None:
    (pair,) = (pair for pair in marsh.compared((SOBER, "")).pairs if not pair.is_accounted)
    reason = f"settled:\n  {pair.source.id}: {{because: A joke.}}\n"
    assert marsh.open((SOBER, ""), more=reason) == []


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("ferry-12345678: {}", "settlement 'ferry-12345678' needs 'because'"),
        ("ferry-12345678: {because: So., sayd: [x]}", "settlement 'ferry-12345678' has no key 'sayd'"),
    ],
)
def test_a_settlement_is_read_as_all_entries_are(marsh: Marsh, written: str, message: str) -> None:
    marsh.write(more=f"settled: {{{written}}}\n")
    errors = [each for each in read_game(marsh.project.root, "marsh").findings.items if each.severity is Severity.ERROR]
    assert [each.message for each in errors] == [message]


# The command


def run(marsh: Marsh, *options: str) -> int:
    return main(["compare", str(marsh.file), *options, "--project", str(marsh.project.root)])


def test_the_text_says_what_is_open_and_counts(marsh: Marsh, capsys: pytest.CaptureFixture[str]) -> None:
    marsh.write(("3 turns", "some turns"))
    assert run(marsh) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"{marsh.file.as_posix()}:5:1: changed: “A raft crosses the river in 3 turns.”"
    assert lines[1] == "    the number 3 is missing"
    assert lines[2].startswith("    content/marsh/marsh.yaml:10:7 says: “The raft needs some turns")
    assert lines[3].startswith("    settled: {ferry-")
    assert lines[-2:] == [
        "marsh: 13 of 14 statements accounted for: 7 same, 6 paraphrased, 0 by errata, 0 settled",
        "0 statements of the game are in no source",
    ]


def test_everything_accounted_for_is_fine(marsh: Marsh, capsys: pytest.CaptureFixture[str]) -> None:
    marsh.write()
    assert run(marsh, "marsh") == 0
    assert capsys.readouterr().out.startswith("marsh: 14 of 14 statements accounted for: 7 same, 7 paraphrased")


def test_json_has_every_statement_with_both_places(marsh: Marsh, capsys: pytest.CaptureFixture[str]) -> None:
    marsh.write(("[nothing, 2]", "[nothing, 3]"))
    assert run(marsh, "--format", "json") == 1
    found = json.loads(capsys.readouterr().out)
    assert found["coverage"] == {"statements": 14, "accounted": 13, "same": 6, "paraphrased": 7, "changed": 1}
    (cell,) = (each for each in found["statements"] if each["verdict"] == "changed")
    assert (cell["text"], cell["beside"], cell["line"]) == ("2", ["Eel", "Muddy"], 18)
    assert cell["differences"] == [{"kind": "number", "words": "2", "added": False}]
    assert (cell["found"][0]["owner"], cell["found"][0]["text"]) == ("table:catch", "3")


def test_the_page_is_written_where_the_user_says(
    marsh: Marsh, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    marsh.write((SOBER, "Mind the gap & the jetty."))
    assert run(marsh, "--format", "html", "-o", str(tmp_path / "out" / "marsh.html")) == 1
    page = (tmp_path / "out" / "marsh.html").read_text("utf-8")
    assert '<article class="pair missing" id="ferry-' in page
    assert "13 of 14 statements accounted for" in page
    assert "<script" not in page
    assert "Mind the gap &amp; the jetty." in page
    assert capsys.readouterr().out.startswith("marsh: 13 of 14 statements accounted for: ")


def test_a_folder_is_compared_as_one_source(marsh: Marsh, capsys: pytest.CaptureFixture[str]) -> None:
    marsh.write()
    (marsh.file.parent / "more.txt").write_bytes("2.1 JETTY: The jetty caf\xe9 opens at 9.\n".encode("cp1252"))
    assert main(["compare", str(marsh.file.parent), "--project", str(marsh.project.root)]) == 1
    out = capsys.readouterr().out
    assert "more.txt:1:12: missing: “The jetty café opens at 9.”" in out
    assert "marsh: 14 of 16 statements accounted for" in out


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("none.md", None, "there is no file or folder"),
        ("card.pdf", b"%PDF", "has a type that compare does not read"),
        ("empty.md", b"", "has no text to compare"),
    ],
)
def test_a_source_that_cannot_be_read_is_wrong_use(
    marsh: Marsh, name: str, data: bytes | None, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    marsh.write()
    path = marsh.file.with_name(name)
    if data is not None:
        path.write_bytes(data)
    assert main(["compare", str(path), "--project", str(marsh.project.root)]) == 2
    assert message in capsys.readouterr().err


def test_a_game_with_errors_is_not_compared(marsh: Marsh, capsys: pytest.CaptureFixture[str]) -> None:
    marsh.write(("where", "where") if "where" in GAME else ('number: "1"', 'nummer: "1"'))
    assert run(marsh) == 1
    assert "has no key 'nummer'" in capsys.readouterr().err


@pytest.mark.parametrize("command", [["compare"], ["import", "--game", "new"]])
def test_a_link_to_itself_is_reported_with_what_to_do(project: Project, command: list[str]) -> None:
    project.write("content/small/game.yaml", "game: {title: Small, language: en}\n")
    loop = project.root / "loop.md"
    loop.symlink_to(loop)
    said = project.run(command[0], str(loop), *command[1:])
    assert (said.status, said.out) == (2, "")
    assert said.err.endswith("remove the link that leads to itself\n")


def test_several_games_need_a_name(marsh: Marsh, project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    marsh.write()
    project.write("content/moor/moor.yaml", "game: {title: Moor, language: en}\n")
    assert run(marsh) == 2
    assert "which game? Name one of marsh, moor" in capsys.readouterr().err


# Reading


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Roll a die. Add 2.", ["Roll a die.", "Add 2."]),
        ("Use it, e.g. Tanks, as in 4.3. See p. 5 too.", ["Use it, e.g. Tanks, as in 4.3.", "See p. 5 too."]),
        ("It gains a “?” if seen! (It must be.) Then stop", ["It gains a “?” if seen! (It must be.)", "Then stop"]),
    ],
)
def test_sentences_end_where_a_reader_sees_it(text: str, parts: list[str]) -> None:
    assert [text[begin:end] for begin, end in sentences(text)] == parts


def read(folder: Path, name: str, text: str) -> list[tuple[int, str, tuple[str, ...], str]]:
    (folder / name).write_text(text, "utf-8")
    return [
        (each.span.line, each.kind.value, (*each.path, *each.labels), each.text)
        for each in read_source(str(folder / name))
    ]


def test_markdown_has_headings_bullets_cells_and_tables_of_tabs(tmp_path: Path) -> None:
    text = "# A\n\nOne. Two,\nwide.\n\n- Up:\n  - down\n\n<p>In <b>HTML</b>.</p>\n\n\tLow\tHigh\nNight\nCold\t1\t2\n"
    assert read(tmp_path, "a.md", text) == [
        (1, "heading", (), "A"),
        (3, "sentence", ("A",), "One."),
        (3, "sentence", ("A",), "Two, wide."),
        (6, "bullet", ("A",), "Up:"),
        (7, "bullet", ("A", "Up:"), "down"),
        (9, "sentence", ("A",), "In HTML."),
        (13, "cell", ("A", "Night", "Cold", "Low"), "1"),
        (13, "cell", ("A", "Night", "Cold", "High"), "2"),
    ]


def test_plain_text_has_numbered_paragraphs_and_rows_of_bars(tmp_path: Path) -> None:
    text = "4.1 HITS: A squad\nis hit on 5. Then it runs.\n\n+1 | in a wood |\n* Count all.\n"
    assert read(tmp_path, "a.txt", text) == [
        (1, "heading", ("4.1",), "HITS"),
        (1, "sentence", ("4.1 HITS",), "A squad is hit on 5."),
        (2, "sentence", ("4.1 HITS",), "Then it runs."),
        (4, "row", ("4.1 HITS",), "+1 in a wood"),
        (5, "bullet", ("4.1 HITS",), "Count all."),
    ]


def test_a_sentence_of_plain_text_has_its_column(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("4.1 A squad\nis hit. Then it runs. It\nhides.\n\n* Count all.\n", "utf-8")
    places = [(each.span.line, each.span.column) for each in read_source(str(tmp_path / "a.txt"))]
    assert places == [(1, 5), (2, 9), (2, 23), (5, 3)]


CARD = """\
@Doc @Text @Begin
@CurveBox margin {.1c} {
@RawBulletList
@ListItem{roll @B once for each @B{h}eron}
@ListItem{@B if the net is torn :
@BulletList
@ListItem{wait 2 turns}
@RawEndList}
@EndList }
@End @Text
"""


def test_a_card_in_lout_has_bullets_with_their_emphasis(tmp_path: Path) -> None:
    (tmp_path / "card.lout").write_text(CARD, "utf-8")
    found = [
        (each.span.line, each.labels, each.text, each.emphasised) for each in read_source(str(tmp_path / "card.lout"))
    ]
    assert found == [
        (4, (), "roll once for each heron", ("once", "heron")),
        (5, (), "if the net is torn:", ("if",)),
        (7, ("if the net is torn:",), "wait 2 turns", ()),
    ]


class Held(SourceFile):
    """A source that lies in no file."""

    words: str = ""

    def text(self) -> tuple[str, tuple[Remark, ...]]:
        return Held.words, ()


PARTS = [*'ab1 \n\t|#*-_`<>[]{}@/"\\.:;5½–?', "\n\n", "- ", "| a | b |\n", "**", "@ListItem{", "12.1 "]
SIGNS = st.lists(st.sampled_from(PARTS), max_size=80).map("".join)


@given(SIGNS, st.sampled_from([".md", ".txt", ".lout"]))
def test_whatever_a_source_holds_is_read_or_refused(words: str, end: str) -> None:
    Held.words = words
    with suppress(Failure):
        for each in READERS[end](Held(Path(f"a{end}"), f"a{end}")):
            assert 1 <= each.span.line <= words.count("\n") + 1
            assert all(word.casefold() in each.text.casefold() for word in each.emphasised)
