"""The named quantities of a book: what a table, or one of its columns, gives under a name that readers look up.

A title is a name, and so is the heading of a column that is a term of the glossary or the title of another table. A
heading such as `Result` is none: it means something else in each table.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from rulewright.model.answers import split_by_owner
from rulewright.model.book import Book
from rulewright.model.cover import gaps
from rulewright.model.domain import Plain
from rulewright.model.keyset import Box, KeySet, meet
from rulewright.model.table import Axis, Lookup, Policy, Table
from rulewright.wording import plain

DECIDED = (Policy.UNIQUE, Policy.ANY, Policy.FIRST, Policy.PRIORITY)
"""The policies under which one case answers."""
MOST_CASES = 1000
"""More cases than readers compare: such a table is left alone, for each case is held against each of another."""
NUMERIC = "number"


@dataclass(frozen=True)
class Quantity:
    """What a table, or one column of it, gives: a function with a `name`, which prints as `shown`.

    `sliced` is the domain of the columns of which it is one, where the columns are keys of an input.
    """

    name: str
    shown: str
    table: Table
    function: Table
    sliced: str = ""

    @property
    def axes(self) -> Mapping[str, Axis]:
        return {axis.name: axis for axis in self.function.axes}

    @property
    def inputs(self) -> frozenset[tuple[str, str]]:
        """Its inputs, each with the domain; equal ones mean the same."""
        return frozenset((axis.name, axis.domain.id) for axis in self.function.axes)

    @property
    def kind(self) -> str:
        """What its values are: numbers, names of a domain, or text."""
        values = self.function.values
        if values is None:
            plains = {type(case.value.plain) for case in self.function.cases if case.value.plain is not None}
            texts = (str(case.value.plain) for case in self.function.cases if case.value.plain is not None)
            return NUMERIC if plains and all(text.lstrip("+-−").isdecimal() for text in texts) else "text"
        return values.id if values.names or values.ranges else NUMERIC


def _folded(name: str) -> str:
    return " ".join(name.casefold().replace("-", " ").split())


def quantities(book: Book) -> list[Quantity]:
    """Every quantity with a name that means the same in all tables."""
    tables = [table for table in book.game.tables if table.policy in DECIDED and len(table.cases) <= MOST_CASES]
    tables = [table for table in tables if table.axes and not any(case.value.axis for case in table.cases)]
    names = {_folded(name) for term in book.game.terms for name in term.names}
    names |= {_folded(plain(table.title, book)) for table in tables if not table.outputs}
    return [each for table in tables for each in _of(table, names, book) if each.function.axes]


def _of(table: Table, names: set[str], book: Book) -> Iterator[Quantity]:
    if table.outputs:
        outputs = (each for each in table.outputs if each.says is None)
        for output, function in zip(outputs, table.functions(), strict=True):
            shown = plain(output.label, book)
            if _folded(shown) in names:
                yield Quantity(_folded(shown), shown, table, function)
        return
    shown = plain(table.title, book)
    yield Quantity(_folded(shown), shown, table, table)
    yield from _columns(table, names, book)


def _columns(table: Table, names: set[str], book: Book) -> Iterator[Quantity]:
    """The columns of a table whose keys are names, each as a function of the other inputs."""
    layout = table.layout
    for column in layout.columns if isinstance(layout, Lookup) else ():
        at = next(place for place, axis in enumerate(table.axes) if axis.name == column.axis)
        domain, shown = table.axes[at].domain, plain(column.label, book)
        if domain.enumeration and column.keys.size == 1 and _folded(shown) in names:
            yield Quantity(_folded(shown), shown, table, without(table, at, column.keys), domain.id)


def without(table: Table, at: int, keys: KeySet) -> Table:
    """The function that is left of a table for keys of one of its axes."""

    def left(boxes: tuple[Box, ...]) -> tuple[Box, ...]:
        return tuple((*box[:at], *box[at + 1 :]) for box in boxes if box[at] & keys)

    return replace(
        table,
        axes=(*table.axes[:at], *table.axes[at + 1 :]),
        cases=tuple(replace(case, boxes=boxes) for case in table.cases if (boxes := left(case.boxes))),
        silences=tuple(replace(each, boxes=boxes) for each in table.silences if (boxes := left(each.boxes))),
    )


def same_inputs(quantity: Quantity, other: Quantity) -> bool:
    """Whether the first depends on nothing but inputs of the second."""
    shared = quantity.inputs <= other.inputs
    return shared and all(quantity.axes[name].domain == other.axes[name].domain for name, _ in quantity.inputs)


def shared_part(quantity: Quantity, other: Quantity, box: Box) -> Box:
    """A region of one function within the inputs of the other."""
    keys = dict(zip(quantity.axes, box, strict=True))
    return tuple(keys.get(name, axis.domain.keys) for name, axis in other.axes.items())


def projected(other: Quantity, quantity: Quantity, box: Box) -> Box:
    """A region of the second function as far as inputs of the first go."""
    keys = dict(zip(other.axes, box, strict=True))
    return tuple(keys[name] for name in quantity.axes)


def value_of(function: Table, owner: int) -> Plain:
    """The value of a case as a reader compares it: a number that is only text is a number."""
    value = function.cases[owner].value.plain
    return int(value.replace("−", "-")) if isinstance(value, str) and value.lstrip("+-−").isdecimal() else value


def disagreement(quantity: Quantity, other: Quantity) -> tuple[int, int, Box] | None:
    """A case of each, and inputs of the first for which the second never gives the same answer."""
    for owner, box in split_by_owner(quantity.function, quantity.function.box):
        if owner < 0:
            continue
        value = value_of(quantity.function, owner)
        parts = list(split_by_owner(other.function, shared_part(quantity, other, box)))
        agreeing = [
            projected(other, quantity, part) for its, part in parts if its < 0 or value_of(other.function, its) == value
        ]
        for apart in gaps(box, agreeing):
            shared = ((its, meet(projected(other, quantity, part), apart)) for its, part in parts)
            against = next(its for its, both in shared if both is not None)
            return owner, against, apart
    return None
