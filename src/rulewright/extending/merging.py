"""A game with a layer over it: one source, as decoding reads it."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from rulewright.extending.code import Code, Line, code_of, joined_code, text_of
from rulewright.extending.entries import Entries
from rulewright.extending.keys import BECAUSE, EXTENDS, STRUCK, game_of, said_of_all, without
from rulewright.extending.patching import Patcher
from rulewright.findings import Finding, Findings, Label, Severity
from rulewright.source.files import Sources, TranslatedFiles
from rulewright.source.layered import EntryChange, Layered
from rulewright.source.nodes import Mapping, Node

OWN = ("title", "address", "version", "translations", EXTENDS, BECAUSE)
"""The keys of `game` that a layer does not have from the game below: it is a publication of its own."""


@dataclass(frozen=True, slots=True)
class Layer:
    """The files of one layer over `below`. `beside` are the folders of layers that it does not extend."""

    below: Sources
    own: Sources
    beside: Collection[str]
    faults: Findings

    def merged(self) -> Sources:
        """Everything of both; where they differ, that of the layer."""
        below, own, code = self.below, self.own, self._code()
        entries = Entries(below, own, self.faults, self._patcher)
        content = entries.merged()
        return replace(
            own,
            content=(*self._game(), *content),
            cards=tuple(self._cards()),
            rules=None if below.rules is own.rules is None else text_of(code),
            texts=below.texts | own.texts,
            pictures={**below.pictures, **own.pictures},
            figures={**below.figures, **own.figures},
            profiles={**below.profiles, **own.profiles},
            fonts={**below.fonts, **own.fonts},
            complete=below.complete and own.complete,
            translations={language: self._translated(language) for language in own.translations},
            layered=Layered(
                _folders(below), said_of_all(own), self._changes(entries), tuple(line.origin for line in code)
            ),
        )

    def _game(self) -> Iterator[Mapping]:
        """The section `game` of both, at the place of that of the layer."""
        below, own = game_of(self.below), game_of(self.own)
        if below and own:
            key, node = own
            kept = without(below[1], *OWN)
            assert isinstance(kept, Mapping)
            own = key, replace(self._patcher().mapping(kept, node), span=node.span)
        if last := own or below:
            yield Mapping((last,), last[1].span)

    def _changes(self, entries: Entries) -> tuple[EntryChange, ...]:
        """Those of this layer after those of the layers below."""
        return (*(self.below.layered.changes if self.below.layered else ()), *entries.changes)

    def _cards(self) -> Iterator[tuple[str, Mapping]]:
        """Each file as the layer has it; `struck: yes` takes one away."""
        own = dict(self.own.cards)
        for name, tree in self.below.cards:
            new = own.pop(name, None)
            if new is None:
                yield name, tree
            elif new.get(STRUCK) is None:
                yield name, self._patcher().mapping(tree, new)
        yield from own.items()

    def _translated(self, language: str) -> TranslatedFiles:
        """The texts of a language: those of the layer over those of the game below."""
        below, own = self.below.translations.get(language, TranslatedFiles()), self.own.translations[language]
        patcher = Patcher(Findings(), _unheard)
        cards = dict(below.cards)
        for name, tree in own.cards:
            cards[name] = patcher.mapping(cards[name], tree) if name in cards else tree
        content = (*below.content, *own.content)[:1]
        for tree in (*below.content, *own.content)[1:]:
            content = (patcher.mapping(content[0], tree),)
        return TranslatedFiles(content, tuple(cards.items()))

    def _code(self) -> Code:
        below, own = self.below, self.own
        first = code_of(below.rules or "", below.rules_file)
        if below.layered:
            first = tuple(Line(line.text, origin) for line, origin in zip(first, below.layered.code, strict=True))
        return joined_code(first, code_of(own.rules or "", own.rules_file), _folders(below))

    def _patcher(self, columns: tuple[str, ...] = ()) -> Patcher:
        return Patcher(self.faults, self._replaced, columns)

    def _replaced(self, old: Node, new: Node) -> None:
        """Warns where two layers beside one another change the same value."""
        _, other, *_ = (*old.span.file.split("/"), "")
        if other not in self.beside:
            return
        message = f"{other} changes this too; the later layer wins"
        hint = "leave one of the two out, or change it in a layer over both"
        label = Label(old.span, f"changed here by {other}")
        about = f"{other}: {new.span.file.rpartition('/')[2]}:{new.span.line}"
        self.faults.add(Finding("two-layers", new.span, message, hint, (label,), Severity.WARNING, about=about))


def _unheard(old: Node, new: Node) -> None:
    """Of translations only the checks of translations speak."""


def _folders(below: Sources) -> tuple[str, ...]:
    """The folders that a game is read from, the lowest first."""
    return (*(below.layered.bases if below.layered else ()), below.game)
