"""A game with a layer over it: one source, as decoding reads it."""

import ast
import re
from collections.abc import Callable, Collection, Iterable, Iterator
from collections.abc import Mapping as Lookup
from contextlib import suppress
from dataclasses import dataclass, field, replace

from rulewright.extending.patching import (
    BECAUSE,
    EXTENDS,
    GAME,
    NOTHING_TO_CHANGE,
    OF,
    SAYING,
    STRUCK,
    Address,
    Entry,
    Patcher,
    address_of,
    column_names,
    entries_of,
    game_of,
    said_of_all,
    text_at,
    without,
)
from rulewright.findings import Finding, Findings, Label, Severity
from rulewright.listing import digest
from rulewright.markup.links import LINK
from rulewright.model.names import did_you_mean
from rulewright.model.numbering import Numbering
from rulewright.source.files import Done, EntryChange, Layered, Origin, Sources, TranslatedFiles
from rulewright.source.nodes import Mapping, Node, Scalar
from rulewright.translation.catalogues import catalogue
from rulewright.translation.messages import Message, in_language, tell

# The rules code of a game and of those that it extends, as one module


@dataclass(frozen=True, slots=True)
class Line:
    """A line of Python with its end, and where it stands."""

    text: str
    origin: Origin


Code = tuple[Line, ...]


def code_of(source: str, file: str) -> Code:
    """One file; each line ends with a line feed."""
    lines = re.split("\r\n|\r|\n", source.removeprefix("\ufeff"))
    if not lines[-1]:
        lines.pop()
    return tuple(Line(f"{text}\n", (file, number)) for number, text in enumerate(lines, 1))


def text_of(code: Iterable[Line]) -> str:
    return "".join(line.text for line in code)


def joined_code(below: Code, own: Code, games: Iterable[str]) -> Code:
    """The code of a layer over that of the `games` below; one after the other where one of them is no Python."""
    try:
        return tuple(_Layers(below, own, {module_name(game) for game in games}).lines())
    except (SyntaxError, ValueError, RecursionError, MemoryError):  # loading the module says what is wrong
        return (*below, *own)


def module_name(game: str) -> str:
    """By which rules code imports from a game: iron_cross."""
    return game.replace("-", "_")


@dataclass(frozen=True, slots=True)
class _Part:
    """A statement at the left of a file with the decorators above it."""

    node: ast.stmt
    lines: Code

    @property
    def name(self) -> str:
        """The one name that it defines; empty if it is another kind of statement."""
        match self.node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                return name
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                return name
        return ""


class _Layers:
    def __init__(self, below: Code, own: Code, modules: Collection[str]) -> None:
        self.below, self.own = _Module(below), _Module(own)
        self.imports = [part for part in self.own.parts if _is_from(part.node, modules)]
        named = [(each, part) for part in self.imports for each in part.node.names]  # type: ignore[attr-defined]
        self.others = {each.name: (each.asname, part.lines[0].origin) for each, part in named if each.asname}

    def lines(self) -> Iterator[Line]:
        defined = {part.name: part for part in self.own.parts if part.name}
        moved: dict[str, _Part] = {}
        for name, lines in self.below.pieces():
            if name not in defined:
                yield from lines
                continue
            if name in self.others:
                other, _ = self.others.pop(name)
                yield from _renamed(lines, name, other)
            if name not in moved:
                yield from defined[name].lines
                moved[name] = defined[name]
        yield from (Line(f"{other} = {name}\n", origin) for name, (other, origin) in self.others.items())
        gone = {line.origin for part in (*self.imports, *moved.values()) for line in part.lines}
        yield from (line for line in self.own.code if line.origin not in gone)


class _Module:
    def __init__(self, code: Code) -> None:
        self.code = code
        self.parts = [_part(node, code) for node in ast.parse(text_of(code)).body]

    def pieces(self) -> Iterator[tuple[str, Code]]:
        """All lines: those of definitions with the name, and those between them."""
        begun = 0
        for part in self.parts:
            if part.name:
                at = self.code.index(part.lines[0], begun)
                yield "", self.code[begun:at]
                yield part.name, part.lines
                begun = at + len(part.lines)
        yield "", self.code[begun:]


def _part(node: ast.stmt, code: Code) -> _Part:
    first = min([node.lineno, *(each.lineno for each in getattr(node, "decorator_list", ()))])
    return _Part(node, code[first - 1 : node.end_lineno])


def _is_from(node: ast.stmt, modules: Collection[str]) -> bool:
    return isinstance(node, ast.ImportFrom) and not node.level and node.module in modules


def _renamed(lines: Code, name: str, other: str) -> Iterator[Line]:
    """A definition under another name, which is the first word like it after those that begin the statement."""
    pattern, found = re.compile(rf"^((?:def |class )?){re.escape(name)}\b"), False
    for line in lines:
        text = line.text if found else pattern.sub(rf"\g<1>{other}", line.text)
        found = found or text != line.text
        yield Line(text, line.origin)


# Rules that a layer strikes

KEPT = ("number", "numbered", "part", "parent", "title", "external", "former-numbers", "former-ids", "source", "ours")
"""What stays of a struck rule."""


def struck_rule(rule: Node, because: Scalar | None, place: Scalar, language: str) -> Node:
    """A rule of which only the place is left, with the reason; `place` is where it is struck."""
    kept = tuple(entry for entry in rule.entries if entry[0].value in KEPT) if isinstance(rule, Mapping) else ()
    said = _said(tell("*Not used here.* {reason}", reason=because.value) if because else NOT_USED, language)
    text = Scalar(said, (because or place).span, said, plain=False)
    return Mapping((*kept, (Scalar("text", place.span), text)), rule.span)


NOT_USED = tell("*Not used here.*")


def _said(message: Message, language: str) -> str:
    return str(in_language(message, catalogue(language)))


def rules_below(rules: Lookup[str, Node], struck: str, sources: Sources) -> Iterator[str]:
    """The ids of the rules below one, by their numbers and parents."""
    numbering = _numbering(sources)
    by_number = {number.removesuffix(".0"): id_ for id_, rule in rules.items() if (number := _text(rule, "number"))}
    above = {id_: _above(rule, numbering, by_number) for id_, rule in rules.items()}
    for id_ in rules:
        seen, parent = {id_}, above[id_]
        while parent and parent not in seen and parent != struck:
            seen.add(parent)
            parent = above.get(parent, "")
        if parent == struck and id_ != struck:
            yield id_


def _above(rule: Node, numbering: Numbering, by_number: Lookup[str, str]) -> str:
    """The id of the rule above one; empty for a chapter."""
    parent = _text(rule, "parent")
    if parent:
        name = LINK.sub(lambda link: link[1], parent).rpartition(":")[2]
        return by_number.get(name, name)
    number = _text(rule, "number").removesuffix(".0")
    return next((by_number[each] for each in numbering.above(number) if each in by_number), "")


def _numbering(sources: Sources) -> Numbering:
    game = game_of(sources)
    written = text_at(game[1], "numbering") if game else None
    with suppress(ValueError):
        return Numbering(written.value) if written else Numbering.DOTTED
    return Numbering.DOTTED


def _text(rule: Node, key: str) -> str:
    found = text_at(rule, key)
    return found.value if found else ""


# The entries of a game with what a layer changes of them

NO_REASON, CHANGED_BELOW = "no-reason", "changed-below"
DIGITS = 6
"""Of a digest: enough to notice a change, and short enough to stand in a file."""
PLAYED = ("rules", "tables", "references", "facts", "terms")
"""The sections of which players read: each change there has a reason."""


@dataclass(slots=True)
class Entries:
    """`now` are the entries that change, with the keys of the layer; None where one is struck. `changes` says so."""

    below: Sources
    own: Sources
    faults: Findings
    patcher: Callable[..., Patcher]
    known: dict[Address, Entry] = field(default_factory=dict)
    now: dict[Address, Entry | None] = field(default_factory=dict)
    taken: dict[Address, Scalar] = field(default_factory=dict)
    changes: list[EntryChange] = field(default_factory=list)

    def merged(self) -> tuple[Mapping, ...]:
        """The files of the game below with their entries as they are now, and those of the layer with the new ones."""
        self.known = dict(entries_of(self.below))
        for address, (key, node) in entries_of(self.own):
            self._take(address, key, node)
        below = (_sections(tree, self._changed) for tree in self.below.content)
        return (*below, *(_sections(tree, self._new) for tree in self.own.content))

    def _take(self, address: Address, key: Scalar, node: Node) -> None:
        """Notes what an entry of the layer does."""
        section, struck = address[0], self._is_struck(node)
        done = Done.STRUCK if struck else Done.CHANGED if address in self.known else Done.ADDED
        because = text_at(node, BECAUSE) or said_of_all(self.own)
        if struck and address not in self.known:
            self._nothing_to_strike(section, key)
            return
        if done is not Done.ADDED and self.taken.setdefault(address, key) is not key:
            self._twice(section, key, self.taken[address])
            return
        below = self.known[address][0].span if address in self.known else None
        self.changes.append(EntryChange(section, key, done, because, below))
        if done is not Done.ADDED and (of := text_at(node, OF)):
            self._compare(key, of, self.known[address][1])
        if because is None and done is not Done.ADDED and section in PLAYED:
            self._no_reason(key)
        if struck:
            self._strike(address, key, because)
        elif done is Done.CHANGED:
            self.now[address] = key, self._result(address, without(node, *SAYING))

    def _compare(self, key: Scalar, of: Scalar, below: Node) -> None:
        """Whether an entry below is what it was when the layer changed it."""
        now = _digest(below)
        if of.value != now:
            message = f"{key.value!r} has changed in the game below since this layer changed it"
            hint = f"compare the two, and then write of: {now}"
            finding = Finding(CHANGED_BELOW, of.span, message, hint, severity=Severity.WARNING, about=key.value)
            self.faults.add(finding)

    def _is_struck(self, node: Node) -> bool:
        said = text_at(node, STRUCK)
        if said and said.value not in ("yes", "no"):
            message = f"{STRUCK!r} is yes or no, not {said.value!r}"
            hint = "write struck: yes, and the reason under because:"
            self.faults.add(Finding("bad-value", said.span, message, hint))
        return said is not None and said.value != "no"

    def _result(self, address: Address, new: Node) -> Node:
        """An entry with its changes. A number alone is the value of a fact."""
        _, old = self.known[address]
        if address[0] == "facts" and isinstance(old, Mapping) and isinstance(new, Scalar):
            new = Mapping(((Scalar("value", new.span), new),), new.span)
        columns = column_names(old, self._domain) if address[0] == "tables" and isinstance(old, Mapping) else ()
        return self.patcher(tuple(columns)).patched(old, new)

    def _domain(self, name: str) -> Node | None:
        address = ("domains", name)
        found = self.now.get(address) or self.known.get(address)
        return found[1] if found else None

    def _strike(self, address: Address, key: Scalar, because: Scalar | None) -> None:
        """With a rule all those below it go."""
        self.patcher().replaced(self.known[address][0], key)
        if address[0] != "rules":
            self.now[address] = None
            return
        language = self.own.language_of_findings
        rules = {id_: entry for (section, id_), entry in self.known.items() if section == "rules"}
        self.now[address] = key, struck_rule(rules[address[1]][1], because, key, language)
        for id_ in rules_below({id_: node for id_, (_, node) in rules.items()}, address[1], self.below):
            name, node = rules[id_]
            self.now.setdefault(("rules", id_), (name, struck_rule(node, None, key, language)))

    def _changed(self, section: str, entry: Entry) -> Entry | None:
        return self.now.get(address_of(section, entry[0]), entry)

    def _new(self, section: str, entry: Entry) -> Entry | None:
        key, node = entry
        known = address_of(section, key) in self.known or text_at(node, STRUCK)
        return None if known else (key, without(node, *SAYING))

    def _nothing_to_strike(self, section: str, key: Scalar) -> None:
        names = [name for each, name in self.known if each == section]
        message = f"cannot strike {key.value!r}: the game below has no such entry"
        hint = did_you_mean(key.value, names, "write the name that it has in the game below")
        self.faults.add(Finding(NOTHING_TO_CHANGE, key.span, message, hint))

    def _twice(self, section: str, key: Scalar, first: Scalar) -> None:
        message = f"{key.value!r} is given twice under {section!r}"
        label = Label(first.span, "first given here")
        hint = "rename or merge one of them"
        self.faults.add(Finding("duplicate-id", key.span, message, hint, (label,)))

    def _no_reason(self, key: Scalar) -> None:
        message = f"{key.value!r} is changed without a reason"
        hint = "add because: with the reason, here, or under game: for all changes of this layer"
        self.faults.add(Finding(NO_REASON, key.span, message, hint))


def _digest(node: Node) -> str:
    return digest(*_values(node))[:DIGITS]


def _values(node: Node) -> Iterator[str]:
    """All that an entry says, wherever it stands."""
    if isinstance(node, Scalar):
        yield node.value
    elif isinstance(node, Mapping):
        for key, value in node.entries:
            yield from (f"{key.value}:", *_values(value))
    else:
        yield from (part for item in node.items for part in ("-", *_values(item)))


def _sections(tree: Mapping, now: Callable[[str, Entry], Entry | None]) -> Mapping:
    """A file without its section `game`, with each entry as it is now."""
    return Mapping(tuple(_with_entries(tree, now)), tree.span)


def _with_entries(tree: Mapping, now: Callable[[str, Entry], Entry | None]) -> Iterator[Entry]:
    for section, node in tree.entries:
        if isinstance(node, Mapping) and section.value != GAME:
            entries = (now(section.value, entry) for entry in node.entries)
            yield section, Mapping(tuple(entry for entry in entries if entry), node.span)
        elif section.value != GAME:
            yield section, node


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
