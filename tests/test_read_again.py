"""What read back as it should is not read again while it and its source are the same; what differs in anything is."""

from collections.abc import Iterator
from typing import Any

import pytest

from rulewright.readback import pdf_reader, read_back
from tests.conftest import ROOT, Project

TABLE = "templates/typesetting/table.html.j2"
RULE = ("content/small/game.yaml", "Roll as [[table:hits]] tells.", "Roll one die as [[table:hits]] tells.")


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """The PDFs that were opened."""
    opened: list[bytes] = []
    read_pages = pdf_reader.read_pages

    def counted(data: bytes) -> Iterator[Any]:
        opened.append(data)
        return read_pages(data)

    monkeypatch.setattr(read_back, "read_pages", counted)
    return opened


def test_a_card_is_not_read_again_where_another_thing_changed(small: Project, read: list[bytes]) -> None:
    assert small.run("build").status == 0
    small.replace(*RULE)
    assert small.run("build").status == 0
    assert len(read) == 1
    small.replace(*reversed_(RULE))
    assert small.run("build").status == 0
    assert len(read) == 1, "what was known stays known over several builds"


def reversed_(rule: tuple[str, str, str]) -> tuple[str, str, str]:
    name, old, new = rule
    return name, new, old


def test_a_card_that_prints_otherwise_is_read_again(small: Project, read: list[bytes]) -> None:
    small.run("build")
    small.replace("cards/small/hits.yaml", "60 × 60", "70 × 60")
    small.run("build")
    assert len(read) == 2


def test_a_print_that_hides_a_change_of_its_source_is_found(small: Project, read: list[bytes]) -> None:
    """A template that says a number itself: the card is the same as before, and wrong by now."""
    text = (ROOT / TABLE).read_text("utf-8")
    fixed = text.replace("{{ part.text }}", "{{ '5' if part.text == '6' else part.text }}", 1)
    assert fixed != text
    small.write(TABLE, fixed)
    assert small.run("build").status == 0
    small.replace("content/small/game.yaml", "wood: [5, 4]", "wood: [6, 4]")
    small.replace("content/small/rules.py", "else 5", "else 6")
    said = small.run("build")
    assert said.status == 1
    assert "the card 'hits' prints '5' at 'In a wood × Rifle' in the table 'hits', the source says '6'" in said.out
    assert len(read) == 2


def test_what_had_a_warning_is_read_and_told_again(small: Project, read: list[bytes]) -> None:
    style = "templates/card/card.css"
    small.write(style, (ROOT / style).read_text("utf-8") + "td.value { color: #999999 }")
    first = small.run("build")
    small.replace(*RULE)
    again = small.run("build")
    assert "low-contrast" in first.out
    assert "low-contrast" in again.out
    assert len(read) == 2


def test_a_finding_of_the_print_can_be_waived_and_is_said_to_be(small: Project) -> None:
    style = "templates/card/card.css"
    small.write(style, (ROOT / style).read_text("utf-8") + "td.value { color: #999999 }")
    id_ = "low-contrast/card hits: #999999 on #ffffff"
    other = "low-contrast/card hits: #999999 on #eff0ec"
    small.write("content/small/waivers.yaml", f'waivers: {{"{id_}": Meant so., "{other}": Meant so.}}\n')
    said = small.run("build")
    assert said.status == 0
    assert "no errors, no warnings, 2 waived" in said.out
    (small.root / style).unlink()
    assert "stale-waiver" in small.run("check", "--printed").out
    assert "stale-waiver" not in small.run("check").out


def test_a_card_is_not_read_again_where_its_source_only_moves(small: Project, read: list[bytes]) -> None:
    small.run("build")
    small.write("content/small/game.yaml", "# a remark\n\n" + small.read("content/small/game.yaml"))
    assert small.run("build").status == 0
    assert len(read) == 1
