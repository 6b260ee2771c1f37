"""What makes attempts, by the name of its kind; each from a source of random numbers alone."""

from collections.abc import Callable, Mapping
from random import Random

from tests.fuzz.attempts import Attempt
from tests.fuzz.makers.cards import cards
from tests.fuzz.makers.environments import environments
from tests.fuzz.makers.kills import kills
from tests.fuzz.makers.pictures import pictures
from tests.fuzz.makers.rules_code import rules_code
from tests.fuzz.makers.sources import sources
from tests.fuzz.makers.spreadsheets import spreadsheets
from tests.fuzz.makers.templates import templates
from tests.fuzz.makers.texts import texts

Make = Callable[[Random], Attempt]

MAKERS: Mapping[str, tuple[Make, int]] = {
    "sources": (sources, 39),
    "texts": (texts, 10),
    "cards": (cards, 22),
    "rules_code": (rules_code, 11),
    "pictures": (pictures, 5),
    "spreadsheets": (spreadsheets, 4),
    "templates": (templates, 4),
    "environments": (environments, 4),
    "kills": (kills, 1),
}
"""Each with its share of a hundred attempts; the later ones take longer."""


def attempt(kind: str, seed: int, number: int) -> Attempt:
    """Always the same for the same seed and number."""
    return MAKERS[kind][0](Random(f"{kind}/{seed}/{number}"))
