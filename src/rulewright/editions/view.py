"""A difference as readers see it: names, verbs and words. The terminal, JSON and the web page print these values."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from rulewright.base.messages.messages import Message, all_of, joined, tell, tell_number
from rulewright.book.kinds import BY_NAME
from rulewright.editions.comparison import order_decides
from rulewright.editions.difference import Change, Difference, FieldChange
from rulewright.editions.edition import (
    KINDS,
    LEVELS,
    WORKS,
    Edition,
    Field,
    Key,
    Level,
    Role,
    Thing,
    full_name,
    links_in,
    read_version,
    whole_of,
)
from rulewright.editions.word_changes import Passage, passage_changes
from rulewright.entries.table import Policy

# What happened to one field of a thing

FIELDS = {
    "number": tell("number"),
    "title": tell("title"),
    "parent": tell("below"),
    "part": tell("part"),
    "external": tell("in another work"),
    "text": tell("text"),
    "exceptions": tell("exceptions"),
    "procedure": tell("procedure"),
    "procedure.works": tell("steps of the procedure"),
    "incomplete": tell("incomplete"),
    "notes": tell("notes"),
    "questions": tell("questions"),
    "policy": tell("policy"),
    "headings": tell("headings"),
    "note": tell("note"),
    "goal": tell("goal"),
    "total": tell("limits"),
    "open": tell("questions"),
    "outside": tell("questions"),
    "value": tell("value"),
    "unit": tell("unit"),
    "rule": tell("rule"),
    "name": tell("name"),
    "abbreviation": tell("abbreviation"),
    "also": tell("also"),
    "unexplained": tell("unexplained"),
    "items": tell("bullets"),
    "bullet": tell("bullet"),
    "holds": tell("true for"),
    "proof": tell("proof"),
    "given": tell("given"),
    "steps": tell("steps"),
    "caption": tell("caption"),
    "alt": tell("description"),
    "where": tell("where"),
    "class": tell("class"),
    "printed": tell("printed"),
    "now": tell("now"),
    "why": tell("why"),
    "width": tell("size"),
    "height": tell("size"),
    "words": tell("words"),
    "at": tell("place"),
}
"""The names of fields in the languages of the tool."""
UNSEEN = ("drawing", "shows", "prints", "layout", "former-numbers", "former-ids")
"""Digests, and fields that say where something was."""
OTHERWISE = tell("in another way")
"""What readers see of fields that are not for reading: only that something has changed."""


@dataclass(frozen=True, slots=True)
class Detail:
    """The change of one field: before → after, or word by word in `passages`."""

    field: str
    label: Message
    before: str
    after: str
    passages: tuple[Passage, ...] = ()

    @property
    def reworded(self) -> bool:
        """Whether sentences have changed, and are neither new nor gone."""
        return bool(self.passages and self.before and self.after)


def _label(name: str) -> Message:
    return FIELDS.get(name) or FIELDS.get(name.removesuffix(WORKS)) or joined((name.replace("-", " "),))


def one_line(detail: Detail) -> Message:
    """Return `6–7: explosion → destroyed`; for a long text only that it has changed."""
    field, one, other = detail.label, detail.before, detail.after
    if detail.field.endswith(WORKS):
        return tell("{field}: {other}", field=field, other=OTHERWISE)
    if detail.reworded:
        return tell("{field} in other words", field=field)
    if one and other:
        return tell("{field}: {one} → {other}", field=field, one=one, other=other)
    if detail.passages:
        return tell("{field} added", field=field) if other else tell("{field} removed", field=field)
    if other:
        return tell("{field}: {other} (new)", field=field, other=other)
    return tell("{field}: {one} (gone)", field=field, one=one)


# A difference as a whole, with what it affects: cards to print again, pages, and examples that may no longer be true

GLOSSARY = ("term", "")
"""The key for the page of all terms."""
NOT_ON_CARDS = ("former-numbers", "former-ids", "proof", "parent", "questions", "open", "outside", "notes", "rule")
"""Fields that no card prints."""
PRINTED_OF = {"rule": ("number", "title")}
"""The fields that a card prints of a thing that it names, if it does not print all."""


@dataclass(frozen=True, slots=True)
class Reprint:
    """A card that must be printed again, because of these changes, of its layout, or because it is new."""

    card: Thing
    new: bool
    changes: tuple[Change, ...]
    layout: bool


NO_REASONS: Mapping[Key, tuple[str, ...]] = {}
ADDED, REMOVED, RENUMBERED, MOVED, RENAMED = "added", "removed", "renumbered", "moved", "renamed"
REWORDED, CHANGED = "reworded", "changed"
VERBS = {
    ADDED: tell("added"),
    REMOVED: tell("removed"),
    RENUMBERED: tell("renumbered"),
    MOVED: tell("moved"),
    RENAMED: tell("renamed"),
    REWORDED: tell("reworded"),
    CHANGED: tell("changed"),
}
"""What can happen to a thing, in the order of printing."""
TITLES = {
    "table": tell("Tables and cells"),
    "reference": tell("Quick references"),
    "claim": tell("Claims whose truth changed"),
}
"""The titles of sections whose kind has another title elsewhere."""
SECTIONS = {
    kind: TITLES.get(kind) or BY_NAME[kind].title for kind in ("rule", "table", *KINDS) if kind not in ("cell", "card")
}
"""The kinds of changes and their titles, in the order of printing. Changes of cells are below those of their tables."""


@dataclass(frozen=True, slots=True)
class ChangeView:
    """A change for readers; `why` has the reasons that a layer, or errata of the later edition, give for it."""

    change: Change
    name: str
    verbs: tuple[str, ...]
    details: tuple[Detail, ...]
    why: tuple[str, ...]

    @property
    def level(self) -> Level:
        return self.change.level


@dataclass(frozen=True, slots=True)
class SectionView:
    title: Message
    changes: tuple[ChangeView, ...]


class DifferenceView:
    """A difference for readers."""

    def __init__(self, difference: Difference, reasons: Mapping[Key, tuple[str, ...]] = NO_REASONS) -> None:
        """`reasons` are those that a layer gives, by the keys of things."""
        self.difference, self.reasons_of = difference, reasons

    @cached_property
    def sections(self) -> tuple[SectionView, ...]:
        """The sections with changes. Cards are in `reprints` instead."""
        sections = ((title, tuple(self._in(kind))) for kind, title in SECTIONS.items())
        return tuple(SectionView(title, changes) for title, changes in sections if changes)

    def _in(self, kind: str) -> Iterator[ChangeView]:
        """Yield the changes of a kind; those of cells are below their tables."""
        changes = [each for each in self.difference.changes if kind in (each.kind, printed_with(each)[0])]
        after, before = self.difference.after, self.difference.before
        wholes = [thing.key for each in (after, before) for thing in each.of(kind)]
        order = {key: at for at, key in reversed([*enumerate(wholes)])}
        changes.sort(key=lambda each: (order.get(printed_with(each), 0), each.kind != kind))
        views = (self.view(each) for each in changes if self.is_seen(each))
        yield from (each for each in views if each.verbs)

    def is_seen(self, change: Change) -> bool:
        """Return false for changes of digests, and for what another change already says."""
        if change.kind == "claim" and (change.added or change.removed):
            reference = self.difference.by_key.get(whole_of(change.key))
            if reference is not None and reference.field("items") is not None:
                return False
        if change.added or change.removed or (change.renamed and change.kind not in {"cell", "claim"}):
            return change.kind != "card"
        if change.moved and (change.kind == "rule" or order_decides(change, self.difference)):
            return True
        return change.kind != "card" and any(self._is_shown(change, each) for each in change.fields)

    def _is_shown(self, change: Change, field: FieldChange) -> bool:
        """Return whether readers see a field; of a new or removed thing only the value of a cell or a fact.

        The headings of a table already say where its cells are, and the bullets of a quick reference what it claims.
        """
        if change.added or change.removed:
            return (change.kind, field.name) in {("cell", "text"), ("fact", "value")}
        if change.kind == "cell" and field.name == "at":
            table = self.difference.after.by_key.get(whole_of(change.key))
            return change.renamed and table is not None and table.words("policy") != Policy.SUM.value
        return field.name not in UNSEEN and field.name != "bullet"

    def view(self, change: Change) -> ChangeView:
        details = tuple(self._details(change))
        return ChangeView(
            change, self.name(change), tuple(self._verbs(change, details)), details, tuple(self._why(change))
        )

    def _verbs(self, change: Change, details: tuple[Detail, ...]) -> Iterator[str]:
        if change.added or change.removed:
            yield ADDED if change.added else REMOVED
            return
        names = {each.field for each in details}
        if "number" in names:
            yield RENUMBERED
        if "parent" in names or (change.kind == "rule" and change.moved) or order_decides(change, self.difference):
            yield MOVED
        if change.renamed and change.kind not in {"cell", "claim"}:
            yield RENAMED
        if any(each.reworded for each in details):
            yield REWORDED
        if any(not each.reworded and each.field not in {"number", "parent"} for each in details):
            yield CHANGED

    def name(self, change: Change) -> str:
        return full_name(change.key, self.difference.before if change.removed else self.difference.after)

    def _details(self, change: Change) -> Iterator[Detail]:
        for each in change.fields:
            one, other = (
                self._shown(each.before, self.difference.before),
                self._shown(each.after, self.difference.after),
            )
            if one != other and self._is_shown(change, each):
                name = "value" if change.kind == "cell" and each.name == "text" else each.name
                is_prose = each.role is Role.PROSE and each.name not in ("title", "at")
                passages = passage_changes(each.before.passages, each.after.passages) if is_prose else ()
                yield Detail(each.name, _label(name), one, other, passages)

    def _shown(self, field: Field, edition: Edition) -> str:
        """Return a field in words; references as the full names of things."""
        if field.role is Role.REFERENCE:
            return " ".join(full_name(key, edition) for key in links_in(field.source))
        return field.words

    def _why(self, change: Change) -> Iterator[str]:
        """Yield the reasons for a thing or for its whole, and those of errata that came with the change."""
        yield from self.reasons_of.get(whole_of(change.key), ())
        if change.kind == "erratum":
            return
        for each in self.difference.changes:
            where = each.field("where") if each.kind == "erratum" and each.added else None
            if where and change.key in links_in(where.after.source):
                why = each.field("why")
                yield why.after.words if why else ""

    def reasons(self, reprint: Reprint) -> Iterator[ChangeView]:
        """Yield the changes for which a card must be printed again, each with the details that the card prints."""
        for change in reprint.changes:
            view = self.view(change)
            printed = PRINTED_OF.get(change.kind, FIELDS)
            details = tuple(each for each in view.details if each.field in printed and each.field not in NOT_ON_CARDS)
            if details or {ADDED, REMOVED, MOVED} & {*view.verbs}:
                yield replace(view, details=details)

    # What the changes affect

    @cached_property
    def reprints(self) -> tuple[Reprint, ...]:
        """The cards to print again, and the new ones."""
        reprints = []
        for card in self.difference.after.of("card"):
            change = self.difference.by_key.get(card.key)
            if change is not None and change.added:
                reprints.append(Reprint(card, True, (), False))
            elif change is not None and any(change.field(name) for name in ("prints", "layout", "width", "height")):
                layout = any(map(change.field, ("layout", "width", "height")))
                reprints.append(Reprint(card, False, tuple(self._changes_on(card, change)), layout))
        return tuple(reprints)

    def _changes_on(self, card: Thing, own: Change) -> Iterator[Change]:
        """Yield the changes that a card prints; `own` is the change of the card."""
        old = self.difference.before.by_key.get(("card", own.before or ""))
        shown = {*card.links(), *(old.links() if old else ())}
        for change in self.difference.changes:
            if (change.key in shown or printed_with(change) in shown) and _prints(change):
                yield change
        if own.field("words") or own.field("title"):
            yield own

    @cached_property
    def removed_cards(self) -> tuple[Thing, ...]:
        """The cards that are no longer made."""
        removed = (each.key for each in self.difference.changes if each.kind == "card" and each.removed)
        return tuple(self.difference.before.by_key[key] for key in removed)

    @cached_property
    def affected_examples(self) -> tuple[Thing, ...]:
        """The unchanged examples that name a changed rule, fact or cell, so they may no longer be right."""
        changed = {each.key for each in self.difference.changes if not each.removed}
        changed |= {printed_with(each) for each in self.difference.changes}
        every = (each for each in self.difference.after.of("example") if each.key not in self.difference.by_key)
        return tuple(each for each in every if any(link in changed for link in each.links()))

    @cached_property
    def changed_pages(self) -> tuple[Key, ...]:
        """The first rules of the chapters with a change, in order; then the glossary."""
        before, after = self.difference.before, self.difference.after
        top_rules = {_chapter(each.key, before if each.removed else after) for each in self.difference.changes}
        chapters = [rule.key for rule in after.of("rule") if rule.key in top_rules]
        return (*chapters, *([GLOSSARY] if any(each.kind == "term" for each in self.difference.changes) else []))


def printed_with(change: Change) -> Key:
    """Return the key of what a card prints with the change: the table of a cell, else the thing itself."""
    return whole_of(change.key) if change.kind == "cell" else change.key


def _prints(change: Change) -> bool:
    """Return whether a card that shows the thing prints the change."""
    names = [each.name for each in change.fields if each.name not in NOT_ON_CARDS]
    if change.kind in PRINTED_OF and not change.removed:
        names = [name for name in names if name in PRINTED_OF[change.kind]]
    return bool(names) or change.added or change.removed


def _chapter(key: Key, edition: Edition) -> Key | None:
    """Return the key of the top rule above a thing; None if it has none."""
    thing = edition.by_key.get(key)
    if thing is not None and thing.kind != "rule":
        thing = edition.by_key.get(thing.whole, thing)
        rules = thing.targets("rule") or thing.targets("where")
        return _chapter(rules[0], edition) if rules else None
    above = thing.targets("parent") if thing else ()
    return _chapter(above[0], edition) if above else key if thing else None


MANY = 3
"""The most changed cells of a table to list; of more only the number is shown."""


def why_again(reprint: Reprint, view: DifferenceView) -> Iterator[Message]:
    """Yield why a card must be printed again, a line for each reason."""
    reasons = list(view.reasons(reprint))
    cells = Counter(printed_with(each.change) for each in reasons if each.change.kind == "cell")
    for each in reasons:
        if each.change.kind != "cell" or cells[printed_with(each.change)] <= MANY:
            yield from _lines(each)
    for table, count in cells.items():
        if count > MANY:
            name = full_name(table, view.difference.after)
            yield tell("{table}: {n:,} cells are new, gone or changed", table=name, n=count)


def _lines(reason: ChangeView) -> Iterator[Message]:
    what = [*map(one_line, reason.details)] or [joined(VERBS[verb] for verb in reason.verbs)]
    return (joined((reason.name, each), ": ") for each in what)


# The difference as a whole

CARDS_TO_PRINT, CARDS_OF_GAMES = tell("Cards to print again"), tell("Cards that are different")


def heading(difference: Difference) -> Message:
    before, after = sides(difference)
    if difference.of_two_games:
        return tell("from {before} to {after}", before=before, after=after)
    return tell("{game}: from {before} to {after}", game=difference.after.game, before=before, after=after)


def sides(difference: Difference) -> tuple[Message, Message]:
    """Return the names of both sides: two editions, or two games."""
    both = difference.before, difference.after
    one, other = (joined([each.title]) if difference.of_two_games else _edition_name(each) for each in both)
    return one, other


def _edition_name(edition: Edition) -> Message:
    if not edition.number:
        return tell("the current source")
    return tell("edition {number} of {date}", number=edition.number, date=edition.date)


def meaning(difference: Difference) -> Message:
    """Return how many changes of each level there are, and the number of the next edition."""
    version, listed = read_version(difference.before.number), counted(difference)
    if version is None:
        return listed
    return tell("{changes}: the next edition is {number}", changes=listed, number=version.raised(difference.level))


def counted(difference: Difference) -> Message:
    """Return how many changes of each level there are."""
    view = DifferenceView(difference)
    counts = Counter(change.level for change in difference.changes if view.is_seen(change))
    parts = []
    for level in reversed(Level):
        if counts[level]:
            changes = tell_number("{n} change", "{n} changes", counts[level])
            parts.append(tell("{changes} ({level})", changes=changes, level=LEVELS[level]))
    return all_of(parts) if parts else tell("only what cards print")
