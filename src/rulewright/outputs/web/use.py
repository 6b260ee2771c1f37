"""Make the JSON data with which scripts use tables (look up, roll, add up) and go through procedures.

The data of a page is in a file beside it. It holds the cases of each table as boxes over the inputs, each with its
place in the printed table, where the script finds the text of the answer. So the script can only answer what is
printed and proved. If a result says to roll on other lists, the file also holds these lists.

Each choice of a reader narrows the region of inputs, and the script disables choices outside the region. The scripts
of a page communicate only through `use:` events on the document.
"""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rulewright.base.messages.messages import tell
from rulewright.book.book import Book
from rulewright.book.grid import VALUE, grid, placed
from rulewright.book.procedure_plan import PlannedStep, Source, SourceKind, make_plan, result_of
from rulewright.book.wording import plain, plain_with_mark_names
from rulewright.entries.axes import OUTPUT
from rulewright.entries.cells import Case
from rulewright.entries.dice import Roll, read_roll
from rulewright.entries.domains import Axis
from rulewright.entries.keyset import Bound, Box
from rulewright.entries.procedures import Operand, ProcedureStep, Word
from rulewright.entries.rules import Rule
from rulewright.entries.table import Layout, Policy, Table, total_axis
from rulewright.entries.text import Target, Text
from rulewright.html.places import Places
from rulewright.source.markup.links import LINK
from rulewright.tables.answers import precedence, region

Json = None | bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"]
Place = tuple[int, int, int]
"""The place of a printed value, from 0: its line in the body of the table, its column, and its number in the cell."""

ANSWERED = (Policy.UNIQUE, Policy.FIRST, Policy.ANY, Policy.PRIORITY, Policy.LIST)
"""Policies that the script supports. Tables with other policies are only printed; modifier tables are added up."""
MOST_WAYS = 2**53
"""JavaScript numbers are exact for integers up to this one."""
DICE = re.compile(r"(?<!\w)\d{0,2}d(?:\d{1,3}|%)(?: ?[+−-] ?\d{1,2})?(?!\w)", re.IGNORECASE)
TWICE = {
    "en": re.compile(r"\b(?:rolls?|throws?)\s+(?:again\s+)?twice\b", re.IGNORECASE),
    "de": re.compile(r"\b(?:würfel[nt]?|würfle)\s+(?:noch\s+)?zweimal\b|\bzweimal\s+würfeln\b", re.IGNORECASE),
    "fr": re.compile(r"\b(?:re)?(?:lance[rz]?|tire[rz]?)\s+(?:les\s+dés\s+)?deux\s+fois\b", re.IGNORECASE),
}
"""Words that say to roll twice on another list, by language. "Twice" without a verb may be about a price."""


@dataclass(frozen=True, slots=True)
class UseView:
    """The label of the button at a table, and the data for the script."""

    verb: str
    data: Mapping[str, Json]


def use_view(table: Table, book: Book, places: Places) -> UseView | None:
    """Return how to use a table; None if it has no inputs or the script does not support its policy."""
    if not table.cases or not table.axes or table.layout is Layout.RECORDS:
        return None
    inputs: list[Json] = [input_of(axis, table, book) for axis in table.axes]
    if table.layout is Layout.MODIFIERS:
        if not adds_numbers(table):
            return None
        return UseView(tell("Add up"), {"inputs": inputs, **_total(table, book, places)})
    if table.policy not in ANSWERED:
        return None
    rolled = any(axis.domain.roll for axis in table.axes)
    steps = (
        [list(_steps(table.cases[at].value.label, book)) for at in in_order(table)]
        if table.layout is Layout.LIST
        else []
    )
    more: dict[str, Json] = {"steps": steps} if any(steps) else {}
    return UseView(tell("Roll") if rolled else tell("Look up"), {"inputs": inputs, **lookup(table), **more})


def used_with(table: Table, book: Book, places: Places) -> dict[str, Mapping[str, Json]]:
    """Return the data of other lists, by id, to which results of this list lead, directly or through further lists.

    The data includes the text of each result (`said`), because these lists may be printed on other pages.
    """
    data: dict[str, Mapping[str, Json]] = {}
    seen, waiting = set[str](), [table]
    while waiting:
        current = waiting.pop()
        labels = [case.value.label for case in current.cases] if current.layout is Layout.LIST else []
        for id_ in (id_ for label in labels for _, id_ in _linked_tables(label, book)):
            if id_ not in seen:
                seen.add(id_)
                other = book.tables[id_]
                waiting.append(other)
                if (view := use_view(other, book, places)) is not None:
                    said = [plain_with_mark_names(other.cases[at].value.label, book) for at in in_order(other)]
                    data[id_] = {**view.data, "title": plain_with_mark_names(other.title, book), "said": said}
    return data


# Inputs


def input_of(axis: Axis, table: Table | None, book: Book) -> Json:
    """Return the data of one input: its title and its values; for a rolled input also its dice.

    The values are names, or intervals of keys with their unit and step.
    """
    domain = axis.domain
    text = domain.title or (_column_heading(axis, table) if table is not None else None)
    if text is not None and text.source:
        title = plain_with_mark_names(text, book)
    else:
        title = (domain.roll.name if domain.roll else "") or axis.name.replace("-", " ")
        title = title[:1].upper() + title[1:]
    data: dict[str, Json] = {"title": title}
    if axis.name == OUTPUT:
        data["output"] = True
    if domain.names:
        data["names"] = [plain_with_mark_names(name.label, book).strip() or name.id for name in domain.names]
    if domain.calendar is not None:
        data["names"] = [domain.key_text(key) for key in domain.keys]
    if domain.sets:
        data["sets"] = True
    if domain.sets or not (domain.names or domain.calendar):
        data["keys"] = [[bound(low), bound(high)] for low, high in domain.keys.intervals]
    if domain.unit:
        data["unit"] = domain.unit
    if domain.step is not None:
        data["step"] = [domain.step.numerator, domain.step.denominator]
    if domain.roll is not None:
        data["dice"] = dice(domain.roll)
    return data


def _column_heading(axis: Axis, table: Table) -> Text | None:
    """Return the heading of the column that holds the keys of this axis and no others; None if there is none."""
    row = next(iter(table.rows), None)
    for heading in table.headers:
        if row is None:
            return None
        if [key.axis for key in row.keys] == [axis.name]:
            return heading
        row = row.rows[0] if row.rows else None
    return None


def dice(roll: Roll) -> dict[str, Json]:
    """Return the dice as groups, the range of bonuses, and the number of equally likely ways to roll each score.

    The scores are those without a bonus. `ways` is missing if the numbers are too large for JavaScript.
    """
    names = (f" {'−' if each.times < 0 else '+'} {each}" if at else str(each) for at, each in enumerate(roll.dice))
    data: dict[str, Json] = {
        "named": "".join(names),
        "groups": [[each.count, each.faces, each.reads.value, each.times] for each in roll.dice],
        "bonus": list(roll.bonus),
    }
    odds: Mapping[int, Fraction] = roll.odds(0)
    total = math.lcm(*(chance.denominator for chance in odds.values()))
    if total <= MOST_WAYS:
        data["ways"] = [[score, int(chance * total)] for score, chance in odds.items()]
    return data


def has_ways(roll: Roll) -> bool:
    """Return whether the odds of a roll are exact in JavaScript."""
    return "ways" in dice(roll)


def bound(value: Bound) -> int | None:
    """Return the end of an interval; None if the interval is open at this end."""
    return None if math.isinf(value) else int(value)


def boxes(regions: Sequence[Box], table: Table) -> list[Json]:
    """Return each box as a list with an item for each input that it restricts: `[input, low, high, low, high …]`."""
    whole = table.box
    return [
        [
            [at, *(end for low, high in keys.intervals for end in (bound(low), bound(high)))]
            for at, (keys, every) in enumerate(zip(box, whole, strict=True))
            if keys != every
        ]
        for box in regions
    ]


# Lookup tables: their cases in order of precedence, and the place where each is printed


def lookup(table: Table) -> dict[str, Json]:
    """Return the cases of a table. With `list`, all cases that apply are the answer, otherwise the first one.

    A case is `[boxes, place, whether it has no value]`. `open` and `outside` are the regions of the remarks below the
    table, in the order of the remarks.
    """
    printed = printed_at(table)
    cases: list[Json] = [
        [boxes(region(table, at), table), printed.get(id(table.cases[at])), table.cases[at].value.plain is None]
        for at in in_order(table)
    ]
    data: dict[str, Json] = {"cases": cases, **silences(table)}
    return {**data, "list": True} if table.policy is Policy.LIST else data


def in_order(table: Table) -> Sequence[int]:
    """Return the positions of the cases in their order of precedence."""
    return precedence(table) if table.policy is not Policy.LIST else range(len(table.cases))


def silences(table: Table) -> dict[str, Json]:
    """Return the regions that the table leaves `open`, and the regions `outside` its subject."""
    data: dict[str, Json] = {}
    for name, question in (("open", True), ("outside", False)):
        regions: list[Json] = [boxes(each.boxes, table) for each in table.silences if each.question is question]
        if regions:
            data[name] = regions
    return data


def printed_at(table: Table) -> Mapping[int, Place]:
    """Return the place of each case by `id(case)`, because two cases may be equal."""
    places: dict[int, Place] = {}
    for line, cells in enumerate(placed(row.cells for row in grid(table).body)):
        for cell, column in (each for each in cells if each[0].role == VALUE):
            for below, merged in enumerate((cell, *cell.merged)):
                for number, part in enumerate(merged.parts):
                    if part.case is not None:
                        places[id(part.case)] = line + below, column, number
    return places


# Results that say to roll again. They link to a table that needs a single roll, or name dice such as 2d6.


def _steps(text: Text, book: Book) -> Iterator[Json]:
    """Yield the rolls that a result asks for, in the order of the text."""
    steps: list[tuple[int, dict[str, Json]]] = [(place, {"table": id_}) for place, id_ in _linked_tables(text, book)]
    outside_links = LINK.sub(lambda link: " " * len(link[0]), text.source)
    rolls = ((place.start(), read_roll(place[0])) for place in DICE.finditer(outside_links))
    steps += ((place, {"dice": dice(roll), "said": roll.name}) for place, roll in rolls if roll is not None)
    yield from (step for _, step in sorted(steps, key=lambda each: each[0]))


def _linked_tables(text: Text, book: Book) -> Iterator[tuple[int, str]]:
    """Yield the tables on which a result says to roll, each as its position in the text and its id.

    A table occurs twice if the result says to roll twice.
    """
    twice = TWICE.get(book.game.language[:2])
    times = 2 if twice and twice.search(text.source) else 1
    for link, place in zip(text.links, LINK.finditer(text.source), strict=True):
        target = book.resolve(link)
        if target is not None and target.kind == "table" and _rolls_alone(book.tables[target.id]):
            yield from [(place.start(), target.id)] * times


def _rolls_alone(table: Table) -> bool:
    """Return whether one roll without a modifier is the only input of a table."""
    rolls = [axis.domain.roll for axis in table.axes if axis.name != OUTPUT]
    alone = len(rolls) == 1 and rolls[0] is not None and rolls[0].bonus[0] == rolls[0].bonus[1]
    return alone and table.layout is not Layout.MODIFIERS


# Modifier tables: the modifiers that a reader can tick or count, their amounts, and the use of the total


def adds_numbers(table: Table) -> bool:
    """Return whether all modifiers of a table are numbers."""
    amounts = [case.value.plain for case in table.cases if _adds(case) and not case.value.axis]
    return all(isinstance(amount, (int, float, Fraction)) for amount in amounts)


def _adds(case: Case) -> bool:
    return bool(case.value.axis) or case.value.plain is not None


def _total(table: Table, book: Book, places: Places) -> dict[str, Json]:
    """Return the modifiers that add something, the axis of the columns, the bounds of the total, and its use."""
    data: dict[str, Json] = {"ticks": list(ticks(table)), "clamp": [bound(end) for end in table.clamp]}
    if table.columns:
        data["column"] = _position(table, table.columns[0].axis)
        data["columns"] = [[bound(end) for ends in key.keys.intervals for end in ends] for key in table.columns]
    if (goal := _goal(table, book, places)) is not None:
        data["goal"] = goal
    return data | silences(table)


def ticks(table: Table) -> Iterator[dict[str, Json]]:
    """Yield a modifier for each value in a line. In a line with columns, it has an amount for each column."""
    for line, printed in enumerate(table.modifiers):
        for part in range(max((len(cell.cases) for cell in printed.cells), default=0)):
            cases = [cell.cases[part] for cell in printed.cells if len(cell.cases) > part]
            amounts: list[Json] = [[boxes(case.boxes, table), _amount(table, case)] for case in cases if _adds(case)]
            if amounts:
                yield {"line": line, "part": part, "cases": amounts}


def _amount(table: Table, case: Case) -> Json:
    """Return a number, or `[input, factor, low, high]`: limit the key of the input to low and high, then multiply."""
    value = case.value
    if value.axis:
        low, high = value.clamp
        return [_position(table, value.axis), value.factor, bound(low), bound(high)]
    assert isinstance(value.plain, (int, float, Fraction)), value.plain
    return float(value.plain) if isinstance(value.plain, Fraction) else value.plain


def _position(table: Table, name: str) -> int:
    return [axis.name for axis in table.axes].index(name)


def _goal(table: Table, book: Book, places: Places) -> Json:
    """Return the use of the total: an input of another table, or a roll against a number. None if it has neither."""
    goal = table.goal
    target = book.target_of(goal.named) if goal else None
    if goal is None or target is None:
        return None
    if target.kind == "table":
        other = book.tables[target.id]
        at = total_axis(other)
        if at is None:
            return None
        return {"table": other.id, "input": at, "href": places.href(target), "title": plain(other.title, book)}
    value = book.facts[target.id].value
    if goal.roll is None or not isinstance(value, int):
        return None
    return {"dice": dice(goal.roll), "score": value, "most": goal.at_most is not None}


# Procedures: the questions to the player, and each step with its dice, its table and the names of its results. The
# script calculates only from the cases of the tables and does not know the rules code, so its results agree with the
# printed tables. Tests compare the odds with the rules code.


def procedure_data(rule: Rule, book: Book, places: Places) -> Mapping[str, Json] | None:
    """Return the data of the procedure of a rule; None if there is no procedure or the script cannot carry it out."""
    if rule.procedure is None:
        return None
    plan = make_plan(rule.procedure, book)
    if plan.findings or not all(map(_calculable, plan.steps)):
        return None
    named = _Procedure(book, places)
    tables = {each.table.id: named.table(each.table) for each in plan.steps if each.table is not None}
    return {
        "title": plain_with_mark_names(rule.procedure.title or rule.title, book),
        "asked": [named.input(axis, each.table, axis.name) for each in plan.steps for axis in each.asked],
        "steps": [named.step(each) for each in plan.steps],
        "tables": tables,
    }


def _calculable(planned: PlannedStep) -> bool:
    """Return whether the modifiers of a step are numbers and the odds of its dice are exact in JavaScript."""
    rolls = (each.axis.domain.roll for each in planned.sources if each.kind is SourceKind.ROLLED)
    thrown = [roll for roll in (planned.step.roll, *rolls) if roll is not None]
    table = planned.table
    numbers = table is None or table.layout is not Layout.MODIFIERS or adds_numbers(table)
    return numbers and all(has_ways(roll) for roll in thrown)


class _Procedure:
    """Makes the data of the tables and steps of one procedure."""

    def __init__(self, book: Book, places: Places) -> None:
        self.book, self.places = book, places

    def input(self, axis: Axis, table: Table | None, name: str = "") -> Json:
        """Return an input with the ids of its values. Only an input that the player chooses has a `name`."""
        own = input_of(axis, table, self.book)
        assert isinstance(own, Mapping)
        ids: dict[str, Json] = {"ids": list(axis.domain.ids)} if axis.domain.enumeration else {}
        return {**own, **ids, **({"name": name} if name else {})}

    def table(self, table: Table) -> dict[str, Json]:
        """Return a table with the results of its cases, or with the amounts of its modifiers."""
        target = Target("table", table.id)
        data: dict[str, Json] = {
            "title": self.words(table.title),
            "href": self.places.href(target),
            "inputs": [self.input(axis, table) for axis in table.axes],
        }
        if table.layout is Layout.MODIFIERS:
            clamp = [bound(end) for end in table.clamp]
            return {**data, "lines": list(self._lines(table)), "clamp": clamp, **silences(table)}
        results: list[Json] = [result_of(table.cases[at].value.plain) for at in in_order(table)]
        return {**data, **lookup(table), "results": results}

    def _lines(self, table: Table) -> Iterator[Json]:
        for tick in ticks(table):
            line = table.modifiers[int(str(tick["line"]))]
            rule = self.book.rule_of(line.rule) or self.book.rule_of(table.rule)
            target = Target("rule", rule.id) if rule else None
            yield {
                **tick,
                "label": self.words(line.label),
                "rule": rule.number if rule else "",
                "href": self.places.href(target) if target else "",
            }

    def words(self, text: Text) -> str:
        return plain_with_mark_names(text, self.book).strip()

    def step(self, planned: PlannedStep) -> Json:
        step, table = planned.step, planned.table
        title = step.title or (table.title if table is not None else None)
        data: dict[str, Json] = {
            "name": step.name,
            "title": self.words(title) if title is not None else step.name,
            "asks": [axis.name for axis in planned.asked],
            "results": {_key(word): to.result for word, to in step.results},
            "stop": {_key(word): self.words(text) for word, text in step.stop},
            "when": {word.name: [each.result for each in wanted] for word, wanted in step.when},
            "labels": dict(self._labels(planned)),
        }
        if table is not None:
            data |= {"table": table.id, "inputs": [self._source(axis, planned.sources) for axis in table.axes]}
            if table.outputs:
                data["outputs"] = [
                    [each.id, self.words(each.label) or each.id] for each in table.outputs if not each.says
                ]
        if table is None and step.asks:
            data["of"] = step.asks[0].name
        if step.roll is not None:
            data["dice"] = dice(step.roll)
        return data | dict(self._operands(step))

    def _operands(self, step: ProcedureStep) -> Iterator[tuple[str, Json]]:
        """Yield the numbers with which a step calculates, and the names of results that it uses as numbers."""
        names = ("times", "least", "most", "always", "never")
        for name, operand in zip(names, (step.times, *step.bounds), strict=True):
            if operand is not None:
                yield name, self._operand(operand)
        if step.add:
            yield "add", [self._operand(each) for each in step.add]

    def _operand(self, operand: Operand) -> Json:
        if operand.fact is None:
            number = operand.word.result
            return number if isinstance(number, int) else operand.word.name
        target = self.book.target_of(operand.fact)
        value = self.book.facts[target.id].value if target is not None else 0
        return value if isinstance(value, int) else 0

    def _source(self, axis: Axis, sources: tuple[Source, ...]) -> Json:
        if axis.name == OUTPUT:
            return None
        source = next(each for each in sources if each.axis.name == axis.name)
        if source.kind is SourceKind.FIXED:
            return {"fixed": source.key}
        return {"roll": source.name} if source.kind is SourceKind.ROLLED else {"from": source.name}

    def _labels(self, planned: PlannedStep) -> Iterator[tuple[str, Json]]:
        """Yield the name of each result of a step, with the printed words of its values that are not numbers."""
        for name, domain in planned.domains.items():
            labels = {word.name: word.name.replace("-", " ") for _, word in planned.step.results}
            of_domain = {each.id: self.words(each.label) or each.id for each in (domain.names if domain else ())}
            yield name, {**labels, **self._of_table(planned.table, name), **of_domain}

    def _of_table(self, table: Table | None, name: str) -> dict[str, Json]:
        """Return the texts of the cells that give the result `name`, by their values."""
        if table is None or table.layout is Layout.MODIFIERS:
            return {}
        output = name.partition(".")[2]
        at = next((at for at, axis in enumerate(table.axes) if axis.name == OUTPUT), None)
        keys = None if at is None else table.axes[at].domain.position(output)
        cases = (
            case for case in table.cases if at is None or any(keys in box[at] for box in case.boxes if keys is not None)
        )
        results = ((result_of(case.value.plain), case.value.label) for case in cases)
        return {str(result): self.words(label) for result, label in results if isinstance(result, str)}


def _key(word: Word) -> str:
    """Return a result as a key of a JSON object."""
    return "nothing" if word.result is None else str(word.result)
