"""The named quantities of a book: what a table, or one of its columns, gives under a name that readers look up.

A title is a name, and so is the heading of a column that is a term of the glossary or the title of another table. A
heading such as `Result` is none: it means something else in each table.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from rulewright.checks.book_words import Words, normalised
from rulewright.model.answers import split_by_owner
from rulewright.model.book import Book
from rulewright.model.cover import gaps
from rulewright.model.domain import Plain
from rulewright.model.keyset import Box, KeySet, meet
from rulewright.model.table import OUTPUT, Axis, Lookup, Policy, Table
from rulewright.model.text import Text
from rulewright.wording import plain

DECIDED = (Policy.UNIQUE, Policy.ANY, Policy.FIRST, Policy.PRIORITY)
"""The policies under which one case answers."""
NUMERIC = "number"


@dataclass(frozen=True)
class Quantity:
    """What a table, or one column of it, gives: a function with a `name`, which prints as `shown`.

    `sliced` is the domain of the columns of which it is one, where the columns are keys of an input.
    """

    name: Words
    shown: str
    table: Table
    function: Table
    is_title: bool = False
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
            return NUMERIC if plains and all(text.lstrip("+-−").isdigit() for text in texts) else "text"
        return values.id if values.names or values.ranges else NUMERIC


def quantities(book: Book) -> list[Quantity]:
    """Every quantity with a name that means the same in all tables."""
    found = [each for table in book.game.tables for each in _of(table, book) if each.function.axes]
    terms = {normalised(name) for term in book.game.terms for name in term.names}
    titles = {each.name for each in found if each.is_title}
    return [each for each in found if each.is_title or each.name in terms | titles]


def _of(table: Table, book: Book) -> Iterator[Quantity]:
    if table.policy not in DECIDED or any(case.value.axis for case in table.cases):
        return
    if not table.outputs:
        yield _named(table.title, table, table, book, is_title=True)
        yield from _columns(table, book)
        return
    for output, function in zip((each for each in table.outputs if each.says is None), table.functions(), strict=True):
        yield _named(output.label, table, function, book)


def _named(
    text: Text, table: Table, function: Table, book: Book, *, is_title: bool = False, sliced: str = ""
) -> Quantity:
    shown = plain(text, book)
    return Quantity(normalised(shown), shown, table, function, is_title, sliced)


def _columns(table: Table, book: Book) -> Iterator[Quantity]:
    """The columns of a table whose keys are names, each as a function of the other inputs."""
    layout = table.layout
    for column in layout.columns if isinstance(layout, Lookup) else ():
        at = next(place for place, axis in enumerate(table.axes) if axis.name == column.axis)
        if table.axes[at].domain.enumeration and column.keys.size == 1 and column.axis != OUTPUT:
            function = _without(table, at, column.keys)
            yield _named(column.label, table, function, book, sliced=table.axes[at].domain.id)


def _without(table: Table, at: int, keys: KeySet) -> Table:
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
    return int(value.replace("−", "-")) if isinstance(value, str) and value.lstrip("+-−").isdigit() else value


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
            against = next(its for its, part in parts if meet(projected(other, quantity, part), apart))
            return owner, against, apart
    return None
