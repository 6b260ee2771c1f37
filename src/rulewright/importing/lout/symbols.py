"""The symbols that may be used at a place of a text: those around it, and those that come with Lout."""

from collections import ChainMap
from collections.abc import Mapping, MutableMapping

from rulewright.importing.lout.objects import Direction, Symbol

OPERATORS = {
    **dict.fromkeys(("/", "//", "^/", "^//"), Direction.DOWN),
    **dict.fromkeys(("|", "||", "^|", "^||"), Direction.ACROSS),
    **dict.fromkeys(("&", "^&"), Direction.LINE),
}
"""Lout's operators, each with a gap after it."""
LONGEST = 4
"""Signs of the longest operator; a definition may name a longer one."""


class Scope:
    """Names and what they mean; what is nearer hides what is farther away."""

    def __init__(self, names: MutableMapping[str, Symbol] | None = None) -> None:
        self.names: ChainMap[str, Symbol] = ChainMap(names if names is not None else {})

    def inside(self, *names: Mapping[str, Symbol]) -> "Scope":
        """A scope within this one, in which more names are known."""
        scope = Scope()
        scope.names = self.names.new_child({name: symbol for each in names for name, symbol in each.items()})
        return scope

    def declare(self, name: str, symbol: Symbol) -> None:
        self.names[name] = symbol

    def get(self, name: str) -> Symbol | None:
        return next(
            (names[name] for names in self.names.maps if name in names), None
        )  # ChainMap.get takes twice as long

    def longest(self, signs: str) -> str:
        """The longest symbol with which a run of signs begins; empty where it is a word."""
        lengths = range(min(len(signs), LONGEST), 0, -1)
        return next(
            (signs[:length] for length in lengths if signs[:length] in OPERATORS or signs[:length] in self.names), ""
        )
