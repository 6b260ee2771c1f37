"""References in words: "see 4.3", "rules 4.3 and 4.5", "(4.3)"; and terms where a text first uses them."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from rulewright.importing.markdown.numbers import NAMES

ONE = r"[A-Z]{0,2}\d{1,3}(?:\.\d{1,4}){0,8}(?:\.?[a-z](?![a-zA-Z]))?"
"""A number as texts cite it; `4.3.` ends a sentence."""
AND = r"(?:\s*(?:,|;|&|and|or|to|und|oder|et|ou|–|-)\s*)"
CITED = re.compile(
    rf"(?P<named>\b(?i:{NAMES}|rules|sections|chapters|cases|paragraphs?|regeln|règles)\s*|§§?\s*)(?P<numbers>{ONE}(?:{AND}{ONE})*)"
    rf"|\b(?i:see|also|per|cf\.?|siehe|vgl\.?|voir)\s+(?P<seen>{ONE}(?:{AND}{ONE})*)"
    rf"|[(\[](?P<bracketed>{ONE}(?:{AND}{ONE})*)[)\]]"
)
SINGLE = re.compile(ONE)
UNIT = re.compile(r"\s*(?:[\"″”'%°]|mm\b|cm\b|inch|hex|km\b|points?\b|dice\b|[dD]\d)")
"""What follows a number that counts something."""


@dataclass(slots=True)
class Citations:
    """Finds what a text cites. `known` has the ids of rules by their numbers; others that are cited join `missing`."""

    known: dict[str, str]
    missing: dict[str, str] = field(default_factory=dict)
    declare: Callable[[str], str] | None = None
    """Gives an id to a rule that is cited and in none of the files; None where numbers are not those of the book."""

    def pieces(self, text: str) -> Iterator[tuple[str, str]]:
        """The text in pieces, each with the id of the rule that it cites, or none."""
        at = 0
        for match in CITED.finditer(text):
            group = next(name for name in ("named", "seen", "bracketed") if match[name])
            span = match.span("numbers" if group == "named" else group)
            if UNIT.match(text, span[1]):
                continue
            for number in SINGLE.finditer(text, *span):
                if id_ := self._cited(number[0], group):
                    yield text[at : number.start()], ""
                    yield number[0], id_
                    at = number.end()
        yield text[at:], ""

    def _cited(self, number: str, group: str) -> str:
        if id_ := self.known.get(number):
            return id_ if group != "bracketed" or "." in number else ""
        if self.declare is None or group != "named" or "." not in number:
            return ""
        if number not in self.missing:
            self.missing[number] = self.declare(number)
        return self.missing[number]


@dataclass(slots=True)
class Mentions:
    """Finds terms in words, each once for a text."""

    pattern: re.Pattern[str] | None
    names: dict[str, str]

    @classmethod
    def of(cls, terms: Iterable[tuple[str, str]]) -> "Mentions":
        """Of spellings with the names that they stand for."""
        names = {spelling.casefold(): name for spelling, name in terms}
        longest = sorted(names, key=len, reverse=True)
        alternatives = "|".join(map(re.escape, longest))
        return cls(re.compile(rf"(?<![\w-])(?:{alternatives})(?![\w-])", re.IGNORECASE) if names else None, names)

    def pieces(self, text: str, seen: set[str]) -> Iterator[tuple[str, str]]:
        at = 0
        for match in self.pattern.finditer(text) if self.pattern else ():
            name = self.names[match[0].casefold()]
            if name not in seen and (match[0] != match[0].upper() or name == name.upper() or len(match[0]) > 5):
                seen.add(name)
                yield text[at : match.start()], ""
                yield match[0], name
                at = match.end()
        yield text[at:], ""
