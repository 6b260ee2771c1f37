"""The files of cards/GAME/ by their kind: cards, themes, and the products that are made of cards and rules."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from rulewright.findings import Finding, Findings
from rulewright.language.entry import Key, key
from rulewright.language.kinds import choice
from rulewright.model.names import did_you_mean
from rulewright.model.product import Product
from rulewright.source import nodes
from rulewright.source.nodes import Scalar

CARD, THEME = "card", "theme"

CardFile = tuple[str, nodes.Mapping]
"""A file by its name, without the ending."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the file of a product may name: `themes` by their ids, and the ICC `profiles` that lie beside it."""

    themes: tuple[str, ...]
    profiles: Mapping[str, bytes]


def kind_key(word: str) -> Key[str]:
    """The key `kind` of a file that is no card."""
    return key(choice(word), "What the file describes; without it, a card", f"kind: {word}", required=True)


class ProductKind(Protocol):
    """A kind of product; `word` is the `kind:` of its files, empty where every game has it without a file."""

    @property
    def word(self) -> str: ...

    def products(
        self, files: Iterable[CardFile], surroundings: Surroundings, faults: Findings
    ) -> Iterable[Product[Any]]: ...


class CardFiles:
    """The files of one game; a file whose kind nobody knows is a fault, and is left out."""

    def __init__(self, files: Iterable[CardFile], kinds: Iterable[ProductKind], faults: Findings) -> None:
        self.kinds = (CARD, THEME, *(kind.word for kind in kinds if kind.word))
        self.files = [(self._kind(tree, faults), (name, tree)) for name, tree in files]

    def of(self, kind: str) -> Iterator[CardFile]:
        return (file for word, file in self.files if word == kind)

    def _kind(self, tree: nodes.Mapping, faults: Findings) -> str:
        """What `kind:` says, which is a card where there is none."""
        written = tree.get("kind")
        if isinstance(written, Scalar) and written.value in self.kinds:
            return written.value
        if written is None and (former := self._former(tree)) is not None:
            faults.add(_former_kind(*former))
            return ""
        if written is None:
            return CARD
        name = written.value if isinstance(written, Scalar) else ""
        hint = did_you_mean(name, self.kinds, f"the kinds are: {', '.join(self.kinds)}")
        faults.add(Finding("bad-value", written.span, f"there is no kind of file {name!r}", hint))
        return ""

    def _former(self, tree: nodes.Mapping) -> tuple[Scalar, nodes.Node] | None:
        """The key by which earlier versions told the kind of a file; a card may have a theme."""
        words = self.kinds[1:] if tree.get("title") is None and tree.get("blocks") is None else self.kinds[2:]
        return next(((name, value) for name, value in tree.entries if name.value in words), None)


def _former_kind(word: Scalar, title: nodes.Node) -> Finding:
    words = title.value if isinstance(title, Scalar) and not title.empty else "…"
    message = f"{word.value!r} does not say what kind of file this is"
    return Finding("unknown-key", word.span, message, f"write kind: {word.value} and title: {words}")
