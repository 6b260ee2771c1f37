"""The layer of a game that extends others: which of their entries it adds, changes or strikes, and why."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from rulewright.base.findings import Span
from rulewright.base.game_folders import SHARED
from rulewright.entries.entry import Entry, key
from rulewright.entries.roles import Prose
from rulewright.entries.text import Text
from rulewright.source.files import Done


class LayerEntry(Entry, noun="an entry of a layer"):
    """An entry that changes the entry with the same id in the extended game. Only the changed keys are needed.

    The value of a key replaces the one below; a key without a value removes it. A mapping with numbers as keys changes
    items of a list, and a mapping with names of columns changes a row of a table.
    """

    because: Prose | None = key(
        "Why it differs from the game below; readers see the reason beside it",
        "because: We play it so.",
        default=None,
        otherwise="the `because` of the game",
    )
    struck: bool = key(
        "Whether it is not used; a rule keeps its number and its title, and says why it is not used",
        "struck: yes",
        default=False,
    )
    of: str = key(
        "The digest of the entry below when it was changed; `check` warns when that entry has changed since",
        "of: 206a2b",
        default="",
        otherwise="none: nothing is compared",
    )


@dataclass(frozen=True, slots=True)
class LayerChange:
    """An entry that a layer adds, changes or strikes, with the reason.

    `below` is the span of the entry in the base game. None if the layer adds it.
    """

    kind: str
    id: str
    done: Done
    because: Text | None
    span: Span = field(compare=False)
    below: Span | None = field(default=None, compare=False)


@dataclass(frozen=True)
class Layer:
    """The bases and changes of a game that extends others.

    `bases` are folders, and `changes` are the changes of all layers; both begin with the lowest. `because` is the
    reason for changes without a reason of their own.
    """

    bases: tuple[str, ...]
    because: Text | None
    changes: tuple[LayerChange, ...]

    @property
    def base(self) -> str:
        """The folder of the lowest base that is a game and not shared files; "" if there is none."""
        return next((name for name in self.bases if not name.startswith(SHARED)), "")

    @cached_property
    def by_key(self) -> Mapping[tuple[str, str], tuple[LayerChange, ...]]:
        """The changes by kind and id of the entry."""
        changes: dict[tuple[str, str], tuple[LayerChange, ...]] = {}
        for each in self.changes:
            changes[each.kind, each.id] = (*changes.get((each.kind, each.id), ()), each)
        return changes

    def reason(self, kind: str, id_: str) -> Text | None:
        """Return the reason for the last change of an entry."""
        own = [each.because for each in self.by_key.get((kind, id_), ()) if each.because is not None]
        return own[-1] if own else self.because

    def texts(self) -> Iterator[Text]:
        return (because for because in (self.because, *(each.because for each in self.changes)) if because)
