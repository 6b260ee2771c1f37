"""Domains of dates by the month, and their keys: `9/43`, `1943`, `after 9/43`, `6/44–5/45`.

A year means all its months. Two figures mean the first such year that the domain can hold.
"""

import re

from rulewright.decode.domain_entries import DatesEntry
from rulewright.findings import Finding, Findings, Span
from rulewright.model.domain import Calendar, Domain
from rulewright.model.keyset import KeySet
from rulewright.model.text import Text
from rulewright.source.nodes import Node

DATE = r"(?:(?:[1-9]|0[1-9]|1[0-2])/(?:[0-9]{4}|[0-9]{2})|[0-9]{4})"
BOUNDS = re.compile(rf"({DATE})\s*\.\.\s*({DATE})")
SPAN = re.compile(rf"({DATE})|from\s+({DATE})\s+(?:to|until)\s+({DATE})|({DATE})\s*(?:[-–]|to|until|\.\.)\s*({DATE})")
LIMIT = re.compile(rf"(after|before|from|since|until|through|up to|>=|≥|<=|≤|>|<)\s*({DATE})")
AFTER, BEFORE, FROM = ("after", ">"), ("before", "<"), ("from", "since", ">=", "≥")

FULL, CENTURY = 4, 1200
"""Figures of a year in full, and the months of a century."""

Months = tuple[int, int]
"""The first and the last month, counted from the year 0."""


def decode_dates(id_: str, node: Node, faults: Findings) -> Domain | None:
    """`{dates: 9/1939..5/1945, title: Date}`."""
    entry = DatesEntry(node, f"domain {id_!r}", faults)
    written = entry.dates
    match = None if written is None else BOUNDS.fullmatch(written.value.strip())
    ends = [months for each in (match.groups() if match else ()) if (months := _months(each, None))]
    if written is not None and (len(ends) < 2 or ends[0][0] > ends[1][1]):
        hint = "write the first and the last month with their years in full: 9/1939..5/1945"
        faults.add(Finding("bad-value", written.span, f"{written.value!r} is not a period of months", hint))
        return None
    if len(ends) < 2:
        return None
    first, last = ends[0][0], ends[1][1]
    return Domain(id_, KeySet(((0, last - first),)), title=entry.title, calendar=Calendar(first), span=node.span)


def read_date_key(part: str, span: Span, domain: Domain, faults: Findings) -> tuple[KeySet, Text] | None:
    """The months of one key, and what prints for it; None with a fault where it is none."""
    months = date_keys(part, domain)
    if months is None:
        hint = "write 9/43, 1943, 6/44-5/45, after 9/43, before 9/43, from 9/43, until 9/43 or any"
        faults.add(Finding("bad-key", span, f"{part!r} is not a date of {domain.id!r}", hint))
        return None
    held = months & domain.keys
    open_ended = LIMIT.fullmatch(part) is not None
    if not held or not (open_ended or held == months):
        reach = domain.describe(domain.keys)
        faults.add(
            Finding(
                "outside-domain",
                span,
                f"{part!r} lies outside {domain.id!r}",
                f"it holds {reach}",
            )
        )
        return None
    return held, Text(re.sub(r"\s*-\s*", "–", part), (), span)


def date_keys(part: str, domain: Domain) -> KeySet | None:
    """The months that a key means, also beyond the domain; None where it is no date, or ends before it begins."""
    assert domain.calendar is not None
    span, limit = SPAN.fullmatch(part), LIMIT.fullmatch(part)
    match = span or limit
    first, after = domain.calendar.first, int(domain.keys.size)
    ends = [_months(each, domain) for each in (match.groups() if match else ()) if each and each[-1].isdecimal()]
    found = [months for months in ends if months is not None]
    if not found or len(found) < len(ends):
        return None
    begin, end = found[0][0] - first, found[-1][1] - first
    if limit is None:
        return KeySet(((begin, end),)) if begin <= end else None
    word = limit[1]
    if word in (*AFTER, *FROM):
        low, high = (end + 1 if word in AFTER else begin), max(after, end + 1)
    else:
        low, high = min(-1, begin - 1), (begin - 1 if word in BEFORE else end)
    return KeySet(((low, high),))


def _months(written: str, domain: Domain | None) -> Months | None:
    """The months of a date, of a year those that the domain has; two figures need a domain of less than a century."""
    month, _, year = written.rpartition("/")
    number, calendar = int(year), domain.calendar if domain else None
    if domain is None or calendar is None:
        return None if len(year) < FULL else _of_year(number, month)
    if len(year) < FULL:
        if domain.keys.size > CENTURY:
            return None
        number = calendar.first // 12 + (number - calendar.first // 12) % 100
    low, high = _of_year(number, month)
    held = domain.keys & KeySet(((low - calendar.first, high - calendar.first),))
    if not held:
        return low, high
    first, last = held.intervals[0]
    return calendar.first + int(first), calendar.first + int(last)


def _of_year(year: int, month: str) -> Months:
    return (year * 12 + int(month) - 1,) * 2 if month else (year * 12, year * 12 + 11)
