"""A difference as its readers see it: names, verbs and words. Text, JSON and the page print these values."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from rulewright.editions.details import FIELDS, SENTENCES, Detail
from rulewright.editions.difference import Change, Difference, FieldChange
from rulewright.editions.levels import order_decides
from rulewright.editions.naming import described, full_name
from rulewright.editions.passages import Passage, passage_changes
from rulewright.editions.snapshot import (
    CARD,
    CELL,
    CLAIM,
    ERRATUM,
    EXAMPLE,
    FACT,
    FIGURE,
    LINE,
    PARAGRAPH,
    REFERENCE,
    RULE,
    TABLE,
    TERM,
    Key,
    Thing,
    links_in,
    whole_of,
)
from rulewright.editions.touched import PRINTED_OF, QUIET, Reprint, Touched
from rulewright.editions.versions import Level
from rulewright.model.table import Policy
from rulewright.translation.messages import Message, tell

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
"""What happened to a thing, in the order in which it is said."""
SECTIONS = (
    (tell("Rules"), (RULE,)),
    (tell("Tables and cells"), (TABLE, CELL)),
    (tell("Facts"), (FACT,)),
    (tell("Terms"), (TERM,)),
    (tell("Quick references"), (REFERENCE,)),
    (tell("Claims whose truth changed"), (CLAIM,)),
    (tell("Examples"), (EXAMPLE,)),
    (tell("Figures"), (FIGURE,)),
    (tell("Errata"), (ERRATUM,)),
    (tell("Cards"), (CARD,)),
)


@dataclass(frozen=True, slots=True)
class ChangeView:
    """One change; `why` are the reasons that a layer, or errata of the later edition, give for it."""

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
        """`reasons` are known of things beside those of errata."""
        self.difference, self.reasons_of = difference, reasons
        self.touched = Touched(difference)

    @cached_property
    def sections(self) -> tuple[SectionView, ...]:
        """Those in which something changed. Cards have a part of their own: `touched.cards`."""
        found = ((title, tuple(self._in(kinds))) for title, kinds in SECTIONS if kinds != (CARD,))
        return tuple(SectionView(title, changes) for title, changes in found if changes)

    def _in(self, kinds: tuple[str, ...]) -> Iterator[ChangeView]:
        changes = [each for each in self.difference.changes if each.kind in kinds]
        order = {
            thing.key: at for at, thing in enumerate((*self.difference.after.things, *self.difference.before.things))
        }
        if len(kinds) > 1:
            changes.sort(key=lambda each: (order.get(whole_of(each.key), 0), each.kind == CELL))
        views = (self.view(each) for each in changes if self.is_seen(each))
        yield from (each for each in views if each.verbs)

    def is_seen(self, change: Change) -> bool:
        """Whether readers are told of it: not of digests, and not of what another change says already."""
        if change.kind == CLAIM and (change.added or change.removed) and self._tells_bullets(change):
            return False
        if change.added or change.removed or (change.renamed and change.kind not in {CELL, CLAIM}):
            return change.kind != CARD
        if change.moved and (change.kind == RULE or order_decides(change, self.difference)):
            return True
        return change.kind != CARD and any(self._is_told(change, each) for each in change.fields)

    def _tells_bullets(self, claim: Change) -> bool:
        """Whether the quick reference of a claim is told of with its bullets."""
        whole = self.difference.by_key.get(Thing(*claim.key, {}).whole)
        return whole is not None and whole.field("bullets") is not None

    def _is_told(self, change: Change, field: FieldChange) -> bool:
        """The headings of a table tell where its cells are, and its bullets what a quick reference claims.

        Of what is new or gone only a value is told beside its name.
        """
        if change.added or change.removed:
            return (change.kind, field.name) in {(CELL, "text"), (FACT, "value")}
        if change.kind == CELL and field.name == "at":
            table = self.difference.after.by_key.get(whole_of(change.key))
            return change.renamed and table is not None and table.get("policy") != Policy.SUM.value
        return field.name in FIELDS and not (change.kind == CLAIM and field.name == "bullet")

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
        if "parent" in names or (change.kind == RULE and change.moved) or order_decides(change, self.difference):
            yield MOVED
        if change.renamed and change.kind not in {CELL, CLAIM}:
            yield RENAMED
        if any(each.reworded for each in details):
            yield REWORDED
        if any(not each.reworded and each.field not in {"number", "parent"} for each in details):
            yield CHANGED

    def name(self, change: Change) -> str:
        return full_name(change.key, self.difference.before if change.removed else self.difference.after)

    def _details(self, change: Change) -> Iterator[Detail]:
        for each in change.fields:
            if self._is_told(change, each):
                one, other = self._shown(each)
                if one != other:
                    passages = self._passages(each) if each.name in SENTENCES and change.kind != CELL else ()
                    label = FIELDS["value"] if change.kind == CELL and each.name == "text" else FIELDS[each.name]
                    yield Detail(each.name, label, one, other, passages)

    def _passages(self, field: FieldChange) -> tuple[Passage, ...]:
        divider = PARAGRAPH if field.name == "text" else LINE
        before, after = self.difference.before, self.difference.after
        return passage_changes(before.passages(field.before, divider), after.passages(field.after, divider))

    def _shown(self, field: FieldChange) -> tuple[str, str]:
        """Both sides in words: of links to things their full names; of truth how often."""
        before, after = self.difference.before, self.difference.after
        if field.name in {"parent", "rule", "where"}:
            return (
                " ".join(full_name(key, before) for key in links_in(field.before)),
                " ".join(full_name(key, after) for key in links_in(field.after)),
            )
        if field.name == "holds":
            return described(field.before, field.after)
        return before.words(field.before), after.words(field.after)

    def _why(self, change: Change) -> Iterator[str]:
        """Reasons given for the thing or what it is a part of, and those of errata that came with the change."""
        yield from self.reasons_of.get(whole_of(change.key), ())
        if change.kind == ERRATUM:
            return
        for each in self.difference.changes:
            where = each.field("where") if each.kind == ERRATUM and each.added else None
            if where and change.key in links_in(where.after):
                why = each.field("why")
                yield self.difference.after.words(why.after) if why else ""

    def reasons(self, reprint: Reprint) -> Iterator[ChangeView]:
        """The changes for which a card must be printed again, each with what the card prints of it."""
        for change in reprint.changes:
            view = self.view(change)
            printed = PRINTED_OF.get(change.kind, FIELDS)
            details = tuple(each for each in view.details if each.field in printed and each.field not in QUIET)
            if details or {ADDED, REMOVED, MOVED} & {*view.verbs}:
                yield replace(view, details=details)
