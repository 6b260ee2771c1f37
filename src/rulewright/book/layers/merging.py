"""Merge a layer into the game below it: the result is one source, as decoding reads it."""

import ast
import re
from collections.abc import Callable, Collection, Iterable, Iterator
from collections.abc import Mapping as Lookup
from contextlib import suppress
from dataclasses import dataclass, field, replace

from rulewright.base.findings import Finding, Findings, Label, Severity
from rulewright.base.listing import digest
from rulewright.base.messages.catalogues import catalogue
from rulewright.base.messages.messages import tell
from rulewright.book.layers.patching import (
    BECAUSE,
    DESCRIBING,
    EXTENDS,
    GAME,
    NOTHING_TO_CHANGE,
    OF,
    STRUCK,
    Address,
    Entry,
    Patcher,
    address_of,
    column_names,
    entries_of,
    game_of,
    layer_reason,
    text_at,
    without,
)
from rulewright.entries.names import did_you_mean
from rulewright.entries.numbering import Numbering
from rulewright.source.files import Done, EntryChange, Layered, Origin, Sources
from rulewright.source.markup.links import LINK
from rulewright.source.nodes import Mapping, Node, Scalar

NOT_MERGED = ("title", "address", "version", "translations", EXTENDS, BECAUSE)
"""The keys of `game` that a layer does not take from the game below, because it is a publication of its own."""


@dataclass(frozen=True, slots=True)
class Layer:
    """The files of one layer over `below`. `beside` are the folders of the layers below that it does not extend."""

    below: Sources
    own: Sources
    beside: Collection[str]
    findings: Findings

    def merged(self) -> Sources:
        """Return the sources of both; where they differ, those of the layer."""
        below, own, code = self.below, self.own, self._code()
        entries = Entries(below, own, self.findings, self._patcher)
        content = entries.merged()
        changes = (*(below.layered.changes if below.layered else ()), *entries.changes)
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
            translations={
                code: (*own.translations[code], *below.translations.get(code, ())) for code in own.translations
            },
            layered=Layered(_folders(below), layer_reason(own), changes, tuple(line.origin for line in code)),
        )

    def _game(self) -> Iterator[Mapping]:
        """Yield the section `game` of both, at the place of the layer's section."""
        below, own = game_of(self.below), game_of(self.own)
        if below and own:
            key, node = own
            inherited = without(below[1], *NOT_MERGED)
            assert isinstance(inherited, Mapping)
            own = key, replace(self._patcher().mapping(inherited, node), span=node.span)
        if last := own or below:
            yield Mapping((last,), last[1].span)

    def _cards(self) -> Iterator[tuple[str, Mapping]]:
        """Yield each card file with the layer's changes; `struck: yes` removes one."""
        own = dict(self.own.cards)
        for name, tree in self.below.cards:
            new = own.pop(name, None)
            if new is None:
                yield name, tree
            elif new.get(STRUCK) is None:
                yield name, self._patcher().mapping(tree, new)
        yield from own.items()

    def _code(self) -> "Code":
        below, own = self.below, self.own
        first = code_of(below.rules or "", below.rules_file)
        if below.layered:
            first = tuple(Line(line.text, origin) for line, origin in zip(first, below.layered.code, strict=True))
        return joined_code(first, code_of(own.rules or "", own.rules_file), _folders(below))

    def _patcher(self, columns: tuple[str, ...] = ()) -> Patcher:
        return Patcher(self.findings, self._check_replaced, columns)

    def _check_replaced(self, old: Node, new: Node) -> None:
        """Warn if two layers, neither of which extends the other, change the same value."""
        _, other, *_ = (*old.span.file.split("/"), "")
        if other not in self.beside:
            return
        message = f"{other} changes this too; the later layer wins"
        hint = "leave one of the two out, or change it in a layer over both"
        label = Label(old.span, f"changed here by {other}")
        about = f"{other}: {new.span.file.rpartition('/')[2]}:{new.span.line}"
        self.findings.add(Finding("two-layers", new.span, message, hint, (label,), Severity.WARNING, about=about))


def _folders(below: Sources) -> tuple[str, ...]:
    """Return the folders that a game is read from, the lowest first."""
    return (*(below.layered.bases if below.layered else ()), below.game)


# The entries of all sections but `game`

NO_REASON, CHANGED_BELOW = "no-reason", "changed-below"
DIGITS = 6
"""The length of a digest: enough to notice a change, and short enough for a file that people edit."""
READ_BY_PLAYERS = ("rules", "tables", "references", "facts", "terms")
"""The sections in which each change needs a reason."""


@dataclass(slots=True)
class Entries:
    """The entries of a game and the changes of a layer.

    `old` has the entries below; `now` has the changed ones, None for a struck one. `taken` has the layer's first key
    for each entry that it changes; `changes` describes each change.
    """

    below: Sources
    own: Sources
    findings: Findings
    patcher: Callable[..., Patcher]
    old: dict[Address, Entry] = field(default_factory=dict)
    now: dict[Address, Entry | None] = field(default_factory=dict)
    taken: dict[Address, Scalar] = field(default_factory=dict)
    changes: list[EntryChange] = field(default_factory=list)

    def merged(self) -> tuple[Mapping, ...]:
        """Return the files of the game below with the changed entries, and those of the layer with the new ones."""
        self.old = dict(entries_of(self.below))
        for address, (key, node) in entries_of(self.own):
            self._take(address, key, node)
        below = (_sections(tree, self._changed) for tree in self.below.content)
        return (*below, *(_sections(tree, self._new) for tree in self.own.content))

    def _take(self, address: Address, key: Scalar, node: Node) -> None:
        """Record what the layer does with one entry."""
        section, struck, below = address[0], self._is_struck(node), self.old.get(address)
        because = text_at(node, BECAUSE) or layer_reason(self.own)
        if below is None:
            if struck:
                names = [name for each, name in self.old if each == section]
                message = f"cannot strike {key.value!r}: the game below has no such entry"
                hint = did_you_mean(key.value, names, "write the name that it has in the game below")
                self.findings.add(Finding(NOTHING_TO_CHANGE, key.span, message, hint))
            else:
                self.changes.append(EntryChange(section, key, Done.ADDED, because))
            return
        if (first := self.taken.setdefault(address, key)) is not key:
            message, label = f"{key.value!r} is given twice under {section!r}", Label(first.span, "first given here")
            self.findings.add(Finding("duplicate-id", key.span, message, "rename or merge one of them", (label,)))
            return
        done = Done.STRUCK if struck else Done.CHANGED
        self.changes.append(EntryChange(section, key, done, because, below[0].span))
        self._compare(key, text_at(node, OF), below[1])
        if because is None and section in READ_BY_PLAYERS:
            message = f"{key.value!r} is changed without a reason"
            hint = "add because: with the reason, here, or under game: for all changes of this layer"
            self.findings.add(Finding(NO_REASON, key.span, message, hint))
        if struck:
            self._strike(address, key, because)
        else:
            self.now[address] = key, self._result(address, without(node, *DESCRIBING))

    def _is_struck(self, node: Node) -> bool:
        struck = text_at(node, STRUCK)
        if struck and struck.value not in ("yes", "no"):
            message = f"{STRUCK!r} is yes or no, not {struck.value!r}"
            hint = "write struck: yes, and the reason under because:"
            self.findings.add(Finding("bad-value", struck.span, message, hint))
        return struck is not None and struck.value != "no"

    def _compare(self, key: Scalar, of: Scalar | None, below: Node) -> None:
        """Warn if an entry below has changed since the layer changed it."""
        now = digest(*_values(below))[:DIGITS]
        if of and of.value != now:
            message = f"{key.value!r} has changed in the game below since this layer changed it"
            hint = f"compare the two, and then write of: {now}"
            finding = Finding(CHANGED_BELOW, of.span, message, hint, severity=Severity.WARNING, about=key.value)
            self.findings.add(finding)

    def _result(self, address: Address, new: Node) -> Node:
        """Return an entry with its changes. A bare number is the value of a fact."""
        _, old = self.old[address]
        if address[0] == "facts" and isinstance(old, Mapping) and isinstance(new, Scalar):
            new = Mapping(((Scalar("value", new.span), new),), new.span)
        columns = column_names(old, self._domain) if address[0] == "tables" and isinstance(old, Mapping) else ()
        return self.patcher(tuple(columns)).patched(old, new)

    def _domain(self, name: str) -> Node | None:
        address = ("domains", name)
        entry = self.now.get(address) or self.old.get(address)
        return entry[1] if entry else None

    def _strike(self, address: Address, key: Scalar, because: Scalar | None) -> None:
        """Strike an entry; with a rule, strike all rules below it."""
        self.patcher().replaced(self.old[address][0], key)
        if address[0] != "rules":
            self.now[address] = None
            return
        language = self.own.language_of_findings
        rules = {id_: entry for (section, id_), entry in self.old.items() if section == "rules"}
        self.now[address] = key, struck_rule(rules[address[1]][1], because, key, language)
        for id_ in rules_below({id_: node for id_, (_, node) in rules.items()}, address[1], self.below):
            name, node = rules[id_]
            self.now.setdefault(("rules", id_), (name, struck_rule(node, None, key, language)))

    def _changed(self, section: str, entry: Entry) -> Entry | None:
        return self.now.get(address_of(section, entry[0]), entry)

    def _new(self, section: str, entry: Entry) -> Entry | None:
        key, node = entry
        is_change = address_of(section, key) in self.old or text_at(node, STRUCK)
        return None if is_change else (key, without(node, *DESCRIBING))


def _values(node: Node) -> Iterator[str]:
    """Yield all keys and values of an entry."""
    if isinstance(node, Scalar):
        yield node.value
    elif isinstance(node, Mapping):
        for key, value in node.entries:
            yield from (f"{key.value}:", *_values(value))
    else:
        yield from (part for item in node.items for part in ("-", *_values(item)))


def _sections(tree: Mapping, now: Callable[[str, Entry], Entry | None]) -> Mapping:
    """Return a file without its section `game`, with each entry as it is now."""
    sections: list[Entry] = []
    for section, node in tree.entries:
        if isinstance(node, Mapping) and section.value != GAME:
            entries = (now(section.value, entry) for entry in node.entries)
            sections.append((section, Mapping(tuple(entry for entry in entries if entry), node.span)))
        elif section.value != GAME:
            sections.append((section, node))
    return Mapping(tuple(sections), tree.span)


# Rules that a layer strikes keep their place

STAYS = ("number", "numbered", "part", "parent", "title", "external", "former-numbers", "former-ids", "source", "ours")
"""The keys that a struck rule keeps."""
NOT_USED = tell("*Not used here.*")


def struck_rule(rule: Node, because: Scalar | None, place: Scalar, language: str) -> Node:
    """Return a rule with the reason in place of its text; `place` is the key that strikes it."""
    entries = tuple(entry for entry in rule.entries if entry[0].value in STAYS) if isinstance(rule, Mapping) else ()
    message = tell("*Not used here.* {reason}", reason=because.value) if because else NOT_USED
    words = str(catalogue(language).said(message))
    text = Scalar(words, (because or place).span, words, plain=False)
    return Mapping((*entries, (Scalar("text", place.span), text)), rule.span)


def rules_below(rules: Lookup[str, Node], struck: str, sources: Sources) -> Iterator[str]:
    """Yield the ids of the rules below a struck one, by their numbers and parents."""
    game = game_of(sources)
    written = text_at(game[1], "numbering") if game else None
    numbering = Numbering.DOTTED
    with suppress(ValueError):
        numbering = Numbering(written.value) if written else numbering
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
    """Return the id of the rule above another; empty for a chapter."""
    if parent := _text(rule, "parent"):
        name = LINK.sub(lambda link: link[1], parent).rpartition(":")[2]
        return by_number.get(name, name)
    number = _text(rule, "number").removesuffix(".0")
    return next((by_number[each] for each in numbering.above(number) if each in by_number), "")


def _text(rule: Node, key: str) -> str:
    text = text_at(rule, key)
    return text.value if text else ""


# The rules code of a game and of the games that it extends, as one module


@dataclass(frozen=True, slots=True)
class Line:
    """A line of Python with its line feed, and the file and line that it comes from."""

    text: str
    origin: Origin


Code = tuple[Line, ...]


def code_of(source: str, file: str) -> Code:
    """Return the lines of one file."""
    lines = re.split("\r\n|\r|\n", source.removeprefix("\ufeff"))
    if not lines[-1]:
        lines.pop()
    return tuple(Line(f"{text}\n", (file, number)) for number, text in enumerate(lines, 1))


def text_of(code: Iterable[Line]) -> str:
    return "".join(line.text for line in code)


def joined_code(below: Code, own: Code, games: Iterable[str]) -> Code:
    """Merge the code of a layer into that of the `games` below; if that is impossible, put one after the other."""
    try:
        return tuple(_joined_lines(below, own, {game.replace("-", "_") for game in games}))
    except (SyntaxError, ValueError, RecursionError, MemoryError):  # loading the module reports what is wrong
        return (*below, *own)


def _joined_lines(below: Code, own: Code, modules: Collection[str]) -> Iterator[Line]:
    """Yield the code below with the layer's definitions in place of those of the same name, then the rest of the layer.

    `from game_below import damage as other` gives the replaced definition the name `other`.
    """
    statements = list(_statements(own))
    defined = {name: lines for node, lines in statements if (name := _defined_name(node))}
    removed: list[Code] = []
    renamed: dict[str, tuple[str, Origin]] = {}
    for node, lines in statements:
        if isinstance(node, ast.ImportFrom) and not node.level and node.module in modules:
            removed.append(lines)
            renamed |= {each.name: (each.asname, lines[0].origin) for each in node.names if each.asname}
    replaced, begin = set[str](), 0
    for node, lines in _statements(below):
        if name := _defined_name(node):
            at = below.index(lines[0], begin)  # a ValueError if two statements share a line
            yield from below[begin:at]
            begin = at + len(lines)
            if name not in defined:
                yield from lines
                continue
            if name in renamed:
                yield from _renamed(lines, name, renamed.pop(name)[0])
            if name not in replaced:
                yield from defined[name]
                removed.append(defined[name])
                replaced.add(name)
    yield from below[begin:]
    yield from (Line(f"{other} = {name}\n", origin) for name, (other, origin) in renamed.items())
    gone = {line.origin for lines in removed for line in lines}
    yield from (line for line in own if line.origin not in gone)


def _statements(code: Code) -> Iterator[tuple[ast.stmt, Code]]:
    """Yield the statements of a module, each with its lines and those of its decorators."""
    for node in ast.parse(text_of(code)).body:
        first = min([node.lineno, *(each.lineno for each in getattr(node, "decorator_list", ()))])
        yield node, code[first - 1 : node.end_lineno]


def _defined_name(node: ast.stmt) -> str:
    """Return the one name that a statement defines; empty for other statements."""
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            return name
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            return name
    return ""


def _renamed(lines: Code, name: str, other: str) -> Iterator[Line]:
    """Yield the lines of a definition with another name, at its beginning or after `def` or `class`."""
    pattern, done = re.compile(rf"^((?:def |class )?){re.escape(name)}\b"), False
    for line in lines:
        text = line.text if done else pattern.sub(rf"\g<1>{other}", line.text)
        done = done or text != line.text
        yield Line(text, line.origin)
