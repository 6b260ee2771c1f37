"""A difference as readers see it: names, verbs and words. The terminal, JSON and the web page print these values."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property

from rulewright.base.messages.messages import Message, all_of, joined, tell, tell_number
from rulewright.book.kinds import BY_NAME
from rulewright.editions.comparison import order_decides
from rulewright.editions.difference import FIELDS, OTHERWISE, Change, Difference, FieldChange, renames
from rulewright.editions.edition import KINDS, PART_OF, Edition, Key, Thing, full_name, links_in, whole_of
from rulewright.editions.versions import LEVELS, Level, read_version
from rulewright.entries.table import Policy

# What happened to one field of a thing

UNSEEN = ("drawing", "shows", "prints", "layout", "former-numbers", "former-ids")
"""Digests, and fields that say where something was."""


def one_line(field: FieldChange) -> Message:
    """Return `6–7: explosion → destroyed`; for a long text only that it has changed."""
    name, one, other = field.label, field.before.words, field.after.words
    if field.is_internal:
        return tell("{field}: {other}", field=name, other=OTHERWISE)
    if field.reworded:
        return tell("{field} in other words", field=name)
    if one and other:
        return tell("{field}: {one} → {other}", field=name, one=one, other=other)
    if field.passages:
        return tell("{field} added", field=name) if other else tell("{field} removed", field=name)
    if other:
        return tell("{field}: {other} (new)", field=name, other=other)
    return tell("{field}: {one} (gone)", field=name, one=one)


# A difference as a whole, with what it affects: cards to print again, pages, and examples that may no longer be true

GLOSSARY = ("term", "")
"""The key for the page of all terms."""
NOT_ON_CARDS = ("former-numbers", "former-ids", "proof", "parent", "questions", "open", "outside", "notes", "rule")
"""Fields that no card prints."""
MANY = 3
"""The most changed cells of a table to list; of more only the number is shown."""
PRINTED_OF = {"rule": ("number", "title")}
"""The fields that a card prints of a thing that it names, if it does not print all."""


@dataclass(frozen=True, slots=True)
class Reprint:
    """A card that must be printed again, because of these changes, of its layout, or because it is new.

    The changes have the details that the card prints; `why` says the same in lines.
    """

    card: Thing
    new: bool
    layout: bool
    changes: tuple["ChangeView", ...] = ()
    why: tuple[Message, ...] = ()


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
    details: tuple[FieldChange, ...]
    why: tuple[str, ...]

    @property
    def anchor(self) -> str:
        """The anchor of the change on the page of all changes."""
        return "-".join(self.change.key).replace(" ", "_")

    @property
    def what(self) -> Message:
        """What happened, in words."""
        return joined(VERBS[verb] for verb in self.verbs)

    @property
    def meaning(self) -> Message:
        """What it means for players."""
        return LEVELS[self.change.level]


@dataclass(frozen=True)
class Step:
    """The changes from one edition to the next, or from a game to a layer over it, for readers.

    A layer gives `reasons` for single things, and `because` as the reason for all others.
    """

    difference: Difference
    reasons: Mapping[Key, tuple[str, ...]] = field(default_factory=dict)
    because: str = ""

    @property
    def edition(self) -> str:
        return self.difference.after.number

    @property
    def day(self) -> date:
        return date.fromisoformat(self.difference.after.date)

    @property
    def names(self) -> list[str]:
        """The names of the changed things."""
        return [each.name for changes in self.sections.values() for each in changes]

    @property
    def counts(self) -> Message:
        """How many changes of each level there are."""
        counts = Counter(change.level for change in self.difference.changes if self.is_seen(change))
        parts = []
        for level in reversed(Level):
            if counts[level]:
                changes = tell_number("{n} change", "{n} changes", counts[level])
                parts.append(tell("{changes} ({level})", changes=changes, level=LEVELS[level]))
        return all_of(parts) if parts else tell("only what cards print")

    @property
    def meaning(self) -> Message:
        """How many changes of each level there are, and the number of the next edition."""
        version = read_version(self.difference.before.number)
        if version is None:
            return self.counts
        number = version.raised(self.difference.level)
        return tell("{changes}: the next edition is {number}", changes=self.counts, number=number)

    @property
    def sides(self) -> tuple[Message, Message]:
        """The names of both sides: two editions, or two games."""
        before, after = self.difference.before, self.difference.after
        if self.difference.of_two_games:
            return joined([before.title]), joined([after.title])
        return _edition_name(before), _edition_name(after)

    @cached_property
    def renames(self) -> Mapping[Key, str]:
        """The new ids of the renamed things."""
        return renames(self.difference.changes)

    @cached_property
    def sections(self) -> Mapping[Message, tuple[ChangeView, ...]]:
        """The changes by the titles of their sections. Cards are in `reprints` instead."""
        sections = {title: tuple(self._in(kind)) for kind, title in SECTIONS.items()}
        return {title: changes for title, changes in sections.items() if changes}

    @cached_property
    def changes(self) -> Mapping[Key, tuple[ChangeView, ...]]:
        """The changes that readers see, by the keys of things in this edition. Changes of a part are under its whole.

        A changed fact is also a change of the rule that quotes it.
        """
        changes: dict[Key, tuple[ChangeView, ...]] = {}
        for each in (each for section in self.sections.values() for each in section):
            fact = self.difference.after.by_key.get(each.change.key) if each.change.kind == "fact" else None
            for shown in (whole_of(each.change.key), *(fact.targets("rule") if fact else ())):
                changes[shown] = (*changes.get(shown, ()), each)
        return changes

    def _in(self, kind: str) -> Iterator[ChangeView]:
        """Yield the changes of a kind; those of cells are below their tables."""
        changes = [each for each in self.difference.changes if kind in (each.kind, printed_with(each)[0])]
        after, before = self.difference.after, self.difference.before
        wholes = [thing.key for each in (after, before) for thing in each.of(kind)]
        order = {key: at for at, key in enumerate(wholes)}
        changes.sort(key=lambda each: (order.get(printed_with(each), 0), each.kind != kind))
        views = (self.view(each) for each in changes if self.is_seen(each))
        yield from (each for each in views if each.verbs)

    def is_seen(self, change: Change) -> bool:
        """Return false for changes of digests, and for what another change already says."""
        if change.kind == "claim" and (change.added or change.removed):
            reference = self.difference.by_key.get(whole_of(change.key))
            if reference is not None and reference.field("items") is not None:
                return False
        if change.added or change.removed or (change.renamed and change.kind not in PART_OF):
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
        edition = self.difference.before if change.removed else self.difference.after
        verbs, why = tuple(self._verbs(change, details)), tuple(self._why(change))
        return ChangeView(change, full_name(change.key, edition), verbs, details, why)

    def _details(self, change: Change) -> Iterator[FieldChange]:
        for each in change.fields:
            if each.name == "holds" and each.before.words == each.after.words:
                words = tell("{count}, but different ones", count=each.after.words)
                yield replace(each, after=replace(each.after, plain=words))
            elif each.before.words != each.after.words and self._is_shown(change, each):
                yield each

    def _verbs(self, change: Change, details: tuple[FieldChange, ...]) -> Iterator[str]:
        if change.added or change.removed:
            yield ADDED if change.added else REMOVED
            return
        names = {each.name for each in details}
        if "number" in names:
            yield RENUMBERED
        if "parent" in names or (change.kind == "rule" and change.moved) or order_decides(change, self.difference):
            yield MOVED
        if change.renamed and change.kind not in PART_OF:
            yield RENAMED
        if any(each.reworded for each in details):
            yield REWORDED
        if any(not each.reworded and each.name not in {"number", "parent"} for each in details):
            yield CHANGED

    def _why(self, change: Change) -> Iterator[str]:
        """Yield the reasons for a thing or for its whole, and those of errata that came with the change."""
        yield from self.reasons.get(whole_of(change.key), ())
        if change.kind == "erratum":
            return
        for each in self.difference.changes:
            where = each.field("where") if each.kind == "erratum" and each.added else None
            if where and change.key in links_in(where.after.source):
                why = each.field("why")
                yield why.after.words if why else ""

    # What the changes affect

    @property
    def title_of_cards(self) -> Message:
        return tell("Cards that are different") if self.difference.of_two_games else tell("Cards to print again")

    @cached_property
    def reprints(self) -> tuple[Reprint, ...]:
        """The cards to print again, and the new ones."""
        reprints = []
        for card in self.difference.after.of("card"):
            change = self.difference.by_key.get(card.key)
            layout = change is not None and any(map(change.field, ("layout", "width", "height")))
            if change is not None and change.added:
                reprints.append(Reprint(card, new=True, layout=False))
            elif change is not None and (layout or change.field("prints")):
                changes = tuple(self._changes_on(card, change))
                reprints.append(Reprint(card, False, layout, changes, tuple(self._why_again(changes))))
        return tuple(reprints)

    def _changes_on(self, card: Thing, own: Change) -> Iterator[ChangeView]:
        """Yield the changes that a card prints, with the details that it prints; `own` is the change of the card."""
        old = self.difference.before.by_key.get(("card", own.before or ""))
        shown = {*card.links(), *(old.links() if old else ())}
        for change in self.difference.changes:
            if change is own or {change.key, printed_with(change)} & shown:
                printed = PRINTED_OF.get(change.kind, FIELDS)
                view = self.view(change)
                details = tuple(each for each in view.details if each.name in printed and each.name not in NOT_ON_CARDS)
                if details or {ADDED, REMOVED, MOVED} & {*view.verbs}:
                    yield replace(view, details=details)

    def _why_again(self, changes: Sequence[ChangeView]) -> Iterator[Message]:
        """Yield why a card must be printed again, a line for each reason."""
        cells = Counter(printed_with(each.change) for each in changes if each.change.kind == "cell")
        for each in changes:
            if each.change.kind != "cell" or cells[printed_with(each.change)] <= MANY:
                yield from (joined((each.name, what), ": ") for what in (*map(one_line, each.details),) or (each.what,))
        for table, count in cells.items():
            if count > MANY:
                name = full_name(table, self.difference.after)
                yield tell("{table}: {n:,} cells are new, gone or changed", table=name, n=count)

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

    @property
    def names_of_pages(self) -> list[str]:
        """The names of the changed pages."""
        after = self.difference.after
        return [tell("the glossary") if key == GLOSSARY else full_name(key, after) for key in self.changed_pages]

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


def _chapter(key: Key, edition: Edition) -> Key | None:
    """Return the key of the top rule above a thing; None if it has none."""
    thing = edition.by_key.get(key)
    if thing is not None and thing.kind != "rule":
        thing = edition.by_key.get(thing.whole, thing)
        rules = thing.targets("rule") or thing.targets("where")
        return _chapter(rules[0], edition) if rules else None
    above = thing.targets("parent") if thing else ()
    return _chapter(above[0], edition) if above else key if thing else None


# The difference as a whole


def heading(step: Step) -> Message:
    before, after = step.sides
    if step.difference.of_two_games:
        return tell("from {before} to {after}", before=before, after=after)
    return tell("{game}: from {before} to {after}", game=step.difference.after.game, before=before, after=after)


def _edition_name(edition: Edition) -> Message:
    if not edition.number:
        return tell("the current source")
    return tell("edition {number} of {date}", number=edition.number, date=edition.date)
