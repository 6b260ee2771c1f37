"""Renaming a thing of a game everywhere, by the places that the findings name.

The definition is renamed in a copy of the game. What then names nothing is an error with its exact place, so the tool
can rename whatever it can check: links, keys of tables, proofs, claims, examples, waivers. That is repeated until
nothing new is wrong. If something stays wrong, or would print otherwise, nothing is written. Only the letters of the
name change in a file: comments and layout stay.
"""

import ast
import re
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from rulewright.boundary import Failure
from rulewright.edits import Edit, edited, write_all
from rulewright.findings import Finding, Severity, Span
from rulewright.model.domain import Domain
from rulewright.model.game import Game
from rulewright.model.owners import texts
from rulewright.pipeline import Examination, examine
from rulewright.proof.process import Limits
from rulewright.source.files import Sources
from rulewright.source.nodes import Mapping, Scalar, Sequence
from rulewright.store import Store
from rulewright.wording import plain

# What a name may mean in a game

KINDS = {
    "rule": "a rule",
    "table": "a table",
    "reference": "a reference",
    "fact": "a fact",
    "domain": "a domain",
    "mark": "a mark",
    "colour": "a colour",
    "example": "an example",
    "figure": "a figure",
    "erratum": "an erratum",
    "ruling": "a ruling",
    "document": "a document",
    "term": "a term",
    "card": "a card",
    "function": "a function",
}


@dataclass(frozen=True, slots=True)
class Thing:
    """Something with a name, which is written at `span`. A `domain` has it for a value."""

    kind: str
    name: str
    span: Span
    domain: Domain | None = None

    @property
    def qualified(self) -> str:
        return f"{self.domain.id if self.domain else self.kind}:{self.name}"

    @property
    def what(self) -> str:
        if self.domain:
            return f"a value of the domain {self.domain.id!r}"
        return KINDS[self.kind]


class _Placed(Protocol):
    @property
    def id(self) -> str: ...
    @property
    def span(self) -> Span: ...


def things(game: Game, sources: Sources) -> Iterator[Thing]:
    """All that can be renamed."""
    kinds: dict[str, tuple[_Placed, ...]] = {
        "rule": game.rules,
        "table": game.tables,
        "reference": game.references,
        "fact": game.facts,
        "domain": game.domains,
        "mark": game.marks,
        "colour": game.colours,
        "example": game.examples,
        "erratum": game.errata,
        "ruling": game.rulings,
        "document": game.documents,
        "figure": game.numbered_figures,
    }
    for kind, all_ in kinds.items():
        yield from (Thing(kind, each.id, each.span) for each in all_)
    yield from (Thing("term", term.name, term.span) for term in game.terms)
    for domain in game.domains:
        yield from (Thing("value", name.id, name.span, domain) for name in domain.names if not domain.boolean)
    yield from (Thing("card", name, Span(f"cards/{game.id}/{name}.yaml")) for name, _ in sources.cards)
    with suppress(SyntaxError, ValueError):  # the proof says what is wrong with it
        yield from _functions(sources)


def _functions(sources: Sources) -> Iterator[Thing]:
    for node in ast.parse(sources.rules or "").body:
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            yield Thing("function", node.name, Span(sources.rules_file, node.lineno, node.col_offset + len("def ") + 1))


# Names of the rules code that follow those of the source


def member_name(value: str) -> str:
    """The member of an enum for a value: `light-he` is LIGHT_HE."""
    name = value.upper().replace("-", "_")
    return f"N{name}" if name[:1].isdigit() else name


def parsed(source: str, file: str) -> ast.Module:
    """Raise `Failure` for a text that is not valid Python."""
    try:
        return ast.parse(source)
    except (SyntaxError, ValueError) as error:
        place = f"{file}:{error.lineno}" if isinstance(error, SyntaxError) else file
        why = str(getattr(error, "msg", error))
        raise Failure(f"{place}: not valid Python ({why}): fix it first") from None


def python_edits(source: str, file: str, thing: Thing, new: str, classes: set[str]) -> Iterator[Edit]:
    """The edits of one Python file, where a function or a value of `classes` gets a new name."""
    lines = source.split("\n")
    for node in ast.walk(parsed(source, file)):
        for line, at, old, becomes in _names(node, thing, new, classes):
            column = len(lines[line - 1].encode()[:at].decode())
            if lines[line - 1].startswith(old, column):
                yield Edit(file, line, column + 1, old, becomes)


def enums_of(source: str, thing: Thing) -> set[str]:
    """The enums with exactly the values of the domain of a thing."""
    values = set(thing.domain.ids) if thing.domain else None
    classes = [node for node in ast.walk(parsed(source, "rules.py")) if isinstance(node, ast.ClassDef)]
    return {each.name for each in classes if {value.value for _, value in members(each)} == values}


def members(enum: ast.ClassDef) -> Iterator[tuple[ast.Name, ast.Constant]]:
    """The members of an enum of texts: their names and values."""
    for node in enum.body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield from ((name, node.value) for name in node.targets if isinstance(name, ast.Name))


def _names(node: ast.AST, thing: Thing, new: str, classes: set[str]) -> Iterator[tuple[int, int, str, str]]:
    """Line, byte, old and new text of what a node has of the name."""
    old = thing.name
    if thing.kind == "function":
        if isinstance(node, ast.FunctionDef) and node.name == old:
            yield node.lineno, node.col_offset + len("def "), old, new
        elif (isinstance(node, ast.Name) and node.id == old) or (isinstance(node, ast.alias) and node.name == old):
            yield node.lineno, node.col_offset, old, new
    elif isinstance(node, ast.ClassDef) and node.name in classes:
        for name, value in members(node):
            if value.value == old:
                yield value.lineno, value.col_offset + 1, old, new
                if name.id == member_name(old):
                    yield name.lineno, name.col_offset, name.id, member_name(new)
    elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in classes:
        end, line = node.end_col_offset, node.end_lineno
        if node.attr == member_name(old) and end is not None and line is not None:
            yield line, end - len(node.attr), node.attr, member_name(new)


# The edits that give a thing another name, found by what is wrong as long as one is missing

# The former id of a rule, kept in its source

KEY = "former-ids"


def former_id_edit(sources: Sources, old: str, new: str) -> Edit:
    """Adds the old id to the list, which the entry of the rule may not have yet."""
    entry = next(
        node
        for tree in sources.content
        if isinstance(rules := tree.get("rules"), Mapping)
        for key, node in rules.entries
        if key.value == new
    )
    assert isinstance(entry, Mapping)
    first, span = entry.entries[0][0].span, entry.span
    file, lines = span.file, sources.texts[span.file].split("\n")
    known = entry.get(KEY)
    if isinstance(known, Scalar):
        return Edit(file, known.span.line, known.span.column, known.raw, f"[{known.raw}, {old}]")
    if isinstance(known, Sequence) and known.items:
        item = known.items[0].span
        flow = lines[known.span.line - 1].startswith("[", known.span.column - 1)
        more = f"{old}, " if flow else f"{old}\n{lines[item.line - 1][: item.column - 1]}"
        return Edit(file, item.line, item.column, "", more)
    if lines[span.line - 1].startswith("{", span.column - 1):
        return Edit(file, first.line, first.column, "", f"{KEY}: [{old}], ")
    indent = lines[first.line - 1][: first.column - 1]
    return Edit(file, first.line, first.column, "", f"{KEY}: [{old}]\n{indent}")


ROUNDS = 20
"""Links come to light when the keys are right, and proofs when the links are; more rounds have no cause."""
WRITTEN = (".yaml", ".yml", ".csv", ".tsv")
"""The ends of the names of files that are edited: those of other spreadsheets are no text."""
WATCHED = ("stale-waiver",)
"""Findings below an error that tell of a name."""
QUOTE = '"'
"""The place of a call may begin before it."""


@dataclass(slots=True)
class Renaming:
    """One thing of a game in the copy of a project, and its new name. `edits` are of the files as they were."""

    copy: Path
    game: str
    thing: Thing
    new: str
    store: Store
    edits: list[Edit] = field(default_factory=list)

    def run(self, before: Examination) -> list[Finding]:
        """Edits the copy; returns what is wrong in it that was not wrong before."""
        known = {self._identity(each) for each in before.faults.findings}
        self._apply([*self._definition(before), *self._python(before)])
        for _ in range(ROUNDS):
            after = examine(self.copy, self.game, Limits(), store=self.store)
            wrong = [each for each in after.faults.findings if self._counts(each) and self._identity(each) not in known]
            edits = {edit for each in wrong for edit in self._remedies(each, after.sources.texts)}
            if not edits:
                break
            self._apply(edits)
        wrong = wrong or [*self._otherwise(before, after)]
        if self.thing.kind == "rule" and not wrong:
            self._apply([former_id_edit(after.sources, self.thing.name, self.new)])
        return wrong

    def _otherwise(self, before: Examination, after: Examination) -> Iterator[Finding]:
        """Texts that would print other words: a name that nothing checks meant the thing too."""
        assert before.book
        assert after.book
        pairs = zip(texts(before.book.game), texts(after.book.game), strict=True)
        for (_, old), (_, new) in pairs if self.thing.kind != "term" else ():
            words = plain(old, before.book), plain(new, after.book)
            bare = old.links and old.source == f"[[{old.links[0].target}]]"  # it names the thing, and prints nothing
            if words[0] != words[1] and not bare:
                message = f"this text would print {words[1]!r}, not {words[0]!r}"
                hint = "name the thing with a link there, or choose another name"
                yield Finding("rename", old.span, message, hint)

    def _counts(self, finding: Finding) -> bool:
        return finding.severity is Severity.ERROR or finding.name in WATCHED

    def _identity(self, finding: Finding) -> tuple[str, str]:
        return finding.name, finding.message.replace(self.new, self.thing.name)

    def _definition(self, before: Examination) -> Iterator[Edit]:
        thing, span = self.thing, self.thing.span
        if thing.kind == "card":
            (self.copy / span.file).rename(self.copy / "cards" / self.game / f"{self.new}.yaml")
        elif thing.kind != "function":
            yield from self._situations(before)
            line = before.sources.texts[span.file].split("\n")[span.line - 1]
            at = line.index(thing.name, span.column - 1)
            yield Edit(span.file, span.line, at + 1, thing.name, self.new)

    def _situations(self, before: Examination) -> Iterator[Edit]:
        """The values of a domain in situations of examples: another key there is no error."""
        examples = (tree.get("examples") for tree in before.sources.content if self.thing.kind == "domain")
        for example in (node for each in examples if isinstance(each, Mapping) for _, node in each.entries):
            given = example.get("given") if isinstance(example, Mapping) else None
            for key, _ in given.entries if isinstance(given, Mapping) else ():
                if key.value == self.thing.name and key.plain:
                    yield Edit(key.span.file, key.span.line, key.span.column, key.value, self.new)

    def _python(self, before: Examination) -> Iterator[Edit]:
        """The rules code and what lies beside it, such as its tests."""
        if self.thing.kind not in ("function", "value") or before.sources.rules is None:
            return
        classes = enums_of(before.sources.rules, self.thing)
        for path in sorted((self.copy / "content" / self.game).glob("*.py")):
            file = path.relative_to(self.copy).as_posix()
            yield from python_edits(path.read_text("utf-8"), file, self.thing, self.new, classes)

    def _remedies(self, finding: Finding, files: dict[str, str]) -> Iterator[Edit]:
        """The old name within the place of a finding; several findings may have the same."""
        span, lines = finding.span, files.get(finding.span.file, "").split("\n")
        if not 0 < span.line <= len(lines) or not span.file.endswith(WRITTEN) or self._is_guessed(span.file):
            return
        line, begin = lines[span.line - 1], span.column - 1
        found = self._token.search(line, begin, begin + span.length + len(QUOTE))
        if found:
            new = self.new.lower() if found[0].islower() and not self.thing.name.islower() else self.new
            yield Edit(span.file, span.line, found.start() + 1, found[0], new)

    def _is_guessed(self, file: str) -> bool:
        """Whether it is a spreadsheet in an old encoding, which the edits could not keep."""
        try:
            return not (self.copy / file).read_bytes().decode("utf-8").strip()
        except UnicodeDecodeError:
            return True

    @property
    def _token(self) -> re.Pattern[str]:
        flags = re.IGNORECASE if self.thing.kind == "term" else 0
        return re.compile(rf"(?<![\w-]){re.escape(self.thing.name)}(?![\w-])", flags)

    def _apply(self, edits: Collection[Edit]) -> None:
        self.edits += edits
        for file in {edit.file for edit in edits}:
            path = self.copy / file
            text = edited(path.read_bytes().decode("utf-8"), (edit for edit in edits if edit.file == file))
            path.write_bytes(text.encode("utf-8"))


# The files of a copy in place of the project's


def replace_files(project: Path, copy: Path, folders: Iterable[str]) -> None:
    """Write the files that differ and remove those that the copy lacks; on failure change nothing."""
    folders = list(folders)
    new, old = _files(copy, folders), _files(project, folders)
    gone = dict.fromkeys(old.keys() - new.keys())
    write_all(project, {path: data for path, data in new.items() if old.get(path) != data} | gone)


def _files(root: Path, folders: Iterable[str]) -> dict[str, bytes]:
    found = (path for folder in folders for path in sorted((root / folder).rglob("*")) if path.is_file())
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in found if "__pycache__" not in path.parts}
