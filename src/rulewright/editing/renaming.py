"""Rename a thing of a game everywhere, by the places that the findings name.

The definition is renamed in a copy of the game. Each text that then names nothing is an error with its exact place, so
the tool can rename whatever it can check: links, keys of tables, proofs, claims, examples, waivers. This repeats until
nothing new is wrong. If an error stays, or a text would print other words, nothing is written. Only the letters of the
name change in a file: comments and layout stay.
"""

import ast
import re
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

from rulewright.base.boundary import Failure
from rulewright.base.findings import Finding, Severity, Span
from rulewright.base.store import Store
from rulewright.book.game import Game
from rulewright.book.owners import texts
from rulewright.book.wording import plain
from rulewright.entries.domains import Domain
from rulewright.pipeline.stages import Examination, examine
from rulewright.proof.prove import ProofOptions
from rulewright.source.edits import Edit, edited, write_all
from rulewright.source.files import Sources
from rulewright.source.nodes import Mapping, Scalar, Sequence

# What can be renamed


@dataclass(frozen=True, slots=True)
class Thing:
    """Something with a name, which is written at `span`; `domain` is set for a value of a domain."""

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
        return f"an {self.kind}" if self.kind[0] in "aeiou" else f"a {self.kind}"


def things(game: Game, sources: Sources) -> Iterator[Thing]:
    """Yield everything that can be renamed."""
    for target, entry in game.entries():
        if target.kind not in ("term", "card"):  # these go by other names than their ids
            yield Thing(target.kind, target.id, entry.span)
    yield from (Thing("term", term.name, term.span) for term in game.terms)
    for domain in game.domains:
        yield from (Thing("value", name.id, name.span, domain) for name in domain.names if not domain.boolean)
    yield from (Thing("card", name, Span(f"cards/{game.id}/{name}.yaml")) for name, _ in sources.cards)
    with suppress(SyntaxError, ValueError):  # the proof reports it
        for node in ast.parse(sources.rules or "").body:
            if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
                column = node.col_offset + len("def ") + 1
                yield Thing("function", node.name, Span(sources.rules_file, node.lineno, column))


# Renaming step by step, until nothing new is wrong

ROUNDS = 20
"""The most rounds: broken links appear when the keys are right, and failing proofs when the links are."""
EDITABLE = (".yaml", ".yml", ".po", ".csv", ".tsv")
"""The suffixes of files that can be edited as text."""
WATCHED = ("stale-waiver",)
"""Warnings and notes about a name that leads nowhere."""
QUOTE = '"'
"""An opening quotation mark. The place of a call may begin before it."""


@dataclass(slots=True)
class Renaming:
    """The renaming of one thing in a copy of the project. `edits` are positions in the original files."""

    copy: Path
    game: str
    thing: Thing
    new: str
    store: Store
    edits: list[Edit] = field(default_factory=list)

    def run(self, before: Examination) -> list[Finding]:
        """Edit the copy. Return the findings that the copy has and the original does not."""
        earlier = {self._identity(each) for each in before.findings.items}
        self._apply([*self._definition(before), *self._rules_code(before)])
        for _ in range(ROUNDS):
            after = examine(self.copy, self.game, ProofOptions(), store=self.store)
            wrong = [
                each
                for each in after.findings.items
                if (each.severity is Severity.ERROR or each.name in WATCHED) and self._identity(each) not in earlier
            ]
            edits = {edit for each in wrong for edit in self._remedies(each, after.sources.texts)}
            if not edits:
                break
            self._apply(edits)
        wrong = wrong or [*self._changed_prints(before, after)]
        if self.thing.kind == "rule" and not wrong:
            self._apply([former_id_edit(after.sources, self.thing.name, self.new)])
        return wrong

    def _identity(self, finding: Finding) -> tuple[str, str]:
        return finding.name, finding.message.replace(self.new, self.thing.name)

    def _changed_prints(self, before: Examination, after: Examination) -> Iterator[Finding]:
        """Report each text that would print other words: it named the thing in a way that nothing checks."""
        assert before.book
        assert after.book
        pairs = zip(texts(before.book.game), texts(after.book.game), strict=True)
        for (_, old), (_, new) in pairs if self.thing.kind != "term" else ():
            words = plain(old, before.book), plain(new, after.book)
            only_names = old.links and old.source == f"[[{old.links[0].target}]]"  # such a text is never printed
            if words[0] != words[1] and not only_names:
                message = f"this text would print {words[1]!r}, not {words[0]!r}"
                hint = "name the thing with a link there, or choose another name"
                yield Finding("rename", old.span, message, hint)

    def _definition(self, before: Examination) -> Iterator[Edit]:
        thing, span = self.thing, self.thing.span
        if thing.kind == "card":
            (self.copy / span.file).rename(self.copy / "cards" / self.game / f"{self.new}.yaml")
        elif thing.kind != "function":
            yield from self._domain_in_examples(before)
            yield from self._in_translations(before)
            line = before.sources.texts[span.file].split("\n")[span.line - 1]
            at = line.index(thing.name, span.column - 1)
            yield Edit(span.file, span.line, at + 1, thing.name, self.new)

    def _domain_in_examples(self, before: Examination) -> Iterator[Edit]:
        """Rename a domain under `given` of examples, where an unknown key is not an error."""
        examples = (tree.get("examples") for tree in before.sources.content if self.thing.kind == "domain")
        for example in (node for each in examples if isinstance(each, Mapping) for _, node in each.entries):
            inputs = example.get("given") if isinstance(example, Mapping) else None
            for key, _ in inputs.entries if isinstance(inputs, Mapping) else ():
                if key.value == self.thing.name and key.plain:
                    yield Edit(key.span.file, key.span.line, key.span.column, key.value, self.new)

    def _in_translations(self, before: Examination) -> Iterator[Edit]:
        """Rename a term in the entries of PO files that translate its name."""
        name, files = self.thing.name, chain.from_iterable(before.sources.translations.values())
        for entry in (entry for file in files for entry in file.entries if self.thing.kind == "term"):
            span = entry.text.span
            above = before.sources.texts[span.file].split("\n")[span.line - 2]
            if entry.context == f"terms: {name}: name" and above == f'msgid "{name}"':
                yield Edit(span.file, span.line - 1, above.index(name) + 1, name, self.new)

    def _rules_code(self, before: Examination) -> Iterator[Edit]:
        """Yield the edits of the rules code and of the Python files beside it, such as its tests."""
        if self.thing.kind not in ("function", "value") or before.sources.rules is None:
            return
        classes = _enums_of(before.sources.rules, self.thing)
        for path in sorted((self.copy / "content" / self.game).glob("*.py")):
            file = path.relative_to(self.copy).as_posix()
            yield from _python_edits(path.read_text("utf-8"), file, self.thing, self.new, classes)

    def _remedies(self, finding: Finding, files: dict[str, str]) -> Iterator[Edit]:
        """Replace the old name within the place of a finding; several findings may have the same place."""
        span, lines = finding.span, files.get(finding.span.file, "").split("\n")
        if not 0 < span.line <= len(lines) or not span.file.endswith(EDITABLE) or not self._is_utf8(span.file):
            return
        line, begin = lines[span.line - 1], span.column - 1
        flags = re.IGNORECASE if self.thing.kind == "term" else 0
        token = re.compile(rf"(?<![\w-]){re.escape(self.thing.name)}(?![\w-])", flags)
        if match := token.search(line, begin, begin + span.length + len(QUOTE)):
            new = self.new.lower() if match[0].islower() and not self.thing.name.islower() else self.new
            yield Edit(span.file, span.line, match.start() + 1, match[0], new)

    def _is_utf8(self, file: str) -> bool:
        """Return false for an empty file, and for a spreadsheet in an old encoding, which an edit could not keep."""
        try:
            return bool((self.copy / file).read_bytes().decode("utf-8").strip())
        except UnicodeDecodeError:
            return False

    def _apply(self, edits: Collection[Edit]) -> None:
        self.edits += edits
        for file in {edit.file for edit in edits}:
            path = self.copy / file
            text = edited(path.read_bytes().decode("utf-8"), (edit for edit in edits if edit.file == file))
            path.write_bytes(text.encode("utf-8"))


FORMER_IDS = "former-ids"


def former_id_edit(sources: Sources, old: str, new: str) -> Edit:
    """Add the old id to the former ids of the rule `new`, which may have none yet."""
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
    ids = entry.get(FORMER_IDS)
    if isinstance(ids, Scalar):
        return Edit(file, ids.span.line, ids.span.column, ids.raw, f"[{ids.raw}, {old}]")
    if isinstance(ids, Sequence) and ids.items:
        item = ids.items[0].span
        flow = lines[ids.span.line - 1].startswith("[", ids.span.column - 1)
        more = f"{old}, " if flow else f"{old}\n{lines[item.line - 1][: item.column - 1]}"
        return Edit(file, item.line, item.column, "", more)
    if lines[span.line - 1].startswith("{", span.column - 1):
        return Edit(file, first.line, first.column, "", f"{FORMER_IDS}: [{old}], ")
    indent = lines[first.line - 1][: first.column - 1]
    return Edit(file, first.line, first.column, "", f"{FORMER_IDS}: [{old}]\n{indent}")


# The names in Python files: functions, and members of enums


def member_name(value: str) -> str:
    """Return the member of an enum for a value: LIGHT_HE for `light-he`."""
    name = value.upper().replace("-", "_")
    return f"N{name}" if name[:1].isdigit() else name


def parsed(source: str, file: str) -> ast.Module:
    """Parse Python; raise `Failure` if it is not valid."""
    try:
        return ast.parse(source)
    except (SyntaxError, ValueError) as error:
        place = f"{file}:{error.lineno}" if isinstance(error, SyntaxError) else file
        why = str(getattr(error, "msg", error))
        raise Failure(f"{place}: not valid Python ({why}): fix it first") from None


def members(enum: ast.ClassDef) -> Iterator[tuple[ast.Name, ast.Constant]]:
    """Yield the names and values of the members of an enum of texts."""
    for node in enum.body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield from ((name, node.value) for name in node.targets if isinstance(name, ast.Name))


def _enums_of(source: str, thing: Thing) -> set[str]:
    """Return the enums with exactly the values of the domain of a thing."""
    values = set(thing.domain.ids) if thing.domain else None
    classes = [node for node in ast.walk(parsed(source, "rules.py")) if isinstance(node, ast.ClassDef)]
    return {each.name for each in classes if {value.value for _, value in members(each)} == values}


def _python_edits(source: str, file: str, thing: Thing, new: str, classes: set[str]) -> Iterator[Edit]:
    """Yield the edits that rename a function, or a value of the enums `classes`, in one Python file."""
    lines = source.split("\n")
    for node in ast.walk(parsed(source, file)):
        for line, at, old, becomes in _names(node, thing, new, classes):
            column = len(lines[line - 1].encode()[:at].decode())
            if lines[line - 1].startswith(old, column):
                yield Edit(file, line, column + 1, old, becomes)


def _names(node: ast.AST, thing: Thing, new: str, classes: set[str]) -> Iterator[tuple[int, int, str, str]]:
    """Yield where a node has the name: line, byte, old text and new text."""
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


# The files of the copy replace those of the project


def replace_files(project: Path, copy: Path, folders: Iterable[str]) -> None:
    """Write the files that differ and remove those that the copy lacks; on failure change nothing."""
    folders = list(folders)
    new, old = _files(copy, folders), _files(project, folders)
    gone = dict.fromkeys(old.keys() - new.keys())
    write_all(project, {path: data for path, data in new.items() if old.get(path) != data} | gone)


def _files(root: Path, folders: Iterable[str]) -> dict[str, bytes]:
    paths = (path for folder in folders for path in sorted((root / folder).rglob("*")) if path.is_file())
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in paths if "__pycache__" not in path.parts}
