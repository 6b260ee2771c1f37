"""A game of as many cards as one likes, each with a band, bullets and a table of its own, and a sheet of nine to it."""

from pathlib import Path

from tests.many_rules import Speech

PER_SHEET = 9

GAME = """\
game:
  title: Many cards
  language: la
  colours: {move: {hex: "#9cb08a"}}
domains:
  roll: 1d6
  cover: {open: Open, wood: Wood, town: Town}
"""
TABLE = """\
  t{at}: {{title: Table {at}, rule: r{at}, values: {{numbers: -9..99}}, rows: roll, columns: cover, cells: {{{cells}}}}}
"""
CARD = """\
title: Card {at}
size: 105 × 148 mm
blocks:
  - {{band: r{at}, title: Card {at}, colour: move}}
  - bullets: b{at}
  - table: t{at}
"""


def many_cards(project: Path, count: int, sheets: int = 0) -> None:
    """Writes the game `many`; the same in every run. `sheets` have nine cards each, in turn."""
    content, cards = (project / part / "many" for part in ("content", "cards"))
    speech = Speech()
    content.mkdir(parents=True)
    cards.mkdir(parents=True)
    rules = "".join(
        f'  r{at}: {{number: "{at + 1}", title: Rule {at}, text: {speech.sentence(30)}}}\n' for at in range(count)
    )
    tables = "".join(TABLE.format(at=at, cells=_cells(at)) for at in range(count))
    bullets = "".join(_reference(at, speech) for at in range(count))
    text = f"{GAME}rules:\n{rules}tables:\n{tables}references:\n{bullets}"
    (content / "game.yaml").write_text(text, "utf-8")
    for at in range(count):
        (cards / f"c{at}.yaml").write_text(CARD.format(at=at), "utf-8")
    for sheet in range(sheets):
        shown = ", ".join(f"c{at % count}" for at in range(sheet * PER_SHEET, (sheet + 1) * PER_SHEET))
        text = f"kind: sheet\ntitle: Sheet {sheet}\npaper: A4\ncards: [{shown}]\n"
        (cards / f"sheet{sheet}.yaml").write_text(text, "utf-8")


def _cells(at: int) -> str:
    return ", ".join(
        f"{roll}: [{', '.join(str(roll * 3 + column + at % 7) for column in range(3))}]" for roll in range(1, 7)
    )


def _reference(at: int, speech: Speech) -> str:
    items = "".join(f'      - "{speech.sentence(14)} [[rule:r{at}]]"\n' for _ in range(8))
    return f"  b{at}:\n    title: List {at}\n    items:\n{items}"
