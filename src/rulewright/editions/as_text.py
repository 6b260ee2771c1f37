"""A difference as lines for a terminal, and as JSON for programs."""

from collections.abc import Iterator
from typing import Any

from rulewright.base.messages.messages import NO_WORDS, joined, tell
from rulewright.base.visible import json_text
from rulewright.editions.difference import FieldChange
from rulewright.editions.edition import Edition, Key
from rulewright.editions.versions import Level, read_version
from rulewright.editions.view import (
    ChangeView,
    Reprint,
    Step,
    heading,
    one_line,
)
from rulewright.editions.word_changes import Fate, Words

RED, GREEN, BOLD, OFF = "\x1b[31m", "\x1b[32m", "\x1b[1m", "\x1b[0m"
COLOURS = (RED, GREEN, BOLD, OFF)
BRACKETS = {Fate.SAME: ("", ""), Fate.STRUCK: ("[-", "-]"), Fate.NEW: ("{+", "+}")}
"""The brackets around struck and new words where there is no colour."""
COLOURED = {Fate.SAME: ("", ""), Fate.STRUCK: (RED, OFF), Fate.NEW: (GREEN, OFF)}


def difference_lines(step: Step, *, colour: bool = False) -> Iterator[str]:
    """Yield the two editions and the level of the changes; then each change, and everything that they affect."""
    difference = step.difference
    yield heading(step)
    if not difference.changes:
        yield tell("nothing has changed")
        return
    yield step.meaning
    if step.because:
        yield tell("why: {why}", why=step.because)
    for title, changes in step.sections.items():
        yield from ("", title)
        for each in changes:
            yield from _change(each, colour)
    yield from _affected(step)


def _change(view: ChangeView, colour: bool) -> Iterator[str]:
    bold, off = (BOLD, OFF) if colour else ("", "")
    kind, id_ = view.change.key
    name = f"{kind}:{id_}"
    beside = "" if view.name == id_ else f" ({name})"
    level = tell(" [{level}]", level=view.meaning) if view.change.level > Level.PATCH else NO_WORDS
    yield joined(("  ", bold, view.name if beside else name, off, beside, ": ", view.what, level), "")
    for detail in view.details:
        for words in detail.excerpts:
            yield joined(("    ", detail.label, ": ", marked(words, colour=colour)), "")
        if not detail.passages:
            yield joined(("    ", one_line(detail)), "")
    for why in filter(None, view.why):
        yield tell("    why: {why}", why=why)


def marked(words: tuple[Words, ...], *, colour: bool = False) -> str:
    """Return words with their changes marked, as in `Roll [-one die-] {+two dice+}`."""
    return "".join(_marked(each, colour) for each in words).strip()


def _marked(words: Words, colour: bool) -> str:
    text = words.text.lstrip()
    space = words.text[: len(words.text) - len(text)]
    if words.fate is Fate.NEW and not colour:
        space = space or " "
    before, after = (COLOURED if colour else BRACKETS)[words.fate]
    return f"{space}{before}{text}{after}"


def _affected(step: Step) -> Iterator[str]:
    if step.reprints or step.removed_cards:
        yield from ("", step.title_of_cards)
    for reprint in step.reprints:
        yield joined(("  ", reprint.card.words("title"), f" (card:{reprint.card.id})"), "")
        if reprint.new:
            yield tell("    a new card")
        yield from (joined(("    ", each), "") for each in reprint.why)
        if reprint.layout:
            yield tell("    its layout, colours or pictures")
    for card in step.removed_cards:
        yield tell("  {title} is no longer made", title=card.words("title"))
    if step.changed_pages:
        yield from ("", tell("Pages"), joined(("  ", joined(step.names_of_pages)), ""))
    if step.affected_examples:
        yield from ("", tell("Examples to read again"))
        yield from (joined(("  ", each.words("title"), f" (example:{each.id})"), "") for each in step.affected_examples)


# A difference as JSON. The page `editions` of the manual describes the form.


def difference_json(step: Step) -> str:
    difference = step.difference
    version = read_version(difference.before.number)
    return json_text(
        {
            "game": difference.after.game,
            "from": _edition(difference.before),
            "to": _edition(difference.after),
            "level": difference.level.name.lower(),
            "next": str(version.raised(difference.level)) if version else None,
            "changes": [_change_values(each) for section in step.sections.values() for each in section],
            "cards": [_reprint(each) for each in step.reprints],
            "cards_gone": [each.id for each in step.removed_cards],
            "pages": [_key(key) for key in step.changed_pages],
            "examples": [each.id for each in step.affected_examples],
        }
    )


def _edition(edition: Edition) -> dict[str, Any]:
    """Return an edition for JSON; its number and date are null for the current source."""
    return {"game": edition.game, "edition": edition.number or None, "date": edition.date or None}


def _key(key: Key) -> dict[str, str]:
    return {"kind": key[0], "id": key[1]}


def _change_values(view: ChangeView) -> dict[str, Any]:
    change = view.change
    return {
        "kind": change.kind,
        "id": change.after,
        "was": change.before,
        "name": view.name,
        "what": list(view.verbs),
        "level": change.level.name.lower(),
        "fields": [_field(each) for each in view.details],
        "why": list(view.why),
    }


def _field(field: FieldChange) -> dict[str, Any]:
    values: dict[str, Any] = {"field": field.name, "from": field.before.words, "to": field.after.words}
    if field.passages:
        values["words"] = [[[words.fate.value, words.text] for words in each.words] for each in field.passages]
    return values


def _reprint(reprint: Reprint) -> dict[str, Any]:
    because = [_key(each.change.key) for each in reprint.changes]
    return {"id": reprint.card.id, "new": reprint.new, "layout": reprint.layout, "because": because}
