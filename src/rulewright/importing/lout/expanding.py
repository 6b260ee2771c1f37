"""Puts in the place of each symbol what its definition makes of it; every word keeps the place where it was written.

A definition that uses itself is taken once: Lout takes such a one as often as there is room on the page.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from rulewright.findings import Span
from rulewright.importing.lout.objects import Call, Object, Parts, Symbol, Word, nothing
from rulewright.importing.lout.trouble import Trouble, give_up
from rulewright.limits import LOUT_LEVELS, LOUT_OBJECTS

Given = Mapping[Symbol, tuple[Object, "Given"]]
"""The objects of parameters, each with those of the parameters in it."""


@dataclass
class Expander:
    """Expands one text."""

    trouble: Trouble
    made: int = 0
    active: list[Symbol] = field(default_factory=list)
    depth: int = 0

    def expanded(self, value: Object, given: Given = {}) -> Object:  # noqa: B006 - nobody writes into it
        """A copy of an object in which definitions have their `meaning`, and parameters their objects."""
        self._count(value)
        self.depth += 1
        match value:
            case Word():
                found: Object = value
            case Parts():
                found = Parts(value.direction, [self.expanded(item, given) for item in value.items], list(value.glues))
            case Call() if value.symbol in given:
                found = self._argument(value, given)
            case Call():
                found = self._call(value, given)
        self.depth -= 1
        return found

    def _argument(self, call: Call, given: Given) -> Object:
        """What was given for a parameter. One with parameters itself takes its own from where it is used."""
        argument, around = given[call.symbol]
        return self.expanded(argument, {**around, **_arguments(call, given)})

    def _call(self, call: Call, given: Given) -> Object:
        symbol = call.symbol
        found = Call(symbol, call.span)
        if symbol.body is None or symbol.parameter or self._used_in_itself(call):
            found.options = {name: self.expanded(option, given) for name, option in call.options.items()}
            found.left = self.expanded(call.left, given) if call.left is not None else None
            found.right = self.expanded(call.right, given) if call.right is not None else None
            return found
        self.active.append(symbol)
        found.meaning = self.expanded(symbol.body, {**given, **_arguments(call, given)})
        self.active.pop()
        return found

    def _used_in_itself(self, call: Call) -> bool:
        if call.symbol not in self.active:
            return False
        self.trouble.note(call.span, call.name, f"the definition of {call.name} uses itself; it is taken once")
        return True

    def _count(self, value: Object) -> None:
        self.made += 1
        span = value.span if not isinstance(value, Parts) else next(_spans(value), None)
        if self.made > LOUT_OBJECTS.most and span is not None:
            give_up(LOUT_OBJECTS, "the text and its definitions make more objects", span, "use them less")
        if self.depth > LOUT_LEVELS.most and span is not None:
            counted = f"definitions nest objects {self.depth} deep"
            give_up(LOUT_LEVELS, counted, span, "use fewer definitions in one another")


def _arguments(call: Call, given: Given) -> dict[Symbol, tuple[Object, Given]]:
    """What a use of a symbol gives for its parameters; the defaults for options that it leaves out."""
    symbol = call.symbol
    found = {each: (each.body or nothing(), given) for each in symbol.named.values()}
    found |= {symbol.named[name]: (value, given) for name, value in call.options.items() if name in symbol.named}
    for parameter, value in ((symbol.left, call.left), (symbol.right, call.right)):
        if parameter is not None:
            found[parameter] = (value if value is not None else nothing(), given)
    return found


def _spans(value: Object) -> Iterator[Span]:
    while isinstance(value, Parts) and value.items:
        value = value.items[0]
    if not isinstance(value, Parts):
        yield value.span
