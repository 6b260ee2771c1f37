"""Abbreviations that a text spells out where it first uses them: "command tokens (CTs)"."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rulewright.markup.english import singular

SPELT = re.compile(r"(?P<words>(?:[A-Za-z][a-z-]+ ){1,5})\((?P<short>[A-Z]{2,5})(?P<plural>s?)\)")


@dataclass(frozen=True, slots=True)
class Abbreviation:
    """The words that an abbreviation stands for, as far as its letters say so."""

    name: str
    short: str


def abbreviations(texts: Iterable[str]) -> Iterator[Abbreviation]:
    """Those of some texts, each once, in order."""
    seen: set[str] = set()
    for text in texts:
        for match in SPELT.finditer(text) if "(" in text else ():
            words = _meant(match["words"].split(), match["short"].casefold())
            if words and match["short"] not in seen:
                seen.add(match["short"])
                name = " ".join(words)
                name = singular(name) if match["plural"] else name
                yield Abbreviation(name[0].upper() + name[1:], match["short"])


def _meant(words: list[str], short: str) -> list[str]:
    """The last words, as many as the abbreviation has letters, or parts of words, or one word with its letters."""
    for count in range(1, len(words) + 1):
        last = words[-count:]
        parts = [part for word in last for part in word.casefold().split("-")]
        whole = [word[0].casefold() for word in last]
        if short in ("".join(whole), "".join(part[:1] for part in parts)):
            return last
    word = words[-1].casefold()
    if word[0] == short[0] and _in_order(short, word) and len(word) > 2 * len(short):
        return words[-1:]
    return []


def _in_order(letters: str, word: str) -> bool:
    rest = iter(word)
    return all(letter in rest for letter in letters)
