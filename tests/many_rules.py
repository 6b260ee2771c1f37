"""A rulebook of as many rules as one likes, in words of no language whose frequencies are those of any."""

import random
from functools import cache
from pathlib import Path

from rulewright.base.findings import Findings
from rulewright.book.book import Book
from rulewright.book.link import link
from rulewright.book.reading import decode
from rulewright.outputs.products import PRODUCTS
from rulewright.source.files import read

CHAPTER, SECTION = 100, 10
"""Rules to a chapter, and to a section of it."""
FILE = 2_000
"""Rules to a file."""
WORDS = 8_000
SYLLABLES = [first + vowel + last for first in "bcdfghklmnprstvw" for vowel in "aeiou" for last in ("", *"nrstl")]


def many_rules(folder: Path, count: int) -> Book:
    """The game `many` in this folder, linked: rules of about sixty words, and a term to every tenth; always the same."""
    content = folder / "content" / "many"
    content.mkdir(parents=True)
    (content / "game.yaml").write_text("game: {title: Many rules, language: en}\n", "utf-8")
    speech = Speech()
    for first in range(0, count, FILE):
        rules = (_rule(at, speech) for at in range(first, min(first + FILE, count)))
        (content / f"rules-{first}.yaml").write_text("rules:\n" + "".join(rules), "utf-8")
    terms = "".join(
        f"  {word.capitalize()}:\n    text: {speech.sentence(12)}\n" for word in vocabulary()[: count // 10]
    )
    (content / "terms.yaml").write_text(f"terms:\n{terms}", "utf-8")
    return read_many(folder)


def read_many(folder: Path) -> Book:
    """The game as it was written into this folder."""
    findings = Findings()
    return link(decode(read(folder, "many", findings), PRODUCTS, findings), findings)


def queries() -> list[str]:
    """As typed, letter by letter: frequent words, rare ones, several, numbers, slips, nonsense."""
    words = vocabulary()
    whole = [
        words[0],
        words[40],
        words[4_000],
        f"{words[0]} {words[1]}",
        f"{words[3]} {words[900]}",
        "43.21",
        "7",
        "zzgkripp",
    ]
    whole += ["x" + words[500], words[2_000][:3] + "q" + words[2_000][3:], " ".join(words[:5])]
    return [query[:end] for query in whole for end in range(1, len(query) + 1)]


class Speech:
    """Sentences of invented words, the same in every run."""

    def __init__(self) -> None:
        self.chance = random.Random(7)

    def sentence(self, length: int) -> str:
        weights = _weights()
        return " ".join(self.chance.choices(vocabulary(), cum_weights=weights, k=length)).capitalize() + "."


@cache
def vocabulary() -> list[str]:
    chance = random.Random(11)
    words = ("".join(chance.choices(SYLLABLES, k=chance.choice((1, 2, 2, 3, 3, 4)))) for _ in range(2 * WORDS))
    return list(dict.fromkeys(words))[:WORDS]


@cache
def _weights() -> list[float]:
    """As in natural languages, the nth word is about 1/n as frequent as the first."""
    total, found = 0.0, []
    for rank in range(len(vocabulary())):
        total += 1 / (rank + 8)
        found.append(total)
    return found


def number_of(at: int) -> str:
    """1, 1.1, 1.1.1 …: chapters of ten sections."""
    chapter, within = divmod(at, CHAPTER)
    section, below = divmod(within, SECTION)
    parts = (chapter + 1, section + 1, below) if below else (chapter + 1, section + 1) if within else (chapter + 1,)
    return ".".join(map(str, parts))


def _rule(at: int, speech: Speech) -> str:
    title, text = speech.sentence(3).rstrip("."), " ".join(speech.sentence(10) for _ in range(6))
    return f'  rule-{at}:\n    number: "{number_of(at)}"\n    title: {title}\n    text: {text}\n'
