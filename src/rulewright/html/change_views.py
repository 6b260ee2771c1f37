"""Views of a difference between two editions, for the report and the web rulebook."""

from collections.abc import Callable
from typing import Any

from rulewright.base.messages.messages import Message, joined, tell
from rulewright.editions.edition import LEVELS, WORKS, Key, full_name
from rulewright.editions.view import (
    CARDS_OF_GAMES,
    CARDS_TO_PRINT,
    GLOSSARY,
    OTHERWISE,
    VERBS,
    ChangeView,
    DifferenceView,
    meaning,
    sides,
    why_again,
)
from rulewright.editions.word_changes import excerpts

Address = Callable[[Key], str]
"""A function that returns the address of a thing, or ""."""


def nowhere(_: Key) -> str:
    return ""


def changes_view(view: DifferenceView, address: Address = nowhere, because: str = "") -> dict[str, Any]:
    """Return all changes from one edition to another, with their common reason, for `typesetting/changes.html.j2`."""
    difference = view.difference
    before, after = sides(difference)
    return {
        "before": before,
        "after": after,
        "meaning": meaning(difference) if difference.level else None,
        "why": because,
        "sections": [
            {"title": section.title, "changes": [_change(each, address) for each in section.changes]}
            for section in view.sections
        ],
        "of_cards": CARDS_OF_GAMES if difference.of_two_games else CARDS_TO_PRINT,
        "cards": [
            {
                "title": each.card.words("title"),
                "new": each.new,
                "layout": each.layout,
                "reasons": list(why_again(each, view)),
            }
            for each in view.reprints
        ],
        "gone": [each.words("title") for each in view.removed_cards],
        "pages": [
            tell("the glossary") if key == GLOSSARY else full_name(key, difference.after) for key in view.changed_pages
        ],
        "examples": [each.words("title") for each in view.affected_examples],
    }


def change_anchor(key: Key) -> str:
    """Return the anchor of a change on the page of all changes."""
    return "-".join(key).replace(" ", "_")


def change_verbs(view: ChangeView) -> Message:
    return joined(VERBS[verb] for verb in view.verbs)


def _change(view: ChangeView, address: Address) -> dict[str, Any]:
    """Return a changed thing; a cell is listed below its table."""
    key = view.change.key
    return {
        "anchor": change_anchor(key),
        "name": view.name,
        "href": "" if view.change.removed else address(key),
        "verbs": change_verbs(view),
        "level": view.level.name.lower(),
        "meaning": LEVELS[view.level],
        "details": [
            {"label": each.label, "before": "", "after": OTHERWISE, "passages": []}
            if each.field.endswith(WORKS)
            else {
                "label": each.label,
                "before": each.before,
                "after": each.after,
                "passages": list(excerpts(each.passages)),
            }
            for each in view.details
        ],
        "why": list(filter(None, view.why)),
        "of_table": key[0] == "cell",
    }
