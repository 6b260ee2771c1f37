"""Rulings: who answered a question about the rules, when, and with what."""

from datetime import date

from rulewright.decode.origins import SOURCE, read_sources
from rulewright.findings import Findings
from rulewright.language.entry import Entry, key
from rulewright.language.kinds import STRING, STRINGS, TEXT, TITLE, WORDS, link
from rulewright.model.about import Ruling
from rulewright.model.text import Link, Text
from rulewright.source.nodes import Node, Scalar


class RulingEntry(Entry):
    """An answer to a question about the rules, as its designer gave it. It stands at what it is about, and on a page.

    A ruling that a later one supersedes stays, and says so.
    """

    noun = "a ruling"
    where = key(
        STRINGS,
        "What it is about, as links name it: rules, tables, cells, quick references, terms",
        'where: [rule:hits, "cell:hits(wood, rifle)"]',
        required=True,
    )
    question = key(TITLE, "The question", "question: Does a low wall count as a wood?", required=True)
    answer = key(TITLE, "The answer, in a paragraph", 'answer: "No: it is open ground."', required=True)
    by = key(WORDS, "Who gave the answer", "by: the designer", required=True)
    date = key(STRING, "The day on which the answer was given", "date: 2024-05-01", required=True)
    source = SOURCE
    value = key(TEXT, "What the cells that it is about have by it; they must print just that", 'value: "5"')
    supersedes = key(link("ruling"), "An earlier ruling that no longer holds", "supersedes: low-walls")


def decode_ruling(name: Scalar, node: Node, faults: Findings) -> Ruling:
    """One entry under `rulings`."""
    entry = RulingEntry(node, f"ruling {name.value!r}", faults)
    where = tuple(Text(f"[[{each.value}]]", (Link(each.value, "", each.span),), each.span) for each in entry.where)
    return Ruling(
        name.value,
        where,
        entry.question,
        entry.answer,
        entry.by,
        _day(entry),
        read_sources(entry),
        entry.supersedes,
        entry.value,
        name.span,
    )


def _day(entry: RulingEntry) -> date | None:
    if not entry.date:
        return None
    try:
        return date.fromisoformat(entry.date)
    except ValueError:
        message = f"{entry.date!r} is not a date"
        entry.fault("bad-value", entry.place("date"), message, "write year, month and day: 2024-05-01")
        return None
