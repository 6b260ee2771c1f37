"""What a game changes of those that it extends, for readers."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from rulewright.findings import Span
from rulewright.game_folders import SHARED
from rulewright.model.text import Text
from rulewright.source.files import Done


@dataclass(frozen=True, slots=True)
class LayerChange:
    """A thing that a layer adds, changes or strikes, with the reason.

    `layer` is the folder of that layer, `below` where the thing stands in the game below.
    """

    kind: str
    id: str
    done: Done
    because: Text | None
    span: Span = field(compare=False)
    below: Span | None = field(default=None, compare=False)

    @property
    def layer(self) -> str:
        return self.span.file.split("/")[1]


@dataclass(frozen=True)
class Layer:
    """A game over others: `bases` are their folders, and `changes` those of all layers, both with the lowest first.

    `because` is the reason of all changes that have none of their own.
    """

    bases: tuple[str, ...]
    because: Text | None
    changes: tuple[LayerChange, ...]

    @property
    def base(self) -> str:
        """The game that all layers change: the lowest that is a game."""
        return next((name for name in self.bases if not name.startswith(SHARED)), "")

    @cached_property
    def by_key(self) -> Mapping[tuple[str, str], tuple[LayerChange, ...]]:
        """The changes of each thing, by its kind and id."""
        found: dict[tuple[str, str], tuple[LayerChange, ...]] = {}
        for each in self.changes:
            found[each.kind, each.id] = (*found.get((each.kind, each.id), ()), each)
        return found

    def reason(self, kind: str, id_: str) -> Text | None:
        """Why a thing is otherwise."""
        own = [each.because for each in self.by_key.get((kind, id_), ()) if each.because is not None]
        return own[-1] if own else self.because

    def texts(self) -> Iterator[Text]:
        return (because for because in (self.because, *(each.because for each in self.changes)) if because)
