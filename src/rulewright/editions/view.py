"""A difference as readers see it: names, verbs and words. The terminal, JSON and the web page print these values."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from rulewright.base.messages.messages import Message, all_of, joined, tell, tell_number
from rulewright.book.kinds import OTHER_KINDS
from rulewright.editions.comparison import order_decides
from rulewright.editions.difference import Change, Difference, FieldChange
from rulewright.editions.snapshot import (
    DECLARED,
    LEVELS,
    LINE,
    PARAGRAPH,
    Key,
    Level,
    Snapshot,
    Thing,
    described,
    full_name,
    links_in,
    read_version,
    whole_of,
)
from rulewright.editions.word_changes import Passage, passage_changes
from rulewright.entries.roles import MARKDOWN
from rulewright.entries.rules import Rule
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
    "works": tell("steps of the procedure"),
    "incomplete": tell("incomplete"),
    "notes": tell("notes"),
    "questions": tell("questions"),
    "policy": tell("policy"),
    "headings": tell("headings"),
    "note": tell("note"),
    "goal": tell("goal"),
    "limits": tell("limits"),
    "unsaid": tell("questions"),
    "value": tell("value"),
    "unit": tell("unit"),
    "rule": tell("rule"),
    "name": tell("name"),
    "abbreviation": tell("abbreviation"),
    "also": tell("also"),
    "unexplained": tell("unexplained"),
    "bullets": tell("bullets"),
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
    "size": tell("size"),
    "words": tell("words"),
    "at": tell("place"),
}
"""The names of fields. Other fields are digests and lists that nobody reads."""
INTERNAL = ("works",)
"""Fields that contain ids: readers see only that something has changed."""
OTHERWISE = tell("in another way")
SENTENCES = frozenset(
    "text exceptions procedure incomplete notes questions headings note unsaid unexplained bullets bullet given steps "
    "caption alt words".split()
)
"""Fields that are compared word by word, except in cells; other fields are shown as before → after."""


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


def one_line(detail: Detail) -> Message:
    """Return `6–7: explosion → destroyed`; for a long text only that it has changed."""
    field, one, other = detail.label, detail.before, detail.after
    if detail.field in INTERNAL:
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
NOT_ON_CARDS = ("former-numbers", "former-ids", "proof", "parent", "questions", "unsaid", "notes", "rule")
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
SECTIONS = (
    (tell("Rules"), ("rule",)),
    (tell("Tables and cells"), ("table", "cell")),
    (tell("Facts"), ("fact",)),
    (tell("Terms"), ("term",)),
    (tell("Quick references"), ("reference",)),
    (tell("Claims whose truth changed"), ("claim",)),
    (tell("Examples"), ("example",)),
    (tell("Figures"), ("figure",)),
    (tell("Errata"), ("erratum",)),
    (tell("Rulings"), ("ruling",)),
    *((joined((kind.title,)), (kind.name,)) for kind in OTHER_KINDS),
)


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
        sections = ((title, tuple(self._in(kinds))) for title, kinds in SECTIONS)
        return tuple(SectionView(title, changes) for title, changes in sections if changes)

    def _in(self, kinds: tuple[str, ...]) -> Iterator[ChangeView]:
        changes = [each for each in self.difference.changes if each.kind in kinds]
        order = {
            thing.key: at for at, thing in enumerate((*self.difference.after.things, *self.difference.before.things))
        }
        if len(kinds) > 1:
            changes.sort(key=lambda each: (order.get(whole_of(each.key), 0), each.kind == "cell"))
        views = (self.view(each) for each in changes if self.is_seen(each))
        yield from (each for each in views if each.verbs)

    def is_seen(self, change: Change) -> bool:
        """Return false for changes of digests, and for what another change already says."""
        if change.kind == "claim" and (change.added or change.removed):
            reference = self.difference.by_key.get(whole_of(change.key))
            if reference is not None and reference.field("bullets") is not None:
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
            return change.renamed and table is not None and table.get("policy") != Policy.SUM.value
        if change.kind == "claim" and field.name == "bullet":
            return False
        key = Rule.declared.get(field.name) if change.kind == "rule" else None
        is_prose_of_rule = key is not None and key.kind in MARKDOWN
        return field.name in FIELDS or change.kind in DECLARED or is_prose_of_rule

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
            if self._is_shown(change, each):
                one, other = self._shown(change, each)
                if one != other:
                    key = DECLARED.get(change.kind, {}).get(each.name)
                    is_sentences = key.kind in MARKDOWN if key else each.name in SENTENCES and change.kind != "cell"
                    name = "value" if change.kind == "cell" and each.name == "text" else each.name
                    passages = self._passages(each) if is_sentences else ()
                    yield Detail(each.name, FIELDS.get(name) or joined((name.replace("-", " "),)), one, other, passages)

    def _passages(self, field: FieldChange) -> tuple[Passage, ...]:
        divider = PARAGRAPH if field.name == "text" else LINE
        before, after = self.difference.before, self.difference.after
        return passage_changes(before.passages(field.before, divider), after.passages(field.after, divider))

    def _shown(self, change: Change, field: FieldChange) -> tuple[str, str]:
        """Return both sides in words: the full names of things, or how often a claim holds."""
        before, after = self.difference.before, self.difference.after
        key = DECLARED.get(change.kind, {}).get(field.name)
        if key.kind.refers if key else field.name in {"parent", "rule"}:
            return (
                " ".join(full_name(key, before) for key in links_in(field.before)),
                " ".join(full_name(key, after) for key in links_in(field.after)),
            )
        if field.name == "holds":
            return described(field.before, field.after)
        return before.words(field.before), after.words(field.after)

    def _why(self, change: Change) -> Iterator[str]:
        """Yield the reasons for a thing or for its whole, and those of errata that came with the change."""
        yield from self.reasons_of.get(whole_of(change.key), ())
        if change.kind == "erratum":
            return
        for each in self.difference.changes:
            where = each.field("where") if each.kind == "erratum" and each.added else None
            if where and change.key in links_in(where.after):
                why = each.field("why")
                yield self.difference.after.words(why.after) if why else ""

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
            elif change is not None and any(change.field(name) for name in ("prints", "layout", "size")):
                layout = bool(change.field("layout") or change.field("size"))
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


def _chapter(key: Key, snapshot: Snapshot) -> Key | None:
    """Return the key of the top rule above a thing; None if it has none."""
    thing = snapshot.by_key.get(key)
    if thing is not None and thing.kind != "rule":
        thing = snapshot.by_key.get(thing.whole, thing)
        field = thing.get("rule") or thing.get("where")
        return _chapter(next(links_in(field)), snapshot) if field else None
    above = next(links_in(thing.get("parent")), None) if thing else None
    return _chapter(above, snapshot) if above else key if thing else None


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


def _edition_name(snapshot: Snapshot) -> Message:
    if not snapshot.edition:
        return tell("the current source")
    return tell("edition {number} of {date}", number=snapshot.edition, date=snapshot.date)


def meaning(difference: Difference) -> Message:
    """Return how many changes of each level there are, and the number of the next edition."""
    version, listed = read_version(difference.before.edition), counted(difference)
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
