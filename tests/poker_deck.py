"""A game of 54 poker cards from one CSV: four suits with art for every card, two jokers, and a back. Nothing is borrowed.

Pips, faces and the back are drawn here as SVG: figures of rectangles, circles and paths.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

SUITS = {"spades": "#1d2a44", "hearts": "#a3131f", "clubs": "#20452c", "diamonds": "#b3541e"}
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
NAMES = {"A": "Ace", "J": "Scout", "Q": "Captain", "K": "General"}
SHAPES = {
    "spades": "M0 -9 C5 -3 9 0 7 4 C5 7 1 6 0.8 4 L2 9 L-2 9 L-0.8 4 C-1 6 -5 7 -7 4 C-9 0 -5 -3 0 -9 Z",
    "hearts": "M0 9 C-3 4 -9 1 -8 -4 C-7 -8 -2 -8 0 -4 C2 -8 7 -8 8 -4 C9 1 3 4 0 9 Z",
    "clubs": "M0 -9 A4 4 0 1 1 2.8 -2.2 A4 4 0 1 1 1 3.6 L2.4 9 L-2.4 9 L-1 3.6 A4 4 0 1 1 -2.8 -2.2 A4 4 0 1 1 0 -9 Z",
    "diamonds": "M0 -9 L6.5 0 L0 9 L-6.5 0 Z",
}
COLUMNS = {1: ((0, 0),), 2: ((0, -30), (0, 30)), 3: ((0, -30), (0, 0), (0, 30))}
GAME = """\
game:
  title: Four banners
  language: en
  colours: {{{colours}}}
  marks: {{{marks}}}
rules:
  play: {{number: "1", title: Play, text: "Play a card of [[table:cards]] face up."}}
tables:
  cards:
    title: The cards
    rule: play
    outputs: {{value: {{title: Value}}, suit: {{title: Suit}}, art: {{title: Art}}, text: {{title: Text}}, count: {{title: Count}}}}
    from: data/cards.csv
"""
DECK = """\
title: "[[record:name]]"
size: poker
deck: cards
count: "[[record:count]]"
blocks:
  - zones:
      art: {image: "art/[[record:art]].svg", decorative: yes}
      value: {text: "**[[record:value]]**", colour: "[[record:suit]]", left: 5mm, top: 5mm, width: 8mm, height: 7.5mm, align: centre, font-size: 17pt}
      suit: {text: "[[mark:[[record:suit]]]]", left: 5mm, top: 12.5mm, width: 8mm, height: 6mm, align: centre, font-size: 13pt}
      value below: {text: "**[[record:value]]**", colour: "[[record:suit]]", right: 5mm, bottom: 5mm, width: 8mm, height: 7.5mm, align: centre, font-size: 17pt, turn: half}
      suit below: {text: "[[mark:[[record:suit]]]]", right: 5mm, bottom: 12.5mm, width: 8mm, height: 6mm, align: centre, font-size: 13pt, turn: half}
      title: {text: "[[record:name]]", left: 13mm, right: 13mm, top: 5.5mm, height: 7mm, align: centre, vertical: middle, font-size: 11pt, fit: {shrink: 7pt}}
      text: {text: "[[record:text]]", left: 13.5mm, right: 13.5mm, bottom: 5mm, height: 11mm, align: centre, vertical: middle, font-size: 9pt, fit: {shrink: 6pt}}
  - page
  - zones:
      back: {image: art/back.svg, decorative: yes}
"""


def poker_deck(project: Path, ranks: Sequence[str] = RANKS) -> None:
    """Writes the game `banners`; the same in every run. Of fewer ranks it has fewer cards: four of each, and two jokers."""
    content, cards = project / "content/banners", project / "cards/banners"
    (content / "data").mkdir(parents=True)
    (cards / "art").mkdir(parents=True)
    colours = ", ".join(f'{name}: {{hex: "{hex_}"}}' for name, hex_ in {**SUITS, "joker": "#5b2a6e"}.items())
    marks = ", ".join(
        f'{name}: {{badge: "{name[0].upper()}", name: {name}, colour: "{hex_}", legend: {name}}}'
        for name, hex_ in {**SUITS, "joker": "#5b2a6e"}.items()
    )
    (content / "game.yaml").write_text(GAME.format(colours=colours, marks=marks), "utf-8")
    rows = [",".join(row) for row in _records() if row[1] in (*ranks, "W")]
    (content / "data/cards.csv").write_text("\n".join(("Name,Value,Suit,Art,Text,Count", *rows)) + "\n", "utf-8")
    (cards / "cards.yaml").write_text(DECK, "utf-8")
    for name, drawing in _art():
        (cards / f"art/{name}.svg").write_text(drawing, "utf-8")


def _records() -> Iterator[tuple[str, ...]]:
    for suit in SUITS:
        for at, rank in enumerate(RANKS, 1):
            name = f"{NAMES.get(rank, rank)} of {suit}"
            text = (
                f"Move {at} hexes."
                if at <= 10
                else "Rally each unit in this hex and in those beside it. It counts for two."
            )
            yield name, rank, suit, f"{suit}-{rank}", text, "1"
    yield "Fair wind", "W", "joker", "joker-fair", "Draw two.", "1"
    yield "Foul wind", "W", "joker", "joker-foul", "Discard two.", "1"


def _art() -> Iterator[tuple[str, str]]:
    yield "back", _svg(_lattice())
    for suit, colour in SUITS.items():
        for at, rank in enumerate(RANKS, 1):
            yield (
                f"{suit}-{rank}",
                _svg(_ground(colour) + (_pips(suit, colour, at) if at <= 10 else _face(suit, colour, rank))),
            )
    for number, name in enumerate(("fair", "foul")):
        yield f"joker-{name}", _svg(_ground("#5b2a6e") + _sun(8 + 4 * number))


def _svg(drawn: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-31.75 -44.45 63.5 88.9">{drawn}</svg>\n'


def _ground(colour: str) -> str:
    return (
        f'<rect x="-31.75" y="-44.45" width="63.5" height="88.9" fill="{colour}"/>'
        '<rect x="-28.25" y="-40.95" width="56.5" height="81.9" rx="3" fill="#fbf8f0"/>'
    )


def _pip(suit: str, colour: str, x: float, y: float, scale: float) -> str:
    turn = " rotate(180)" if y > 1 else ""
    return f'<path d="{SHAPES[suit]}" fill="{colour}" transform="translate({x} {y}){turn} scale({scale})"/>'


def _pips(suit: str, colour: str, count: int) -> str:
    if count == 1:
        return _pip(suit, colour, 0, 0, 1.9)
    if count <= 3:
        return "".join(_pip(suit, colour, x, y * 0.72, 0.62) for x, y in COLUMNS[count])
    sides, middle = (count // 2, count % 2) if count < 7 else (3 if count < 9 else 4, count - (6 if count < 9 else 8))
    rows = [-21.6 + 43.2 * at / (sides - 1) for at in range(sides)]
    centres = [0.0] if middle == 1 else [-14.4, 14.4][:middle]
    places = [(x, y) for y in rows for x in (-10, 10)] + [(0.0, y) for y in centres]
    return "".join(_pip(suit, colour, x, y, 0.5) for x, y in places)


def _face(suit: str, colour: str, rank: str) -> str:
    """A figure with the hat of its rank, twice: upright and upside down."""
    hats = {
        "J": "M-7 -20 L7 -20 L4 -24 L-4 -24 Z",
        "Q": "M-7 -20 L-7 -26 L-3 -22 L0 -27 L3 -22 L7 -26 L7 -20 Z",
        "K": "M-8 -20 L-8 -28 L8 -28 L8 -20 Z M-2 -28 L-2 -31 L2 -31 L2 -28 Z",
    }
    half = (
        f'<path d="{hats[rank]}" fill="{colour}"/><circle cx="0" cy="-15" r="5.5" fill="#e9c9a4"/>'
        f'<path d="M-15 0 C-15 -7 -8 -9 0 -9 C8 -9 15 -7 15 0 Z" fill="{colour}"/>{_pip(suit, "#fbf8f0", 0, -4, 0.36)}'
    )
    figure = f'<rect x="-19" y="-32" width="38" height="64" rx="2" fill="#f0e6cf"/><g>{half}</g><g transform="rotate(180)">{half}</g>'
    return f'<g transform="translate(0 -1.5) scale(0.8)">{figure}</g>'


def _sun(rays: int) -> str:
    lines = "".join(
        f'<rect x="-1" y="-20" width="2" height="9" fill="#5b2a6e" transform="rotate({360 * at / rays})"/>'
        for at in range(rays)
    )
    return f'<circle cx="0" cy="0" r="9" fill="#5b2a6e"/>{lines}'


def _lattice() -> str:
    cells = "".join(
        f'<path d="M{x} {y - 4} L{x + 4} {y} L{x} {y + 4} L{x - 4} {y} Z" fill="none" stroke="#d9c89a" stroke-width="0.6"/>'
        for x in range(-24, 25, 8)
        for y in range(-36, 37, 8)
    )
    frame = (
        '<rect x="-28.25" y="-40.95" width="56.5" height="81.9" rx="3" fill="none" stroke="#d9c89a" stroke-width="1"/>'
    )
    return f'<rect x="-31.75" y="-44.45" width="63.5" height="88.9" fill="#23324f"/>{cells}{frame}'
