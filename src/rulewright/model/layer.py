"""What a game changes of those that it extends, for readers."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from rulewright.diagnostics import Span
from rulewright.model.text import Text
from rulewright.source.layered import Done


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
    """A game over others: `bases` are their folders, and `changes` those of all layers, both with the lowest first."""

    bases: tuple[str, ...]
    changes: tuple[LayerChange, ...]

    @property
    def base(self) -> str:
        """The game that all layers change: the lowest that is a game."""
        return next((name for name in self.bases if not name.startswith("_")), "")

    @cached_property
    def by_key(self) -> Mapping[tuple[str, str], tuple[LayerChange, ...]]:
        """The changes of each thing, by its kind and id."""
        found: dict[tuple[str, str], tuple[LayerChange, ...]] = {}
        for each in self.changes:
            found[each.kind, each.id] = (*found.get((each.kind, each.id), ()), each)
        return found

    def texts(self) -> Iterator[Text]:
        return (each.because for each in self.changes if each.because)
