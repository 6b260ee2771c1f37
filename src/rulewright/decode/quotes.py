"""Quoted cells: `[[cell:casualty-throw(open, heavy-he)]]` says what stands in that cell of a table."""

import re
from collections.abc import Mapping

from rulewright.decode.keys import read_key
from rulewright.diagnostics import Diagnostic, Faults, Label, Span
from rulewright.model.answers import OUTSIDE, QUESTION, deciding_owners
from rulewright.model.book import Target, cell_target
from rulewright.model.keyset import Box
from rulewright.model.names import did_you_mean
from rulewright.model.table import Axis, Case, Lookup, Policy, Table
from rulewright.source.nodes import Scalar, Sequence
from rulewright.translation.messages import Message, all_of, tell, tell_number

QUOTE = re.compile(r"([^()]*)(?:\((.*)\))?")
KEY = re.compile(r'(?:^|,)\s*("[^"]*"|[^,]*)')
"""One of the keys; between quotation marks it may hold commas."""


def read_quote(written: str, span: Span, tables: Mapping[str, Table], faults: Faults) -> Target | None:
    """The cell that `table(key, key)` names; None, with the reason in `faults`, where it names not just one value."""
    match = QUOTE.fullmatch(written)
    name = match[1].strip() if match else written
    table = tables.get(name)
    if table is None:
        hint = did_you_mean(
            name, tables, tell("declare it under tables") if tables else tell("this game has no tables")
        )
        faults.add(Diagnostic("dangling-link", span, tell("there is no table {name!r}", name=name), hint, unknown=name))
        return None
    if table.policy is Policy.SUM:
        message = tell("table {table!r} adds up modifiers: no cell of it is told by keys", table=table.id)
        faults.add(Diagnostic("dangling-link", span, message, tell("state the number as a fact, and quote that")))
        return None
    if table.policy is Policy.LIST:
        message = tell("table {table!r} lists all that holds: no cell of it is told by keys", table=table.id)
        faults.add(
            Diagnostic("dangling-link", span, message, tell("say it in words, or state it as a fact and quote that"))
        )
        return None
    region = _region(table, (match[2] if match else None) or "", span, faults)
    return None if region is None else _cell(table, region, span, faults)


def _region(table: Table, written: str, span: Span, faults: Faults) -> Box | None:
    """Where all keys hold. Axes that only conditions in cells speak of come after the others, and may be left out."""
    parts = KEY.findall(written) if written.strip() else []
    needed = [axis for axis in table.axes if _heads(axis, table)]
    beside = [axis for axis in table.axes if axis not in needed]
    if not len(needed) <= len(parts) <= len(table.axes):
        faults.add(_wrong_count(table, len(parts), needed, span))
        return None
    told = [axis for axis in table.axes if axis in needed or axis in beside[: len(parts) - len(needed)]]
    keys = {
        axis.name: read_key(axis.name, axis.domain, Sequence((Scalar(part.strip().strip('"'), span),), span), faults)
        for axis, part in zip(told, parts, strict=True)
    }
    if not all(keys.values()):
        return None
    return tuple(key.keys if (key := keys.get(axis.name)) else axis.domain.keys for axis in table.axes)


def _heads(axis: Axis, table: Table) -> bool:
    """Whether an axis heads rows or columns; in a list of cases all do."""
    if not isinstance(table.layout, Lookup):
        return True
    return any(key.axis == axis.name for case in table.cases for key in case.keys)


def _wrong_count(table: Table, given: int, needed: list[Axis], span: Span) -> Diagnostic:
    names, least, most = ", ".join(axis.name for axis in needed), len(needed), len(table.axes)
    keys = (
        tell_number("{n} key", "{n} keys", least)
        if least == most
        else tell("{least} to {most} keys", least=least, most=most)
    )
    message = tell(
        "a cell of table {table!r} is told by {keys}, not by {given}", table=table.id, keys=keys, given=given
    )
    beside = "".join(f"[, {axis.name}]" for axis in table.axes if axis not in needed)
    return Diagnostic(
        "bad-key",
        span,
        message,
        tell("write the keys in this order: {table}({names}{beside})", table=table.id, names=names, beside=beside),
    )


def _silent(owner: int, table: Table, where: str) -> Message:
    """Why the table has no cell for a region."""
    if owner == OUTSIDE:
        return tell(
            "table {table!r} has no cell for {where}: it is listed as outside the table", table=table.id, where=where
        )
    if owner == QUESTION:
        return tell("table {table!r} leaves open what holds for {where}", table=table.id, where=where)
    return tell("no row of table {table!r} covers {where}", table=table.id, where=where)


def _cell(table: Table, region: Box, span: Span, faults: Faults) -> Target | None:
    found: list[int] = []
    for owner, part in deciding_owners(table, region):
        where = table.describe(part)
        if owner < 0:
            message = _silent(owner, table, where)
            faults.add(Diagnostic("dangling-link", span, message, tell("quote a cell that holds a value")))
            return None
        if table.cases[owner].value.plain is None:
            message = tell("the cell of table {table!r} for {where} holds no value", table=table.id, where=where)
            hint, label = tell("quote a cell that holds a value"), Label(table.cases[owner].span, tell("the cell"))
            faults.add(Diagnostic("dangling-link", span, message, hint, (label,)))
            return None
        found.append(owner)
    first, *others = sorted(found)
    for other in others:
        if _printed(table.cases[other]) != _printed(table.cases[first]):
            faults.add(_ambiguous(table, region, table.cases[first], table.cases[other], span))
            return None
    if any(link.target.startswith("cell:") for link in table.cases[first].value.label.links):
        message, hint = (
            tell("this cell of table {table!r} itself quotes another", table=table.id),
            tell("quote that one"),
        )
        faults.add(
            Diagnostic("dangling-link", span, message, hint, (Label(table.cases[first].span, tell("the cell")),))
        )
        return None
    return cell_target(table, first)


def _printed(case: Case) -> object:
    return case.value.plain, case.value.label.source


def _ambiguous(table: Table, region: Box, one: Case, other: Case, span: Span) -> Diagnostic:
    values = all_of((one.value.label.words, other.value.label.words))
    message = tell(
        "several cells of table {table!r} answer for {describe}: {values}",
        table=table.id,
        describe=table.describe(region),
        values=values,
    )
    axes = ", ".join(axis.name for axis in table.axes)
    labels = (Label(one.span, tell("one of them")), Label(other.span, tell("another one")))
    return Diagnostic("ambiguous-cell", span, message, tell("narrow the keys; the axes are: {axes}", axes=axes), labels)
