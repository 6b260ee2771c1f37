"""Rulebooks in Markdown: the author's text in, the entries of a draft out, and what was not understood."""

from pathlib import Path
from typing import Any

import pytest

from rulewright.importing.draft import Draft, Guessed, Value
from rulewright.importing.markdown.reading import read
from rulewright.importing.sources import SourceFile, source_files


def plain(value: Value) -> Any:
    """Data without its guesses."""
    if isinstance(value, Guessed):
        return plain(value.value)
    if isinstance(value, dict):
        return {key: plain(each) for key, each in value.items()}
    return [plain(each) for each in value] if isinstance(value, list) else value


class Imported:
    """A draft of texts by the names of their files; `book` is the name of a single one."""

    def __init__(self, folder: Path, files: dict[str, str]) -> None:
        for name, text in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text, "utf-8")
        given = [str(folder)] if len(files) > 1 else [str(folder / name) for name in files]
        sources = source_files(given, [".md"])
        self.folder = folder
        self.draft: Draft = read(
            [SourceFile(each.path, each.path.relative_to(folder).as_posix(), each.folder) for each in sources]
        )

    def of(self, section: str) -> dict[str, Any]:
        return {each.id: plain(each.value) for each in self.draft.of(section)}

    @property
    def rules(self) -> dict[str, Any]:
        return self.of("rules")

    @property
    def unread(self) -> list[str]:
        return [f"{each.origin.file}:{each.origin.line}: {each.words}" for each in self.draft.unread]

    @property
    def game(self) -> Any:
        return plain(dict(self.draft.game))


@pytest.fixture
def imported(tmp_path: Path) -> Any:
    def make(text: str = "", **files: str) -> Imported:
        return Imported(
            tmp_path, {name.replace("__", "/") + ".md": each for name, each in files.items()} or {"book.md": text}
        )

    return make


def test_headings_are_rules_with_their_numbers(imported: Any) -> None:
    found = imported("# The Ford\n\n## 1 Moving\n\nFour hexes.\n\n### 1.1 Roads\n\nSix.\n\n## 2. Firing\n\nOne die.\n")
    assert found.game == {"title": "The Ford", "language": "en"}
    assert found.rules == {
        "moving": {"number": "1", "title": "Moving", "text": "Four hexes."},
        "roads": {"number": "1.1", "title": "Roads", "text": "Six."},
        "firing": {"number": "2", "title": "Firing", "text": "One die."},
    }


@pytest.mark.parametrize(
    ("heading", "number", "title"),
    [
        ("4.3 Moving", "4.3", "Moving"),
        ("Rule 4.", "4", "Rule 4."),
        ("IV. Combat", "IV", "Combat"),
        ("A12.3 Dummies", "A12.3", "Dummies"),
        ("Chapter 3 – Fire", "3", "Fire"),
        ("§ 5: Night", "5", "Night"),
        ("B) Tables", "B", "Tables"),
        ("4.3.1.a Woods", "4.3.1.a", "Woods"),
    ],
)
def test_a_number_is_read_from_a_heading(imported: Any, heading: str, number: str, title: str) -> None:
    rule = next(iter(imported(f"# {heading}\n\nText.\n\n# 1.2 Other\n\nText.\n").rules.values()))
    assert (rule["number"], rule["title"]) == (number, title)


@pytest.mark.parametrize(
    "heading", ["A quick start", "2d6 tables", "10-sided dice", "1st turn", "1942: the war", "20 questions"]
)
def test_words_are_no_number(imported: Any, heading: str) -> None:
    rules = imported(f"# 1 Aim\n\nText.\n\n# 2 Play\n\nText.\n\n# {heading}\n\nText.\n").rules
    assert [each["title"] for each in rules.values()][2:] == [heading]
    assert "number" not in [*rules.values()][2]


def test_without_numbers_the_order_gives_them(imported: Any) -> None:
    found = imported("Moving\n======\n\nFour hexes.\n\nRoads\n-----\n\nSix.\n\nFiring\n======\n\nOne die.\n")
    assert found.game["numbering"] == "auto"
    assert found.rules == {
        "moving": {"title": "Moving", "text": "Four hexes."},
        "roads": {"parent": "moving", "title": "Roads", "text": "Six."},
        "firing": {"title": "Firing", "text": "One die."},
    }


def test_a_heading_without_a_number_is_below_the_chapter_before_it(imported: Any) -> None:
    found = imported(
        "## I AIM\n\nWin.\n\n## 2 MOVE\n\nFour AFV.\n\n## AFV AND WOODS\n\nStop.\n\n## Designer's notes\n\nThanks.\n"
    )
    assert found.rules["aim"] == {"number": "1", "title": "Aim", "text": "Win."}
    assert found.rules["afv-and-woods"] == {"parent": "move", "title": "AFV and woods", "text": "Stop."}
    assert found.rules["designer-s-notes"] == {"part": "back", "title": "Designer's notes", "text": "Thanks."}


def test_introductions_and_appendices_are_parts(imported: Any) -> None:
    rules = imported(
        "# Preface\n\nHello.\n\n# 1. Play\n\nRoll.\n\n# 2. End\n\nStop.\n\n# Appendix A: Lists\n\nOne.\n"
    ).rules
    assert rules["preface"] == {"part": "front", "title": "Preface", "text": "Hello."}
    assert rules["appendix-a-lists"] == {"part": "appendix", "title": "Lists", "text": "One."}


def test_two_rules_of_one_number(imported: Any) -> None:
    rules = imported("# 1. Move\n\nFour.\n\n# 1. Fire\n\nOne die.\n\n# 2. End\n\nStop.\n").rules
    assert [(each.get("number"), each["title"]) for each in rules.values()] == [
        ("1", "Move"),
        (None, "1. Fire"),
        ("2", "End"),
    ]


def test_references_in_words_and_links(imported: Any) -> None:
    found = imported(
        '# 1 Moving {#go}\n\nSee 2.1, rules 2 and 2.1 (2.1); move 2 hexes, or 12" (see rule 9.4).\n\n# 2 Fire\n\n'
        "As [above](#1-moving) or [there](#go), not [here](#nowhere).\n\n## 2.1 Hits\n\nA 6 [hits](https://example.org).\n"
    )
    assert found.rules["moving"]["text"] == (
        'See [[rule:hits]], rules [[rule:fire]] and [[rule:hits]] ([[rule:hits]]); move 2 hexes, or 12" (see\nrule [[rule:rule-9-4]]).\n'
    )
    assert found.rules["fire"]["text"] == "As [[rule:moving|above]] or [[rule:moving|there]], not here."
    assert found.rules["rule-9-4"] == {"number": "9.4", "external": "rules that are not among these files"}
    assert found.rules["hits"]["text"] == "A 6 [hits](https://example.org)."
    assert found.unread == ["book.md:7: #nowhere"]


def test_a_table_is_an_entry_and_a_link_where_it_was(imported: Any) -> None:
    found = imported(
        "# 1 Fire\n\nRoll.\n\n**Hits**\n\n| Cover | Rifle | Mortar |\n|---|--:|--:|\n| open | 3 | 4 |\n| wood | 5 | 4 |\n\n"
        "# 2 Shop\n\n| Thing | Price |\n|---|---|\n| Rope | 2 gp | dear |\n"
    )
    assert found.rules["fire"]["text"] == "Roll.\n\n[[table:hits]]\n"
    hits = found.of("tables")["hits"]
    assert (hits["title"], hits["rule"], hits["cells"]) == ("Hits", "fire", {"open": ["3", "4"], "wood": ["5", "4"]})
    assert "dear" in str(found.of("tables")["shop"]), "Markdown itself drops what stands beyond the headings"


def test_lines_with_tabs_are_a_table(imported: Any) -> None:
    found = imported(
        "# 1 Fire\n\nRoll:\n\n\tRifle\tMortar\n<b>open</b>\t3\t4\nwood\t5\t4\n\nThen go on.\n\n# 2 End\n\nStop.\n"
    )
    assert found.of("tables")["fire"]["cells"] == {"open": ["3", "4"], "wood": ["5", "4"]}
    assert found.rules["fire"]["text"] == "Roll:\n\n[[table:fire]]\n\nThen go on.\n"


def test_a_table_of_html_keeps_its_spans(imported: Any) -> None:
    found = imported(
        "# Prices\n\n<table>\n<tr><th>Thing</th><th>Cost</th><th>Weight</th></tr>\n"
        "<tr><td>Rope</td><td colspan=2>5</td></tr>\n<tr><td>Lamp</td><td>7</td><td>2</td></tr>\n</table>\n"
    )
    assert found.of("tables")["prices"]["records"] == {"Rope": ["5", "5"], "Lamp": ["7", "2"]}


def test_definitions_are_terms(imported: Any) -> None:
    found = imported(
        "# 1 Play\n\nA unit in line of sight is seen.\n\n**Zone of control:** the six hexes around a unit. Stop there.\n\n# 2 End\n\nLOS ends.\n\n"
        "# Glossary\n\n**Line of sight (LOS)**: a straight line.\n\n- **Unit** – a counter.\n\nHex\n: A field.\n"
    )
    assert found.of("terms") == {
        "Zone of control": {"rule": "play", "text": "the six hexes around a unit."},
        "Line of sight": {"abbreviation": "LOS", "text": "a straight line."},
        "Unit": {"text": "a counter."},
        "Hex": {"text": "A field."},
    }
    assert found.rules["play"]["text"] == (
        "A [[Unit|unit]] in [[Line of sight|line of sight]] is seen.\n\n"
        "**[[Zone of control]]:** the six hexes around a unit. Stop there.\n"
    )
    assert found.unread == ["book.md:11: Glossary"]


def test_an_abbreviation_that_is_spelt_out_is_a_term(imported: Any) -> None:
    found = imported("# 1 Play\n\nPlayers get command tokens (CTs).\n\n# 2 End\n\nNo CTs.\n")
    assert found.of("terms") == {
        "Command token": {
            "abbreviation": "CT",
            "also": ["CTs"],
            "unexplained": "The source spells it out, and does not define it.",
        }
    }
    assert found.rules["end"]["text"] == "No [[Command token|CTs]]."


def test_examples_are_entries(imported: Any) -> None:
    found = imported(
        "# 1 Move\n\nFour hexes.\n\n**Example:** Ada moves *two*.\n\n> Example 2: Ben moves three.\n\n### Example of roads\n\nCy moves six.\n\n# 2 End\n\nStop.\n"
    )
    assert [*found.of("examples").values()] == [
        {"rule": "move", "title": "Move", "text": "Ada moves *two*."},
        {"rule": "move", "title": "Move", "text": "Ben moves three."},
        {"rule": "move", "title": "of roads", "text": "Cy moves six.\n"},
    ]
    assert found.rules["move"]["text"] == "Four hexes."


def test_pictures_in_the_folder_are_kept(imported: Any, tmp_path: Path) -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 2"><path d="M0 1 L4 1" stroke="#333"/></svg>'
    (tmp_path / "art").mkdir()
    (tmp_path / "art/a map.svg").write_text(svg)
    (tmp_path / "bad.png").write_text("no picture")
    found = imported(
        "# Move\n\nLook ![](art/a%20map.svg) here.\n\n![words](https://example.org/x.png)\n\n![bad](bad.png) ![up](../x.png)\n"
    )
    assert found.rules["move"]["text"] == "Look here.\n\n![a map](pictures/a-map.svg)\n\nwords\n\nbad up\n"
    assert [(each.name, each.file.name) for each in found.draft.pictures] == [("pictures/a-map.svg", "a map.svg")]
    assert found.unread == ["book.md:5: https://example.org/x.png", "book.md:7: bad.png", "book.md:7: ../x.png"]


def test_html_is_told_and_its_words_stay(imported: Any) -> None:
    found = imported("# Move\n\nMove <b>four </b>hexes<br>or <u>six</u>. <!-- check -->\n\n<div>\nOn roads.\n</div>\n")
    assert found.rules["move"]["text"] == "Move **four** hexes\\\nor six.\n\nOn roads.\n"
    assert found.unread == ["book.md:3: <u>", "book.md:3: <!-- check -->", "book.md:5: <div>"]


def test_front_matter_tells_of_the_game(imported: Any) -> None:
    found = imported(
        "---\ntitle: The Ford\nauthor: [Ada, Ben]\nlicense: CC0\nversion: 1.10\nlang: de\ntags: [war]\n---\n\n# Zug\n\nVier Felder.\n\n# Feuer\n\nEin Wurf.\n"
    )
    assert found.game == {
        "title": "The Ford",
        "authors": ["Ada", "Ben"],
        "licence": "CC0",
        "version": "1.10",
        "language": "de",
        "numbering": "auto",
    }
    assert found.unread == ["book.md:1: tags: war"]


def test_the_files_of_a_folder_are_one_book(imported: Any) -> None:
    found = imported(
        README="# The Ford\n\nA game.\n",
        chapters__10_fire="# Fire\n\nAs [moving](2_move.md#roads).\n",
        chapters__2_move="# Move\n\nSee [fire](10_fire.md).\n\n## Roads\n\nSix.\n",
    )
    assert [*found.rules] == ["the-ford", "move", "roads", "fire"]
    assert found.rules["fire"]["text"] == "As [[rule:roads|moving]]."
    assert found.rules["move"]["text"] == "See [[rule:fire|fire]]."


def test_a_list_of_contents_gives_the_order(imported: Any) -> None:
    found = imported(SUMMARY="# Book\n\n- [B](b.md)\n- [A](a.md)\n", a="# Ay\n\nText.\n", b="# Bee\n\nText.\n")
    assert [*found.rules] == ["bee", "ay"]


def test_footnotes_go_with_the_texts_that_use_them(imported: Any) -> None:
    found = imported(
        "# Move\n\nFour.[^a]\n\n# Fire\n\nOne.\n\n[^a]: Or five.\n[^b]: Lost.\n\n[x]: https://example.org\n"
    )
    assert found.rules["move"]["text"] == "Four.[^a]\n\n[^a]: Or five.\n"
    assert found.unread == ["book.md:10: [^b]: Lost."], "an address that no link uses prints nowhere"


def test_a_text_that_is_too_long_is_divided(imported: Any) -> None:
    found = imported(
        "# Move\n\n" + "Four hexes each turn. " * 300 + "\n\n" + "Six on roads. " * 400 + "\n\n# Fire\n\nOne.\n"
    )
    assert [(each["title"], each.get("parent")) for each in found.rules.values()] == [
        ("Move", None),
        ("Move (2)", "move"),
        ("Fire", None),
    ]


def test_numbers_in_any_order_make_no_circle(imported: Any) -> None:
    rules = imported("## 2.1.1 AA\n\nText.\n\n### BB\n\nText.\n\n#### 2.1 CC\n\nText.\n\n## 3.0.0 DD\n\nText.\n").rules
    assert {name: each.get("parent") for name, each in rules.items()} == {
        "aa": None,
        "bb": "aa",
        "rule-cc": None,
        "dd": None,
    }


def test_code_holds_no_links(imported: Any) -> None:
    rules = imported("# A map\n\n    [[[1, 2]]] ![x](y)\n\n# Another\n\nAs `[[1]]`.\n").rules
    assert rules["a-map"]["text"] == "```\n[ [ [1, 2]]] ! [x](y)\n```\n"
    assert rules["another"]["text"] == "As `[ [1]]`."


def test_a_glossary_that_holds_more_than_terms_stays_a_rule(imported: Any) -> None:
    found = imported("# Play\n\nRoll.\n\n# Glossary\n\n**Hex**: a field.\n\n## Example\n\nOne hex.\n")
    assert found.rules["glossary"]["title"] == "Glossary"
    assert [each["rule"] for each in found.of("examples").values()] == ["glossary"]


def test_a_heading_of_a_glossary_is_a_term_unless_others_are_below_it(imported: Any) -> None:
    found = imported(
        "# Play\n\nRoll.\n\n# Glossary\n\n## Hex\n\nA field.\n\n## Dice\n\nTwo.\n\n### Odd dice\n\nThree.\n"
    )
    assert found.of("terms") == {"Hex": {"text": "A field."}, "Odd dice": {"text": "Three."}}
    assert [(name, each.get("parent")) for name, each in found.rules.items()] == [
        ("play", None),
        ("glossary", None),
        ("dice", "glossary"),
    ]


def test_terms_that_are_not_new_stay_in_the_text(imported: Any) -> None:
    found = imported("# Play\n\nA hex.\n\n# Glossary\n\n**Hex**: a field.\n\n- **Hex**: again.\n- **Dice**: two.\n")
    assert [*found.of("terms")] == ["Hex"]
    assert found.rules["glossary"]["text"] == "- **[[Hex]]**: again.\n- **Dice**: two.\n"
