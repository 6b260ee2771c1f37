"""`rulewright explain`: what a finding means or a word of a card's layout does, with examples."""

import sys
from collections.abc import Iterable

from rulewright.catalogue import FINDINGS, STAGES
from rulewright.manual import Page, card_pages, page
from rulewright.model.names import did_you_mean

CARDS = "Cards"
"""The heading of the words of layout in the list of all there is."""


def explain(names: list[str]) -> int:
    """Prints the manual's page of each finding or word, or the list of all of them."""
    if not names:
        sys.stdout.write(_contents())
        return 0
    known = (*STAGES, *card_pages())
    unknown = [name for name in names if _kind(name) not in known]
    for name in unknown:
        hint = did_you_mean(name, known, "rulewright explain lists them all")
        print(f"rulewright: there is no finding {name!r}, and no word of a card: {hint}", file=sys.stderr)
    pages = [found for name in names if (found := card_pages().get(name) or page(_kind(name))) is not None]
    sys.stdout.write("\n\n".join(found.text + "\n" for found in pages))
    return 2 if unknown else 0


def _kind(finding: str) -> str:
    """The name of a finding, of which there may be the whole id."""
    return finding.partition("/")[0]


def _contents() -> str:
    words = card_pages()
    widest = max(map(len, (*STAGES, *words)))
    parts = [_part(stage.value, names, map(page, names), widest) for stage, names in FINDINGS.items()]
    return "\n\n".join((*parts, _part(CARDS, words, words.values(), widest))) + "\n"


def _part(heading: str, names: Iterable[str], pages: Iterable[Page | None], widest: int) -> str:
    told = zip(names, (found.summary if found else "" for found in pages), strict=True)
    return "\n".join((heading, *(f"  {name:{widest}}  {summary}".rstrip() for name, summary in told)))
