"""What else a difference touches: cards to print again and why, pages, and examples that may no longer be true."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from rulewright.editions.difference import Change, Difference
from rulewright.editions.snapshot import CARD, CELL, EXAMPLE, RULE, TERM, Key, Snapshot, Thing, links_in

GLOSSARY = (TERM, "")
"""Stands for the page of all terms."""
QUIET = ("former-numbers", "former-ids", "proof", "parent", "questions", "unsaid", "notes", "rule")
"""Fields that no card prints."""
PRINTED_OF = {RULE: ("number", "title")}
"""Where a card prints only some fields of what it names."""


@dataclass(frozen=True, slots=True)
class Reprint:
    """A card that prints otherwise: because of these changes, of its own words, or of its layout."""

    card: Thing
    new: bool
    changes: tuple[Change, ...]
    layout: bool

    @property
    def own(self) -> Change | None:
        """The change of its own words."""
        return next((each for each in self.changes if each.kind == CARD), None)


class Touched:
    """What the changes of one difference touch."""

    def __init__(self, difference: Difference) -> None:
        self.difference = difference

    @cached_property
    def cards(self) -> tuple[Reprint, ...]:
        """The cards to print again, and the new ones."""
        return tuple(self._cards())

    def _cards(self) -> Iterator[Reprint]:
        for card in self.difference.after.of(CARD):
            change = self.difference.by_key.get(card.key)
            if change is None:
                continue
            if change.added:
                yield Reprint(card, True, (), False)
            elif any(change.field(name) for name in ("prints", "layout", "size")):
                layout = bool(change.field("layout") or change.field("size"))
                yield Reprint(card, False, tuple(self._reasons(card, change)), layout)

    def _reasons(self, card: Thing, own: Change) -> Iterator[Change]:
        old = self.difference.before.by_key.get((CARD, own.before or ""))
        shown = {*card.links(), *(old.links() if old else ())}
        for change in self.difference.changes:
            if (change.key in shown or whole_of(change) in shown) and _prints(change):
                yield change
        if own.field("words") or own.field("title"):
            yield own

    @cached_property
    def gone(self) -> tuple[Thing, ...]:
        """The cards that are made no longer."""
        removed = (each.key for each in self.difference.changes if each.kind == CARD and each.removed)
        return tuple(self.difference.before.by_key[key] for key in removed)

    @cached_property
    def examples(self) -> tuple[Thing, ...]:
        """Examples that stay as they are, though a rule, a fact or a cell that they name has another meaning."""
        changed = {each.key for each in self.difference.changes if not each.removed}
        changed |= {whole_of(each) for each in self.difference.changes}
        every = (each for each in self.difference.after.of(EXAMPLE) if each.key not in self.difference.by_key)
        return tuple(each for each in every if any(link in changed for link in each.links()))

    @cached_property
    def pages(self) -> tuple[Key, ...]:
        """The chapters with a change in them by their first rules, in order; then the glossary."""
        before, after = self.difference.before, self.difference.after
        found = {_chapter(each.key, before if each.removed else after) for each in self.difference.changes}
        chapters = [rule.key for rule in after.of(RULE) if rule.key in found]
        return (*chapters, *([GLOSSARY] if any(each.kind == TERM for each in self.difference.changes) else []))


def whole_of(change: Change) -> Key:
    """The table of a cell; anything else is whole. No card prints claims."""
    return Thing(*change.key, {}).whole if change.kind == CELL else change.key


def _prints(change: Change) -> bool:
    """Whether a card that shows the thing prints the change."""
    names = [each.name for each in change.fields if each.name not in QUIET]
    if change.kind in PRINTED_OF and not change.removed:
        names = [name for name in names if name in PRINTED_OF[change.kind]]
    return bool(names) or change.added or change.removed


def _chapter(key: Key, snapshot: Snapshot) -> Key | None:
    """The uppermost rule above a thing."""
    thing = snapshot.by_key.get(key)
    if thing is not None and thing.kind != RULE:
        thing = snapshot.by_key.get(thing.whole, thing)
        field = thing.get("rule") or thing.get("where")
        return _chapter(next(links_in(field)), snapshot) if field else None
    above = next(links_in(thing.get("parent")), None) if thing else None
    return _chapter(above, snapshot) if above else key if thing else None
