"""`rulewright fmt`: keys in their usual order, an entry a line, and nothing lost: comments go with what they belong to."""

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.app.cli import main
from rulewright.book.kinds import ContentFile
from rulewright.editing.formatter import SourceFile, formatted
from rulewright.entries.card import Card
from rulewright.outputs.manual.tutorial import TUTORIAL_GAMES
from rulewright.pipeline.stages import read_game
from tests.conftest import ROOT, Project

GAME = "content/small/game.yaml"


def normal(text: str) -> str:
    return formatted(SourceFile(text, GAME, ContentFile))


BLOCKS = """\
# The rules of fire.
rules:
  # Ours since May.
  hits:
    # Long, so last.
    text: >-
      Roll a die.

      See [[table:hits]].   # no comment, but text
    title: Hits   # as in the book
    # We count chapters.
    number: "1"

  # Moves come next.
  moves: {title: Moving, text: "Up to {four}, no more.", number: "2"}
  # Nothing below.
"""
ORDERED = """\
# The rules of fire.
rules:
  # Ours since May.
  hits:
    # We count chapters.
    number: "1"
    title: Hits   # as in the book
    # Long, so last.
    text: >-
      Roll a die.

      See [[table:hits]].   # no comment, but text

  # Moves come next.
  moves: {number: "2", title: Moving, text: "Up to {four}, no more."}
  # Nothing below.
"""


def test_keys_come_into_order_and_comments_with_them() -> None:
    assert normal(BLOCKS) == ORDERED


def test_what_is_in_order_stays() -> None:
    assert normal(ORDERED) == ORDERED


def test_entries_of_a_list_keep_their_dash() -> None:
    assert (
        normal("""\
references:
  fire:
    items:
      # The first.
      - claim: cover is wood
        text: Trees stop bullets.
      - {proof: "f(x)", text: "Stones, too"}
      -   items: [{claim: x is 1, text: One}]
          text: Both
    title: Fire
""")
        == """\
references:
  fire:
    title: Fire
    items:
      # The first.
      - text: Trees stop bullets.
        claim: cover is wood
      - {text: "Stones, too", proof: "f(x)"}
      -   text: Both
          items: [{text: One, claim: x is 1}]
"""
    )


def test_the_entries_of_a_section_get_lines_of_their_own() -> None:
    """So two people who add an entry at once change two lines."""
    assert (
        normal("""\
game: {language: en, title: Small}
terms: {LOS: {text: "A line, seen.", also: [line of sight]}, Night: {text: It is dark.}}   # two
facts: {step: 2}
""")
        == """\
game: {title: Small, language: en}
terms:   # two
  LOS: {also: [line of sight], text: "A line, seen."}
  Night: {text: It is dark.}
facts:
  step: 2
"""
    )


def test_names_of_the_author_stay_in_the_author_s_order() -> None:
    """Names of a domain are in an order that tables print; rules and sections in the order of the book."""
    text = """\
rules:
  second: {number: "2", title: Two, text: Two.}
  first: {number: "1", title: One, text: One.}
domains:
  cover: {wood: In a wood, open: In the open}
"""
    assert normal(text) == text


def test_blanks_at_the_ends_of_lines_go_unless_they_are_text() -> None:
    assert normal("facts:   \n  step: 2  \n\n\n") == "facts:\n  step: 2\n"
    text = "rules:\n  hits:\n    title: Hits\n    text: |+\n      A line  \n      and one\n\n"
    assert normal(text) == text


def test_what_cannot_be_read_and_what_spans_lines_stays() -> None:
    for text in ("rules: {a: [\n", "rules:\n  hits: {text: Two,\n    title: Hits}\n", "terms: {\n  A: {text: a}}\n"):
        assert normal(text) == text


def test_a_card_has_its_own_keys() -> None:
    text = "blocks:\n  - {source: yes, rule: hits}\nsize: 63 × 88 mm\ntitle: Fire\n"
    found = formatted(SourceFile(text, "cards/small/fire.yaml", Card))
    assert found.split("\n")[:2] == ["title: Fire", "size: 63 × 88 mm"]


def test_a_pair_alone_in_a_list_needs_no_brackets() -> None:
    """YAML reads `[bullets: fire]` as a list of one mapping, and so do authors write it."""
    text = "blocks: [bullets: fire, {title: Now, note: Roll.}, band: ]\ntitle: Fire\n"
    found = formatted(SourceFile(text, GAME, Card))
    assert found == "title: Fire\nblocks: [bullets: fire, {note: Roll., title: Now}, band: ]\n"
    assert (
        normal("references: {fire: {items: [text: Roll.], title: Fire}}\n")
        == "references:\n  fire: {title: Fire, items: [text: Roll.]}\n"
    )


def test_a_file_may_end_without_a_line_feed() -> None:
    assert (
        normal("rules:\n  a:\n    text: |\n      A.\n    title: A")
        == "rules:\n  a:\n    title: A\n    text: |\n      A.\n"
    )
    assert normal("rules:\n  a:\n    title: A\n    text: |\n      A.").endswith("      A.\n")


@given(st.integers(0, 10_000))
def test_whatever_the_order_of_keys_the_game_is_the_same(seed: int) -> None:
    """Each rule of the shipped games with its keys shuffled comes back as it is shipped, in its normal form."""
    text = (ROOT / "content/last-hundred-yards/fire.yaml").read_text("utf-8")
    lines, chance = text.split("\n"), random.Random(seed)
    begin = chance.choice([at for at, line in enumerate(lines) if line.startswith("  ") and line[2:3].strip(" -#")])
    end = next((at for at in range(begin + 1, len(lines)) if lines[at][:3].strip()), len(lines))
    pieces: list[list[str]] = []
    for line in lines[begin + 1 : end]:
        if (line.startswith("    ") and line[4:5].strip(" -#")) or not pieces:
            pieces.append([])
        pieces[-1].append(line)
    chance.shuffle(pieces)
    shuffled = [*lines[: begin + 1], *(line for piece in pieces for line in piece), *lines[end:]]
    assert [*filter(None, normal("\n".join(shuffled)).split("\n"))] == [*filter(None, normal(text).split("\n"))]


@pytest.mark.parametrize("game", ["advanced-squad-leader", "iron-cross", "last-hundred-yards"])
def test_the_games_are_in_their_normal_form(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fmt", "--check", "--project", str(ROOT), game]) == 0
    assert capsys.readouterr().out == f"{game}: all files that can be read are formatted\n"


@pytest.mark.parametrize("kind", TUTORIAL_GAMES)
def test_a_new_game_is_in_its_normal_form(kind: str, tmp_path: Path) -> None:
    assert main(["new", "mine", "--kind", kind, "--project", str(tmp_path)]) == 0
    assert main(["fmt", "--check", "--project", str(tmp_path)]) == 0


def test_the_command_writes_what_has_changed_and_keeps_ends_of_lines(
    project: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    project.write(GAME, "game: {language: en, title: Small}\n")
    (project.root / "content/small/more.yaml").write_bytes(b"rules:\r\n  a: {title: A, number: '1', text: A.}\r\n")
    before = read_game(project.root, "small").book
    assert main(["fmt", "--check", "--project", str(project.root)]) == 1
    assert "would reformat content/small/more.yaml; run `rulewright fmt`" in capsys.readouterr().out
    assert main(["fmt", "--project", str(project.root)]) == 0
    assert capsys.readouterr().out == "content/small/game.yaml\ncontent/small/more.yaml\nsmall: 2 files reformatted\n"
    assert (project.root / "content/small/more.yaml").read_bytes() == (
        b"rules:\r\n  a: {number: '1', title: A, text: A.}\r\n"
    )
    after = read_game(project.root, "small").book
    assert before is not None
    assert after is not None
    assert before.game == after.game
    assert main(["fmt", "--check", "--project", str(project.root)]) == 0


def test_a_file_that_cannot_be_read_is_named_and_stays(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    project.write(GAME, "game: {language: en, title: Small}\n")
    broken = project.root / "content/small/rules.yaml"
    broken.write_text("rules:\n  hits: {text: [\n", "utf-8")
    assert main(["fmt", "--project", str(project.root)]) == 2
    assert "content/small/rules.yaml:2:17: error[invalid-yaml]" in capsys.readouterr().out
    assert broken.read_text("utf-8") == "rules:\n  hits: {text: [\n"


def test_a_link_to_nothing_is_reported_and_is_no_success(project: Project) -> None:
    project.write(GAME, "game: {title: Small, language: en}\n")
    (project.root / "content/small/rules.yaml").symlink_to("nowhere.yaml")
    said = project.run("fmt", "--check")
    assert said.status == 2
    assert "content/small/rules.yaml: error[unreadable-file]" in said.out


def test_files_of_spreadsheets_and_code_are_left_alone(project: Project, tmp_path: Path) -> None:
    project.write(GAME, "game: {title: Small, language: en}\n")
    project.write("content/small/rules.py", "def f( ) : return 1\n")
    assert main(["fmt", "--project", str(project.root)]) == 0
    assert (project.root / "content/small/rules.py").read_text("utf-8") == "def f( ) : return 1\n"
