"""Keeps the stubs in rules.py in step with the source: enums follow the domains, functions follow the proofs.

A *stub* is a function that an author has still to write. A table with `proof: damage(reach)`, whose axis `reach` has
the values short and long, needs an enum `Reach` with two members and `def damage(reach: Reach) -> int`.

`needed_functions` lists the functions that the proofs of a game call; `StubEdits` makes the edits that give rules.py
these functions, for `rulewright stubs`. Edits only add, or remove enum members that no code uses; everything else that
an author wrote stays.
"""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby

from rulewright.book.book import Book
from rulewright.book.wording import plain
from rulewright.editing.renaming import member_name, members
from rulewright.entries.calls import Call
from rulewright.entries.domains import Domain
from rulewright.entries.examples import Example
from rulewright.entries.facts import Fact
from rulewright.entries.references import Reference
from rulewright.entries.table import Policy, Table
from rulewright.proof.claims import claim_domains
from rulewright.proof.rules_syntax import parameters
from rulewright.proof.statements import claim_groups
from rulewright.proof.truth_tables import TableNumbers
from rulewright.source.edits import Edit

Type = Domain | str
"""The type of a parameter or an answer: a domain, or the text of a Python type."""


@dataclass(frozen=True, slots=True)
class NeededFunction:
    """A function with its parameters in order; `about` names what it is for, in words of the game."""

    name: str
    parameters: Mapping[str, Type]
    returns: Type
    about: str

    def domains(self) -> Iterator[Domain]:
        """Yield the enumerations and sets among its types; each is an enum in the rules code."""
        for each in (*self.parameters.values(), self.returns):
            if isinstance(each, Domain) and (each.enumeration or each.sets) and not each.boolean:
                yield each


def needed_functions(book: Book) -> list[NeededFunction]:
    """Return each function once, as its first proof needs it."""
    functions: dict[str, NeededFunction] = {}
    for call, domains, returns, owner in _calls(book):
        parameters: dict[str, Type] = {}
        for number, argument in enumerate(call.arguments, 1):
            name = re.sub(r"\W", "_", argument.parameter or argument.axis)  # `hit-points` becomes `hit_points`
            # an argument that names no axis is a number
            parameters[name if name.isidentifier() else f"value_{number}"] = domains.get(argument.axis, "int")
        rule = book.rule_of(owner.rule)
        about = owner.id if isinstance(owner, Fact) else plain(owner.title, book)
        if rule:
            about = f"{about} (rule {rule.number or rule.id})"
        functions.setdefault(call.function, NeededFunction(call.function, parameters, returns, about))
    return list(functions.values())


def _calls(book: Book) -> Iterator[tuple[Call, Mapping[str, Domain], Type, Table | Reference | Fact | Example]]:
    """Yield the call of each proof with the domains of its axes, the type of its answer, and what it proves."""
    for table in book.game.tables:
        for each in table.functions():
            if each.proof is not None:
                is_number = each.policy is Policy.SUM or {type(case.value.plain) for case in each.cases} <= {int}
                domains = {axis.name: axis.domain for axis in each.axes}
                yield each.proof, domains, each.values or ("int" if is_number else "str"), table
    numbers = TableNumbers(book)
    for group in claim_groups(book):
        if (call := group.call) is not None:
            yield call, claim_domains(group, book, numbers), type(call.answer).__name__, group.reference
    for fact in book.game.facts:
        if fact.proof is not None:
            yield fact.proof, {}, "int" if isinstance(fact.value, int) else "float", fact
    all_domains = {domain.id: domain for domain in book.game.domains}
    for example in book.game.examples:  # `asked` is the call in a step that asks for a value
        yield from ((step.asked, all_domains, "int", example) for step in example.steps if step.asked is not None)


HEAD = '"""The rules as code: from the rules, not from the tables."""\n'
IMPORT = "from enum import Enum"


@dataclass
class StubEdits:
    """The edits that give the rules code `source` these functions. In a layer, existing code stays.

    `changes` says what the `edits` add or remove, such as `the enum Reach` or `no Reach.MIDDLE`; `stays` says what an
    author must change, and why. `new_enums` are the domains for which an enum was added.
    """

    source: str
    file: str
    functions: list[NeededFunction]
    layer: bool = False
    edits: list[Edit] = field(default_factory=list)
    changes: list[str] = field(default_factory=list)
    stays: list[str] = field(default_factory=list)
    new_enums: list[Domain] = field(default_factory=list)
    _insertions: dict[tuple[int, bool], str] = field(default_factory=dict)
    """New text, by the number of the line before which it is inserted, and whether it is a block.

    A new member of the enum above comes before a block at the same line.
    """

    def __post_init__(self) -> None:
        self._source_lines = self.source.removesuffix("\n").split("\n")
        self._tree = ast.parse(self.source)
        self._functions = {node.name: node for node in self._tree.body if isinstance(node, ast.FunctionDef)}
        self._classes = {node.name: node for node in self._tree.body if isinstance(node, ast.ClassDef)}
        for domain in dict.fromkeys(domain for each in self.functions for domain in each.domains()):
            self._add_enum(domain)
        for each in self.functions:
            self._add_function(each)
        for line, texts in groupby(sorted(self._insertions.items()), lambda insertion: insertion[0][0]):
            self.edits.append(Edit(self.file, line, 1, "", "".join(text for _, text in texts)))

    def blocks(self) -> str:
        """Return all new code of a layer, the enums first."""
        blocks = (text.strip("\n") for _, text in sorted(self._insertions.items()))
        return "".join(f"\n\n{block}\n" for block in blocks)

    @cached_property
    def _bound_names(self) -> set[str]:
        """Every name to which the rules code gives a value, a function, a class or an import."""
        nodes = list(ast.walk(self._tree))
        names = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
        definitions = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
        return names | _imported(nodes) | {node.name for node in nodes if isinstance(node, definitions)}

    @cached_property
    def _class_names(self) -> dict[Domain, str]:
        """The name of each domain's enum: the class in the annotation of a parameter, or else the domain's name.

        For `def hit(reach: Distance)`, the domain `reach` has the enum `Distance`, if the code defines that class.
        """
        names: dict[Domain, str] = {}
        for each in self.functions:
            annotations = {argument.arg: argument.annotation for argument in _arguments(self._functions.get(each.name))}
            for parameter, type_ in each.parameters.items():
                nodes = ast.walk(annotations.get(parameter) or ast.Pass())
                classes = [node.id for node in nodes if isinstance(node, ast.Name) and node.id in self._classes]
                if isinstance(type_, Domain) and classes:
                    names.setdefault(type_, classes[0])
        for domain in (domain for each in self.functions for domain in each.domains()):
            names.setdefault(domain, "".join(part.capitalize() for part in domain.id.split("-")))
        return names

    def _add_enum(self, domain: Domain) -> None:
        """Add an enum for a domain above the first function, or bring its members up to date."""
        name, values = self._class_names[domain], ", ".join(domain.ids)
        if name in self._classes:
            if not self.layer:
                self._update_members(name, domain)
        elif name in self._bound_names:
            self.stays.append(f"{name}, which is not a class with a member for each of {values}")
        else:
            self.new_enums.append(domain)
            lines = "".join(f"    {_member(value)}\n" for value in domain.ids)
            starts = (
                min([node.lineno, *(each.lineno for each in node.decorator_list)]) for node in self._functions.values()
            )
            first_function = min(starts, default=len(self._source_lines) + 1)
            self._insert_block(first_function, f"class {name}(Enum):\n{lines}", f"the enum {name}")

    def _update_members(self, name: str, domain: Domain) -> None:
        """Add members for new values; remove a member whose value is gone if no code uses it."""
        existing = list(members(self._classes[name]))  # of `SHORT = "short"`, the nodes of the name and of the text
        if not existing:
            self.stays.append(f"{name}, which gives no texts: write a member for each of {', '.join(domain.ids)}")
            return
        present_values = {constant.value for _, constant in existing}
        last = max(constant.end_lineno or 0 for _, constant in existing)
        for value in [each for each in domain.ids if each not in present_values]:
            self._insert(last + 1, f"    {_member(value)}\n", f"{name}.{member_name(value)}")
        for target, constant in existing:
            if constant.value in domain.ids:
                continue
            line, member = self._source_lines[target.lineno - 1], f"{name}.{target.id}"
            attributes = (node for node in ast.walk(self._tree) if isinstance(node, ast.Attribute))
            uses = [node.lineno for node in attributes if node.attr == target.id]
            if uses or line.strip() != f"{target.id} = {ast.get_source_segment(self.source, constant)}":
                why = f"line {uses[0]} uses it" if uses else "its line says more"
                self.stays.append(f"{member}, which its domain no longer has: {why}")
            else:
                self.edits.append(Edit(self.file, target.lineno, 1, f"{line}\n", ""))
                self.changes.append(f"no {member}")

    def _add_function(self, needed: NeededFunction) -> None:
        """Add a function at the end, or the parameters that an existing one lacks."""
        node = self._functions.get(needed.name)
        if node is None:
            if needed.name not in self._bound_names:  # else the code makes it in another way
                text = (
                    f"def {needed.name}({self._parameter_list(needed.parameters)}) -> {self._type(needed.returns)}:\n"
                    f'    """{needed.about}: say why it is so."""\n    raise NotImplementedError\n'
                )
                self._insert_block(len(self._source_lines) + 1, text, f"{needed.name}()")
            return
        names = [argument.arg for argument in _arguments(node)]
        missing_count = len(needed.parameters) - len(names)
        takes_any = node.args.vararg or node.args.kwarg
        if not self.layer and missing_count > 0 and not takes_any:
            missing = [(name, type_) for name, type_ in needed.parameters.items() if name not in names]
            self._add_parameters(node, dict(missing[:missing_count]))

    def _add_parameters(self, node: ast.FunctionDef, missing: dict[str, Type]) -> None:
        """Add parameters after the last one; a function without parameters or with defaults is left to its author."""
        arguments, text = _arguments(node), self._parameter_list(missing)
        if not arguments or node.args.defaults:
            self.stays.append(f"the parameters of {node.name}(), which its proof calls with {text}")
            return
        last = arguments[-1]
        line_number = last.end_lineno or 1
        # ast counts in bytes, and an edit in characters
        column = len(self._source_lines[line_number - 1].encode()[: last.end_col_offset].decode())
        self.edits.append(Edit(self.file, line_number, column + 1, "", f", {text}"))
        self.changes.append(f"{', '.join(missing)} of {node.name}()")

    def _parameter_list(self, parameters: Mapping[str, Type]) -> str:
        """Return text such as `reach: Reach, count: int`."""
        return ", ".join(f"{name}: {self._type(type_)}" for name, type_ in parameters.items())

    def _type(self, type_: Type) -> str:
        """Return the Python type of a parameter or an answer, such as `frozenset[Reach]`."""
        if isinstance(type_, str):
            return type_
        if type_.boolean:
            return "bool"
        if type_ in self._class_names and (type_.sets or type_.enumeration):
            return f"frozenset[{self._class_names[type_]}]" if type_.sets else self._class_names[type_]
        return "tuple[int, int]" if type_.ranges else "int" if type_.step is None else "float"

    def _insert_block(self, line: int, block: str, change: str) -> None:
        """Insert a block with two empty lines on both sides."""
        text = f"\n\n{block}" if line > len(self._source_lines) else f"{block}\n\n"
        self._insert(line, text, change, is_block=True)

    def _insert(self, line: int, text: str, change: str, *, is_block: bool = False) -> None:
        self._insertions[line, is_block] = self._insertions.get((line, is_block), "") + text
        self.changes.append(change)


def _member(value: str) -> str:
    """Return the line of an enum for a value: `SHORT = "short"`."""
    return f'{member_name(value)} = "{value}"'


def _arguments(node: ast.FunctionDef | None) -> list[ast.arg]:
    return [] if node is None else parameters(node)


def with_enum_import(source: str, domains: Iterable[Domain]) -> str:
    """Return the rules code with the import that enums for these domains need; without code, only a docstring."""
    text = source or HEAD
    tree = ast.parse(text)
    if not any(domains) or "Enum" in _imported(ast.walk(tree)):
        return text if text.endswith("\n") else f"{text}\n"
    lines = text.rstrip("\n").split("\n")
    # A docstring and imports from __future__ must stay above other imports.
    head_nodes: list[ast.stmt] = [node for node in tree.body[:1] if isinstance(node, ast.Expr)]
    head_nodes += [node for node in tree.body if isinstance(node, ast.ImportFrom) and node.module == "__future__"]
    head_end = max((node.end_lineno or 0 for node in head_nodes), default=0)
    head = [*lines[:head_end], ""] if head_end else []
    return "\n".join((*head, IMPORT, *lines[head_end:])).rstrip("\n") + "\n"


def _imported(nodes: Iterable[ast.AST]) -> set[str]:
    """Return the names that import statements bind; `import a.b` binds `a`."""
    imports = (node for node in nodes if isinstance(node, ast.Import | ast.ImportFrom))
    return {alias.asname or alias.name.partition(".")[0] for node in imports for alias in node.names}
