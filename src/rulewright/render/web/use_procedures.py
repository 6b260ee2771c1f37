"""Procedures for the script: the questions, and each step with its dice, its table and the names of its results.

The script calculates from the cases of the tables alone, without the rules code, so a page shows what the tables print.
Tests compare the odds with the rules code.
"""

from collections.abc import Iterator, Mapping

from rulewright.model.book import Book, Target
from rulewright.model.game import Rule
from rulewright.model.procedure import Operand, ProcedureStep, Word
from rulewright.model.procedure_plan import Comes, PlannedStep, Source, planned, result_of
from rulewright.model.table import OUTPUT, Axis, Modifiers, Table
from rulewright.model.text import Text
from rulewright.render.typesetting.places import Places
from rulewright.render.web.use import (
    Json,
    adds_numbers,
    bound,
    dice,
    has_ways,
    in_order,
    input_of,
    lookup,
    silences,
    ticks,
)
from rulewright.wording import plain_with_mark_names


def procedure_data(rule: Rule, book: Book, places: Places) -> Mapping[str, Json] | None:
    """What the script needs of the procedure of a rule; None where the script cannot follow it."""
    if rule.procedure is None:
        return None
    plan = planned(rule.procedure, book)
    if plan.slips or not all(map(_calculable, plan.steps)):
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
    """Whether its modifiers are numbers, and a browser can calculate exactly with its dice."""
    rolls = (each.axis.domain.roll for each in planned.sources if each.comes is Comes.ROLLED)
    thrown = [roll for roll in (planned.step.roll, *rolls) if roll is not None]
    table = planned.table
    numbers = table is None or not isinstance(table.layout, Modifiers) or adds_numbers(table)
    return numbers and all(has_ways(roll) for roll in thrown)


class _Procedure:
    """Makes the data of one procedure."""

    def __init__(self, book: Book, places: Places) -> None:
        self.book, self.places = book, places

    def input(self, axis: Axis, table: Table | None, name: str = "") -> Json:
        """An input with the names of its values; one that the player chooses has a name of its own."""
        own = input_of(axis, table, self.book)
        assert isinstance(own, Mapping)
        ids: dict[str, Json] = {"ids": list(axis.domain.ids)} if axis.domain.enumeration else {}
        return {**own, **ids, **({"name": name} if name else {})}

    def table(self, table: Table) -> dict[str, Json]:
        """A table with the results of its cases, or with the amounts of its modifiers."""
        target = Target("table", table.id)
        data: dict[str, Json] = {
            "title": self.words(table.title),
            "href": self.places.href(target),
            "inputs": [self.input(axis, table) for axis in table.axes],
        }
        if isinstance(table.layout, Modifiers):
            clamp = [bound(end) for end in table.clamp]
            return {**data, "lines": list(self._lines(table, table.layout)), "clamp": clamp, **silences(table)}
        results: list[Json] = [result_of(table.cases[at].value.plain) for at in in_order(table)]
        return {**data, **lookup(table), "results": results}

    def _lines(self, table: Table, layout: Modifiers) -> Iterator[Json]:
        for tick in ticks(table, layout):
            line = layout.lines[int(str(tick["line"]))]
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
        """The numbers and the names of results with which a step calculates."""
        names = ("times", "least", "most", "always", "never")
        for name, operand in zip(names, (step.times, *step.bounds), strict=True):
            if operand is not None:
                yield name, self._operand(operand)
        if step.add:
            yield "add", [self._operand(each) for each in step.add]

    def _operand(self, operand: Operand) -> Json:
        if operand.fact is None:
            number = operand.written.result
            return number if isinstance(number, int) else operand.written.name
        target = self.book.target_of(operand.fact)
        value = self.book.facts[target.id].value if target is not None else 0
        return value if isinstance(value, int) else 0

    def _source(self, axis: Axis, sources: tuple[Source, ...]) -> Json:
        if axis.name == OUTPUT:
            return None
        source = next(each for each in sources if each.axis.name == axis.name)
        if source.comes is Comes.FIXED:
            return {"fixed": source.key}
        return {"roll": source.name} if source.comes is Comes.ROLLED else {"from": source.name}

    def _labels(self, planned: PlannedStep) -> Iterator[tuple[str, Json]]:
        """The printed words of each result that is not a number, by the name of the result."""
        for name, domain in planned.domains.items():
            labels = {word.name: word.name.replace("-", " ") for _, word in planned.step.results}
            of_domain = {each.id: self.words(each.label) or each.id for each in (domain.names if domain else ())}
            yield name, {**labels, **self._of_table(planned.table, name), **of_domain}

    def _of_table(self, table: Table | None, name: str) -> dict[str, Json]:
        """The texts of cells whose values are not in a domain."""
        if table is None or isinstance(table.layout, Modifiers):
            return {}
        output = name.partition(".")[2]
        at = next((at for at, axis in enumerate(table.axes) if axis.name == OUTPUT), None)
        keys = None if at is None else table.axes[at].domain.position(output)
        cases = (
            case for case in table.cases if at is None or any(keys in box[at] for box in case.boxes if keys is not None)
        )
        found = ((result_of(case.value.plain), case.value.label) for case in cases)
        return {str(result): self.words(label) for result, label in found if isinstance(result, str)}


def _key(word: Word) -> str:
    """A result as a key of a JSON object."""
    return "nothing" if word.result is None else str(word.result)
