"""A difference of two editions as a page shows it: of the report, or of the web rulebook."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rulewright.editions.snapshot import CELL, LEVELS, Key, full_name
from rulewright.editions.view import (
    CARDS_OF_GAMES,
    CARDS_TO_PRINT,
    GLOSSARY,
    INTERNAL,
    OTHERWISE,
    VERBS,
    ChangeView,
    Detail,
    DifferenceView,
    Reprint,
    SectionView,
    meaning,
    sides,
    why_again,
)
from rulewright.editions.word_changes import Words, excerpts
from rulewright.translation.messages import Message, joined, tell

Address = Callable[[Key], str]
"""Where a thing is shown; empty where it is nowhere."""


@dataclass(frozen=True, slots=True)
class DetailView:
    """One field: the passages that changed word by word, or from → to, of which one may be empty."""

    label: Message
    before: str
    after: str
    passages: tuple[tuple[Words, ...], ...]


@dataclass(frozen=True, slots=True)
class ChangedThing:
    """A thing that changed; a cell stands below its table, `of_table`. `href` leads to it, empty if nothing does."""

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
    """All changes from one edition to another; `meaning` says how much they mean together, `why` why all were made."""

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
        tuple(_section(section, address) for section in view.sections),
        CARDS_OF_GAMES if difference.of_two_games else CARDS_TO_PRINT,
        tuple(_card(each, view) for each in view.touched.cards),
        tuple(each.get("title") for each in view.touched.gone),
        tuple(_pages(view)),
        tuple(each.get("title") for each in view.touched.examples),
    )


def change_anchor(key: Key) -> str:
    """The place of a change on the page of all of them."""
    return "-".join(key).replace(" ", "_")


def change_verbs(view: ChangeView) -> Message:
    return joined(VERBS[verb] for verb in view.verbs)


def _section(section: SectionView, address: Address) -> ChangesOfKind:
    return ChangesOfKind(section.title, tuple(_change(each, address) for each in section.changes))


def _change(view: ChangeView, address: Address) -> ChangedThing:
    key = view.change.key
    return ChangedThing(
        change_anchor(key),
        view.name,
        "" if view.change.removed else address(key),
        change_verbs(view),
        view.level.name.lower(),
        LEVELS[view.level],
        tuple(map(_detail, view.details)),
        tuple(filter(None, view.why)),
        key[0] == CELL,
    )


def _detail(detail: Detail) -> DetailView:
    if detail.field in INTERNAL:
        return DetailView(detail.label, "", OTHERWISE, ())
    return DetailView(detail.label, detail.before, detail.after, tuple(excerpts(detail.passages)))


def _card(reprint: Reprint, view: DifferenceView) -> CardToPrint:
    reasons = tuple(why_again(reprint, view))
    return CardToPrint(reprint.card.get("title"), reprint.new, reprint.layout, reasons)


def _pages(view: DifferenceView) -> Iterator[str]:
    for key in view.touched.pages:
        yield tell("the glossary") if key == GLOSSARY else full_name(key, view.difference.after)
