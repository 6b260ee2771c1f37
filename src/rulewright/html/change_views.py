"""Views of a difference between two editions, for the report and the web rulebook."""

from collections.abc import Callable
from dataclasses import dataclass

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
from rulewright.editions.word_changes import Words, excerpts

Address = Callable[[Key], str]
"""A function that returns the address of a thing, or ""."""


@dataclass(frozen=True, slots=True)
class DetailView:
    """A changed field: the passages that changed word by word, or the value before and after."""

    label: Message
    before: str
    after: str
    passages: tuple[tuple[Words, ...], ...]


@dataclass(frozen=True, slots=True)
class ChangedThing:
    """A changed thing. `of_table` marks a cell, which is listed below its table. `href` may be empty."""

    anchor: str
    name: str
    href: str
    verbs: Message
    level: str
    meaning: Message
    details: tuple[DetailView, ...]
    why: tuple[str, ...]
    of_table: bool


@dataclass(frozen=True, slots=True)
class ChangesOfKind:
    title: Message
    changes: tuple[ChangedThing, ...]


@dataclass(frozen=True, slots=True)
class CardToPrint:
    """A card with the reasons to print it again."""

    title: str
    new: bool
    layout: bool
    reasons: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class ChangesView:
    """All changes from one edition to another, with their overall meaning and their common reason."""

    before: Message
    after: Message
    meaning: Message | None
    why: str
    sections: tuple[ChangesOfKind, ...]
    of_cards: Message
    cards: tuple[CardToPrint, ...]
    gone: tuple[str, ...]
    pages: tuple[str, ...]
    examples: tuple[str, ...]


def nowhere(_: Key) -> str:
    return ""


def changes_view(view: DifferenceView, address: Address = nowhere, because: str = "") -> ChangesView:
    difference = view.difference
    return ChangesView(
        *sides(difference),
        meaning(difference) if difference.level else None,
        because,
        tuple(
            ChangesOfKind(section.title, tuple(_change(each, address) for each in section.changes))
            for section in view.sections
        ),
        CARDS_OF_GAMES if difference.of_two_games else CARDS_TO_PRINT,
        tuple(
            CardToPrint(each.card.words("title"), each.new, each.layout, tuple(why_again(each, view)))
            for each in view.reprints
        ),
        tuple(each.words("title") for each in view.removed_cards),
        tuple(
            tell("the glossary") if key == GLOSSARY else full_name(key, difference.after) for key in view.changed_pages
        ),
        tuple(each.words("title") for each in view.affected_examples),
    )


def change_anchor(key: Key) -> str:
    """Return the anchor of a change on the page of all changes."""
    return "-".join(key).replace(" ", "_")


def change_verbs(view: ChangeView) -> Message:
    return joined(VERBS[verb] for verb in view.verbs)


def _change(view: ChangeView, address: Address) -> ChangedThing:
    key = view.change.key
    details = (
        DetailView(each.label, "", OTHERWISE, ())
        if each.field.endswith(WORKS)
        else DetailView(each.label, each.before, each.after, tuple(excerpts(each.passages)))
        for each in view.details
    )
    return ChangedThing(
        change_anchor(key),
        view.name,
        "" if view.change.removed else address(key),
        change_verbs(view),
        view.level.name.lower(),
        LEVELS[view.level],
        tuple(details),
        tuple(filter(None, view.why)),
        key[0] == "cell",
    )
