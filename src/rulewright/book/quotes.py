"""Quoted cells: `[[cell:casualty-throw(open, heavy-he)]]` prints the value of that cell of a table."""

import re
from collections.abc import Collection, Mapping

from rulewright.base.findings import Finding, Findings, Label, Span
from rulewright.base.messages.messages import all_of
from rulewright.book.book import cell_target
from rulewright.entries.cells import Case
from rulewright.entries.domains import Axis
from rulewright.entries.keys import read_key
from rulewright.entries.keyset import Box
from rulewright.entries.names import did_you_mean
from rulewright.entries.numbers import count_noun
from rulewright.entries.table import Policy, Table
from rulewright.entries.text import Target
from rulewright.source.nodes import Scalar, Sequence
from rulewright.tables.answers import OUTSIDE, QUESTION, deciding_owners

QUOTE = re.compile(r"([^()]*)(?:\((.*)\))?")
KEY = re.compile(r'(?:^|,)\s*("[^"]*"|[^,]*)')
"""One key of a quote; a key in quotation marks may contain commas."""


def read_quote(
    written: str, span: Span, tables: Mapping[str, Table], table_ids: Collection[str], findings: Findings
) -> Target | None:
    """Return the cell that `table(key, key)` names; None, with a finding, unless it names exactly one value.

    `tables` need only have this one; `table_ids` are those of all tables of the game, for suggestions.
    """
    match = QUOTE.fullmatch(written)
    name = match[1].strip() if match else written
    table = tables.get(name)
    if table is None:
        hint = did_you_mean(name, table_ids, "declare it under tables" if table_ids else "this game has no tables")
        findings.add(Finding("dangling-link", span, f"there is no table {name!r}", hint, unknown=name))
        return None
    if table.policy is Policy.SUM:
        message = f"table {table.id!r} adds up modifiers, so none of its cells can be quoted"
        findings.add(Finding("dangling-link", span, message, "state the number as a fact, and quote that"))
        return None
    if table.policy is Policy.LIST:
        message = f"table {table.id!r} lists all that holds, so none of its cells can be quoted"
        findings.add(Finding("dangling-link", span, message, "say it in words, or state it as a fact and quote that"))
        return None
    region = _region(table, (match[2] if match else None) or "", span, findings)
    return None if region is None else _cell(table, region, span, findings)


def _region(table: Table, written: str, span: Span, findings: Findings) -> Box | None:
    """Return the box where all keys hold; None, with a finding, if they cannot be read.

    Axes that occur only in conditions of cells come last, and their keys may be left out.
    """
    parts = KEY.findall(written) if written.strip() else []
    required = [axis for axis in table.axes if _is_heading(axis, table)]
    optional = [axis for axis in table.axes if axis not in required]
    if not len(required) <= len(parts) <= len(table.axes):
        findings.add(_wrong_count(table, len(parts), required, span))
        return None
    axes = (*required, *optional[: len(parts) - len(required)])
    keyed = [axis for axis in table.axes if axis in axes]
    keys = {
        axis.name: read_key(axis.name, axis.domain, Sequence((Scalar(part.strip().strip('"'), span),), span), findings)
        for axis, part in zip(keyed, parts, strict=True)
    }
    if not all(keys.values()):
        return None
    return tuple(key.keys if (key := keys.get(axis.name)) else axis.domain.keys for axis in table.axes)


def _is_heading(axis: Axis, table: Table) -> bool:
    """Return whether an axis heads rows or columns. In a list of cases every axis counts."""
    if not table.is_grid:
        return True
    return any(key.axis == axis.name for case in table.cases for key in case.keys)


def _wrong_count(table: Table, count: int, required: list[Axis], span: Span) -> Finding:
    names, least, most = ", ".join(axis.name for axis in required), len(required), len(table.axes)
    keys = count_noun(least, "key") if least == most else f"{least} to {most} keys"
    message = f"a cell of table {table.id!r} needs {keys}, not {count}"
    optional = "".join(f"[, {axis.name}]" for axis in table.axes if axis not in required)
    return Finding("bad-key", span, message, f"write the keys in this order: {table.id}({names}{optional})")


def _silence_message(owner: int, table: Table, where: str) -> str:
    """Return a message that says why the table has no cell for a region."""
    if owner == OUTSIDE:
        return f"table {table.id!r} has no cell for {where}: it is listed as outside the table"
    if owner == QUESTION:
        return f"table {table.id!r} leaves open what holds for {where}"
    return f"no row of table {table.id!r} covers {where}"


def _cell(table: Table, region: Box, span: Span, findings: Findings) -> Target | None:
    """Return the cell that decides in a region; None, with a finding, unless all of it has one value."""
    owners: list[int] = []
    for owner, part in deciding_owners(table, region):
        where = table.describe(part)
        if owner < 0:
            message = _silence_message(owner, table, where)
            findings.add(Finding("dangling-link", span, message, "quote a cell that holds a value"))
            return None
        if table.cases[owner].value.plain is None:
            message = f"the cell of table {table.id!r} for {where} holds no value"
            hint, label = "quote a cell that holds a value", Label(table.cases[owner].span, "the cell")
            findings.add(Finding("dangling-link", span, message, hint, (label,)))
            return None
        owners.append(owner)
    first, *others = sorted(owners)
    for other in others:
        if _printed_value(table.cases[other]) != _printed_value(table.cases[first]):
            findings.add(_ambiguous(table, region, table.cases[first], table.cases[other], span))
            return None
    if any(link.target.startswith("cell:") for link in table.cases[first].value.label.links):
        message, hint = f"this cell of table {table.id!r} itself quotes another", "quote that one"
        findings.add(Finding("dangling-link", span, message, hint, (Label(table.cases[first].span, "the cell"),)))
        return None
    return cell_target(table, first)


def _printed_value(case: Case) -> object:
    return case.value.plain, case.value.label.source


def _ambiguous(table: Table, region: Box, one: Case, other: Case, span: Span) -> Finding:
    values = all_of((one.value.label.words, other.value.label.words))
    message = f"several cells of table {table.id!r} answer for {table.describe(region)}: {values}"
    axes = ", ".join(axis.name for axis in table.axes)
    labels = (Label(one.span, "one of them"), Label(other.span, "another one"))
    return Finding("ambiguous-cell", span, message, f"narrow the keys; the axes are: {axes}", labels)
