"""Texts of Markdown: its signs, links and blocks put together by chance, in a rule, a term, a bullet and a cell."""

import json
from random import Random

from tests.fuzz.attempts import Attempt
from tests.fuzz.mutation import ODD_CHARACTERS

GAME = """\
game: {{title: Texts, language: en}}
domains: {{cover: {{open: Open, wood: Wood}}}}
terms: {{Hit: {{text: {0}}}, Move: {{text: {1}}}}}
rules:
  one: {{number: "1", title: {2}, text: {3}}}
  two: {{number: "1.1", title: Two, text: {4}}}
references: {{r: {{title: R, items: [{5}, {{text: {6}, items: [x]}}]}}}}
tables:
  hits: {{title: Hits, rule: one, rows: cover, cells: {{open: {7}, wood: 2}}}}
"""
CARD = """\
title: Card
size: A4
blocks: [{bullets: r}, {table: hits}, {note: "See [[rule:one]]."}]
"""
SIGNS = (
    "*",
    "**",
    "_",
    "__",
    "`",
    "``",
    "~~",
    "[",
    "]",
    "(",
    ")",
    "![",
    "](",
    "[[",
    "]]",
    "[^1]",
    "[^1]: ",
    "\\",
    "<",
    ">",
    "<b>",
    "<!--",
    "&amp;",
    "&#0;",
    "^",
    "|",
    "#",
    ":",
)
STARTS = (
    "- ",
    "* ",
    "1. ",
    "99999999999. ",
    "# ",
    "###### ",
    "> ",
    "> [!NOTE]\n> ",
    "> [!tip]\n",
    "    ",
    "\t",
    "```\n",
    "~~~ x\n",
    "---\n",
    "===\n",
    "a\n: b",
    "| a | b |\n|---|:-:|\n| 1 | 2 |",
    "|-|\n",
    "[a]: b\n",
)
WORDS = (
    "hit",
    "Hits",
    "move",
    "two",
    "2",
    "1d6",
    "+1",
    "−1",
    "½",
    "A1",
    "must not",
    "one or two hexes",
    "rule 1",
    "rule 99",
    "at least 3",
    "teh",
    "an unit",
    "units moves",
    "漢字",
    "e\u0301",
    "שלום",
    "x" * 40,
)
LINKS = (
    "[[rule:one]]",
    "[[rule:two|the rule]]",
    "[[table:hits]]",
    "[[table:hits#open]]",
    "[[Hit]]",
    "[[Move|moves]]",
    "[[term:Hit|hits]]",
    "[[Move]]",
    "[[nothing]]",
    "[[]]",
    "[[|]]",
    "[[a|b|c]]",
    "[[[[one]]]]",
    "[words](https://example.org)",
    "[x](javascript:alert(1))",
    "<https://example.org>",
    "https://example.org/a_b_",
    "![map](pictures/map.png)",
    "![](x.svg)",
    "[a][b]",
    "[[rule:one|*so*]]",
)


def texts(random: Random) -> Attempt:
    """Of some games most texts are plain, so that these have no error and are printed."""
    odd = random.choice((0.1, 0.2, 0.6))
    made = (_text(random) if random.random() < odd else _plain(random) for _ in range(8))
    game = GAME.format(*(json.dumps(each, ensure_ascii=random.random() < 0.2) for each in made))
    files = {"content/texts/game.yaml": game.encode("utf-8", "surrogatepass"), "cards/texts/card.yaml": CARD.encode()}
    return Attempt(_command(random), files, base="nothing")


def _command(random: Random) -> tuple[str, ...]:
    chance = random.random()
    if chance < 0.3:
        return ("build", "--no-prove")
    if chance < 0.6:
        return ("check", "--no-prove", "--printed", "--format", "json")
    return ("check", "--no-prove", "--format", random.choice(("json", "text", "github", "junit", "sarif")))


def _plain(random: Random) -> str:
    return " ".join(
        random.choices(
            ("A", "unit", "moves", "to", "[[rule:one]]", "*so*", "**and**", "`x`", "2"), k=random.randrange(1, 9)
        )
    )


def _text(random: Random) -> str:
    text = "".join(_piece(random) for _ in range(random.choice((1, 2, 4, 8, 30))))
    return text * random.choice((1,) * 19 + (50,))


def _piece(random: Random) -> str:
    pieces = random.choices((SIGNS, STARTS, WORDS, LINKS, ODD_CHARACTERS), (6, 2, 8, 3, 0.3))[0]
    start = "\n" * random.randrange(1, 3) if pieces is STARTS else ""
    return (
        start
        + random.choice(pieces) * random.choice((1,) * 15 + (2, 3, 60))
        + random.choice(("", "", " ", " ", "\n", "\n\n"))
    )
