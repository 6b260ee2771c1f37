"""Grids of printed cells become tables: which kind, with which keys, and why."""

import json

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from rulewright.base.findings import Findings, Span
from rulewright.book.link import link
from rulewright.book.reading import decode
from rulewright.checks import check
from rulewright.importing.draft import Draft, Guessed, Value
from rulewright.importing.grids import Cell, Grid, Names, table_of
from rulewright.outputs.products import PRODUCTS
from rulewright.source.files import Sources
from rulewright.source.nodes import Mapping
from rulewright.source.tree import parse


def grid(text: str, title: str = "Hits") -> Grid:
    """Cells between bars, a row on each line; `>2` and `v2` before a cell: it spans so many columns or rows."""
    rows = [[each.strip() for each in line.split("|")] for line in text.strip().splitlines()]
    return Grid(
        title, tuple(tuple(cell(t, y, x) for x, t in enumerate(row)) for y, row in enumerate(rows)), Span("a.csv", 1, 1)
    )


def cell(text: str, down: int, across: int) -> Cell:
    columns, rows = (int(text[1]) if text[:1] == sign and text[1:2].isdigit() else 1 for sign in ">v")
    return Cell(text[2:].strip() if columns * rows > 1 else text, Span("a.csv", down + 1, across + 1), columns, rows)


def plain(value: Value) -> object:
    """The data without the reasons of its guesses."""
    if isinstance(value, Guessed):
        return plain(value.value)
    if isinstance(value, dict):
        return {key: plain(each) for key, each in value.items()}
    return [plain(each) for each in value] if isinstance(value, list) else value


def sections(draft: Draft) -> dict[str, dict[str, object]]:
    found: dict[str, dict[str, object]] = {}
    for entry in draft.entries:
        found.setdefault(entry.section, {})[entry.id] = plain(entry.value)
    return found


def errors(draft: Draft) -> list[str]:
    """What is wrong with a game of only this."""
    findings, game = (
        Findings(),
        {"title": "G", "language": "en"} | {key: plain(each) for key, each in draft.game.items()},
    )
    tree = parse(json.dumps({"game": game, **sections(draft)}), "content/g/a.yaml", findings)
    assert isinstance(tree, Mapping), findings.items
    book = link(decode(Sources("g", (tree,), (), None, "rules.py", {}, {}, {}), PRODUCTS, findings), findings)
    if not findings.fatal:
        findings.extend(check(book))
    return [f"{each.name}: {each.message}" for each in findings.items if each.severity.value == "error"]


CASES = {
    "modifiers": (
        "Condition | DRM | Remark\nIn a wood | +1 | not for mortars\nMoving | −2 |",
        "tables: {hits: {title: Hits, headers: [DRM, Condition, Remark], values: -2..1, modifiers: ["
        "{label: In a wood, remark: not for mortars, value: '1'}, {label: Moving, value: '-2'}]}}",
    ),
    "modifiers of no fixed number": (
        "DRM | Condition\n± | Leadership\n[−3 ; +3] | Cohesion\n−1; +1 | In motion\n+2 | Fire",
        "domains: {leadership: {numbers: .., title: Leadership, test-range: -5..5}, "
        "cohesion: {numbers: .., title: Cohesion, test-range: -3..3}, "
        "in-motion: {names: {value-1: −1, value-2: '+1'}, title: In motion}}\n"
        "tables: {hits: {title: Hits, headers: [DRM, Condition], values: {numbers: ..}, modifiers: ["
        "{label: Leadership, value: {axis: leadership}}, "
        "{label: Cohesion, value: {axis: cohesion, clamp: -3..3}}, {label: In motion, value: ["
        "{value: '-1', when: {in-motion: value-1}}, {value: '1', when: {in-motion: value-2}}]}, "
        "{label: Fire, value: '2'}]}}",
    ),
    "modifiers by column": (
        "Fire | Rifle | MG\nMoved | -1 | -2\nIn a wood | +1 | –",
        "domains: {kind: {rifle: Rifle, mg: MG}}\n"
        "tables: {hits: {title: Hits, columns: kind, headers: [Fire], values: -2..1, modifiers: ["
        "{label: Moved, cells: ['-1', '-2']}, {label: In a wood, cells: ['1', nothing]}]}}",
    ),
    "things to roll for, their dice in the heading": (
        "D66 | Thing\n11-36 | Rope\n41–65 | Lamp\n66 | Nothing",
        "tables: {hits: {title: Hits, rows: d66, headers: [D66, Thing], list: {11-36: Rope, 41–65: Lamp, '66': Nothing}}}",
    ),
    "things to roll for, their dice by their scores": (
        "01–50 | Rope\n51–00 | Lamp",
        "tables: {hits: {title: Hits, rows: 1d100, list: {01–50: Rope, 51–00: Lamp}}}",
    ),
    "a function of a roll by names": (
        "Roll | 1:2 | 1:1\n2–6 | AE | AR\n7-12 | AR | DE",
        "domains: {kind: {1-2: '1:2', 1-1: '1:1'}}\n"
        "tables: {hits: {title: Hits, rows: 2d6, columns: kind, headers: [Roll], cells: {2–6: [AE, AR], 7-12: [AR, DE]}}}",
    ),
    "thresholds and a gap": (
        "Morale | Effect\n≤ 0 | rout\n1 or 2 | shaken\n7 + | fine".replace("1 or 2", "1–2"),
        "domains: {morale: {numbers: .., title: Morale, test-range: -5..12}}\n"
        "tables: {hits: {title: Hits, rows: morale, headers: [Morale, Effect], "
        "cells: {≤ 0: rout, 1–2: shaken, 7 +: fine}, "
        "questions: [{when: {morale: 3 to 6}, question: The source has no row for this.}]}}",
    ),
    "names by names": (
        "Cover | Rifle | Mortar\nIn the open | 3 | 4\nIn a wood | 5 | –",
        "domains: {cover: {names: {in-the-open: In the open, in-a-wood: In a wood}, title: Cover}, "
        "kind: {rifle: Rifle, mortar: Mortar}}\n"
        "tables: {hits: {title: Hits, rows: cover, columns: kind, headers: [Cover], values: 3..5, "
        "cells: {in-the-open: ['3', '4'], in-a-wood: ['5', nothing]}}}",
    ),
    "names by distances": (
        "Weapon | 0–6 | 7–12 | 13+\nRifle | 3 | 4 | 5\nPistol | 4 | 6 | –",
        "domains: {weapon: {names: {rifle: Rifle, pistol: Pistol}, title: Weapon}, "
        "number: {numbers: 0.., test-range: 0..18}}\n"
        "tables: {hits: {title: Hits, rows: weapon, columns: number, keys: [0–6, 7–12, 13+], headers: [Weapon], "
        "values: 3..6, cells: {rifle: ['3', '4', '5'], pistol: ['4', '6', nothing]}}}",
    ),
    "prices with units": (
        "Weapon | Cost | Damage\nDagger | 2 gp | 1d4\nSword | 15 gp | 1d8\nSword | 20 gp | 1d8",
        "tables: {hits: {title: Hits, headers: [Weapon], outputs: {cost: {title: Cost}, damage: {title: Damage}}, "
        "records: {Dagger: [2 gp, 1d4], Sword: [15 gp, 1d8], Sword (2): [20 gp, 1d8]}}}",
    ),
    "groups below bands, a note and headings that span": (
        "v2Name | >2Price\nnew | used\n>3Blades\nDagger | 2 | 1\n>3Blunt\nClub | 1 | 0\n>3In gold.",
        "tables: {hits: {title: Hits, headers: [Name], outputs: {group: {title: Group}, "
        "price-new: {title: Price – new, values: 1..2}, price-used: {title: Price – used, values: 0..1}}, "
        "group-by: group, records: {Dagger: [Blades, '2', '1'], Club: [Blunt, '1', '0']}, note: In gold.}}",
    ),
    "a text beside all rows, and cells that span rows": (
        "Total | v4Leaders fall on 1 | Side\n1-3 | v2attacker\n4-6\n7+ | both",
        "{domains: {total: {numbers: '1..', title: Total, test-range: 1..12}}, "
        "tables: {hits: {title: Hits, rows: total, headers: [Total], outputs: "
        "{leaders-fall-on-1: {text: Leaders fall on 1, rotated: 'yes'}, side: {title: Side, merged: 'yes'}}, "
        "cells: {1-3: attacker, 4-6: attacker, 7+: both}}}}",
    ),
    "names that span rows": (
        "Unit | Action | Open | Wood\nv2foot | Fire | 8 | 2\nMove | 8 | 3 or 2\nvehicle | any | ∞ | 8",
        "tables: {hits: {title: Hits, headers: [Action], outputs: {group: {title: Unit}, "
        "open: {title: Open}, wood: {title: Wood}}, group-by: group, "
        "records: {Fire: [foot, '8', '2'], Move: [foot, '8', 3 or 2], any: [vehicle, ∞, '8']}}}",
    ),
    "names in the second column": (
        "DRM | Reason\n-1 | Hill\n-1 / +1 | Smoke\n-1 | Rain",
        "tables: {hits: {title: Hits, headers: [Reason, DRM], records: {Hill: '-1', Smoke: -1 / +1, Rain: '-1'}}}",
    ),
    "two keys of each row, and a pair without a row": (
        "Unit | Cover | Rifle | Mortar\nv2Squad | Open | 3 | 4\nWood | 5 | 4\nTank | Open | 2 | 1",
        "domains: {unit: {names: {squad: Squad, tank: Tank}, title: Unit}, "
        "cover: {names: {open: Open, wood: Wood}, title: Cover}, kind: {rifle: Rifle, mortar: Mortar}}\n"
        "tables: {hits: {title: Hits, rows: [unit, cover], columns: kind, headers: [Unit, Cover], values: 1..5, cells: "
        "{squad: {open: ['3', '4'], wood: ['5', '4']}, tank: {open: ['2', '1']}}, "
        "questions: [{when: {unit: tank, cover: wood}, question: The source has no row for this.}]}}",
    ),
    "three keys of each row, one of which may be any": (
        "To | Unit | Morale | Base | MM\nfire | light | elite | 2 | no\nfire | light | green | 2 | yes\n"
        "fire | heavy | any | 3 | no\nrally | any | elite | 2 | no",
        "domains: {to: {names: {fire: fire, rally: rally}, title: To}, "
        "unit: {names: {light: light, heavy: heavy}, title: Unit}, "
        "morale: {names: {elite: elite, green: green}, title: Morale}}\n"
        "tables: {hits: {title: Hits, rows: [to, unit, morale], headers: [To, Unit, Morale], "
        "outputs: {base: {title: Base, values: 2..3}, mm: {title: MM}}, cells: "
        "{fire: {light: {elite: ['2', 'no'], green: ['2', 'yes']}, heavy: {any: ['3', 'no']}}, "
        "rally: {any: {elite: ['2', 'no']}}}, "
        "questions: [{when: {to: rally, morale: green}, question: The source has no row for this.}]}}",
    ),
    "cells that the source calls unknown": (
        "Unit | Takes | Denies it\nSquad | yes | no\nTank | unknown | no\nTruck | unknown | unknown",
        "domains: {unit: {names: {squad: Squad, tank: Tank, truck: Truck}, title: Unit}}\n"
        "tables: {hits: {title: Hits, rows: unit, headers: [Unit], outputs: "
        "{takes: {title: Takes}, denies-it: {title: Denies it}}, "
        "cells: {squad: ['yes', 'no'], tank: [unknown, 'no'], truck: [unknown, unknown]}, questions: ["
        "{when: {unit: tank, output: takes}, question: The source says that this is unknown.}, "
        "{when: {unit: truck, output: 'takes, denies-it'}, question: The source says that this is unknown.}]}}",
    ),
    "groups in a first column": (
        "Kind | Name | Price | Damage\nBlade | Dagger | 2 gp | 1d4\nBlade | Sword | 15 gp | 1d8\nBlunt | Club | 1 gp | 1d6",
        "tables: {hits: {title: Hits, headers: [Name], outputs: {group: {title: Kind}, price: {title: Price}, "
        "damage: {title: Damage}}, group-by: group, "
        "records: {Dagger: [Blade, 2 gp, 1d4], Sword: [Blade, 15 gp, 1d8], Club: [Blunt, 1 gp, 1d6]}}}",
    ),
    "lines": ("Fire first.\nMove.", "references: {hits: {title: Hits, items: [Fire first., Move.]}}"),
}


@pytest.mark.parametrize("name", CASES)
def test_the_kind_of_a_grid(name: str) -> None:
    text, wanted = CASES[name]
    headings = 2 if "headings that span" in name else None
    made = table_of(Grid("Hits", grid(text).rows, Span("a.csv", 1, 1), headings), Names())
    assert sections(made) == yaml.safe_load(wanted)
    assert not errors(made)
    assert not made.unread


def test_each_guess_has_its_reason() -> None:
    made = table_of(grid("D6 | Thing\n1-3 | Rope\n4-6 | Lamp"), Names())
    (entry,) = made.entries
    assert entry.guesses == ("its keys are scores and its cells are words, so it is a list to roll on",)
    assert isinstance(entry.value, dict)
    assert entry.value["rows"] == Guessed("1d6", "its heading names these dice")


def test_two_tables_with_the_same_names_share_their_domain() -> None:
    names, text = Names(), "Cover | Rifle | Mortar\nOpen | 3 | 4\nWood | 5 | 6"
    assert len(table_of(grid(text), names).entries) == 3
    (again,) = table_of(grid(text), names).entries
    assert again.id == "hits-2"


def test_a_title_above_all_columns() -> None:
    made = table_of(grid(">2Weapons\nName | Cost\nDagger | 2 gp\nClub | 1 gp", title=""), Names())
    assert made.entries[-1].id == "weapons"


def test_headings_alone_are_no_table() -> None:
    made = table_of(Grid("Hits", grid("Name | Cost").rows, Span("a.csv", 1, 1), 1), Names())
    assert [(each.words, each.why) for each in made.unread] == [("Name · Cost", "this table has headings and no rows")]


TEXTS = st.sampled_from(
    [
        "",
        "1",
        "2",
        "3-4",
        "5+",
        "≤ 0",
        "+1",
        "−2",
        "–",
        "Rope",
        "rope",
        "±",
        "[-3 ; +3]",
        "-1; +1",
        "unknown",
        "any",
        "yes",
        "**x**",
        "[[rule:x]]",
        "1d6",
        "D6",
        "d100",
        "2 gp",
        "Cost",
        "DRM",
        "a, b",
        "1, 2",
        "not a",
        "00",
        "Übung",
        "攻",
        "[6]: hit",
        "a | b",
        "#",
    ]
)
GRIDS = st.lists(st.lists(st.tuples(TEXTS, st.integers(1, 3), st.integers(1, 3)), max_size=4), max_size=6)


@given(rows=GRIDS, headings=st.sampled_from([None, 0, 1, 2]))
def test_every_grid_ends_in_a_sound_draft(rows: list[list[tuple[str, int, int]]], headings: int | None) -> None:
    """Whatever the cells: the draft builds, or only a text in it is at fault, as a link to nothing is."""
    place = Span("a.csv", 1, 1)
    cells = tuple(tuple(Cell(text, place, columns, down) for text, columns, down in row) for row in rows)
    made = table_of(Grid("T", cells, place, headings), Names())
    texts = ("dangling-link", "unsupported-markup")
    assert not [each for each in errors(made) if not each.startswith(texts)], (rows, sections(made))
