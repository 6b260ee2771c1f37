"""The published editions of a game one after the other, and what they changed of the things that are there now."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import pairwise, takewhile
from pathlib import Path

from rulewright.editions.comparison import compare
from rulewright.editions.difference import Difference, renames
from rulewright.editions.file import DamagedEdition, parsed
from rulewright.editions.folder import UnreadableEdition, recorded
from rulewright.editions.snapshot import FACT, RULE, Key, Snapshot, links_in, whole_of
from rulewright.editions.versions import Version
from rulewright.editions.view import ChangeView, DifferenceView


@dataclass(frozen=True)
class Step:
    """What one edition changed of the one before it, or a layer of the game below.

    `reasons` are those that the layer gives for single things, and `because` its reason for all others.
    """

    difference: Difference
    reasons: Mapping[Key, tuple[str, ...]] = field(default_factory=dict)
    because: str = ""

    @property
    def edition(self) -> str:
        return self.difference.after.edition

    @property
    def date(self) -> str:
        """In ISO form."""
        return self.difference.after.date

    @cached_property
    def view(self) -> DifferenceView:
        return DifferenceView(self.difference, self.reasons)

    @cached_property
    def renames(self) -> Mapping[Key, str]:
        """The new ids of things that got another."""
        return renames(self.difference.changes)

    @cached_property
    def changes(self) -> dict[Key, tuple[ChangeView, ...]]:
        """What readers are told, by the things as this edition names them; that of parts is with the whole."""
        found: dict[Key, tuple[ChangeView, ...]] = {}
        for section in self.view.sections:
            for each in section.changes:
                for key in (whole_of(each.change.key), *self._quoted_in(each.change.key)):
                    found[key] = (*found.get(key, ()), each)
        return found

    def _quoted_in(self, key: Key) -> Iterator[Key]:
        """The rule that gives a fact says something else with it."""
        thing = self.difference.after.by_key.get(key) if key[0] == FACT else None
        return links_in(thing.get("rule")) if thing else iter(())


@dataclass(frozen=True, eq=False)
class History:
    """The steps from edition to edition, the latest first; none where fewer than two are recorded.

    As long as its files do not change it is the same object.
    """

    steps: tuple[Step, ...] = ()

    def of(self, key: Key) -> Iterator[tuple[Step, tuple[ChangeView, ...]]]:
        """The editions that changed a thing or its parts, the latest first. `key` is what the source calls it now.

        Earlier editions may have called it otherwise. Nothing is told of the edition that brought a thing which is no
        rule: its cells and bullets came with it.
        """
        for step in self.steps:
            own = step.difference.by_key.get(key)
            changes = step.changes.get(key, ())
            if changes and (own is None or not own.added or key[0] == RULE):
                yield step, changes
            if own is not None and own.before is None:
                return
            if own is not None and own.renamed:
                key = (key[0], own.before or "")

    @property
    def editions(self) -> tuple[Snapshot, ...]:
        """All of them, the latest first."""
        return (*(step.difference.after for step in self.steps), *(step.difference.before for step in self.steps[-1:]))

    def names(self, key: Key, edition: str) -> tuple[str, ...]:
        """The ids that a thing of this edition had from then on; the last is what it is called now, if it is there."""
        kind, ids = key[0], [key[1]]
        later = takewhile(lambda step: step.edition != edition, self.steps)
        for step in tuple(later)[::-1]:
            if new := step.renames.get((kind, ids[-1])):
                ids.append(new)
        return tuple(ids)


NONE = History()


def history(project: Path, game: str, language: str) -> History:
    """What the recorded editions of a game changed; nothing of a translation, whose texts they do not have.

    Nothing of editions that cannot be read either: a finding tells that.
    """
    try:
        return _history(tuple((each.text(), each.version) for each in recorded(project, game)), language)
    except (UnreadableEdition, DamagedEdition):
        return NONE


@lru_cache(maxsize=2)
def _history(files: tuple[tuple[str, Version], ...], language: str) -> History:
    """A preview asks for it after each edit; editions do not change."""
    editions = [parsed(*each) for each in files]
    if any(each.language != language for each in editions):
        return NONE
    return History(tuple(Step(compare(before, after)) for before, after in pairwise(editions))[::-1])
