"""The outline of the rules code, kept in step with the source: its enums follow the domains, its functions the proofs.

`wanted_functions` lists the functions that the proofs ask for, with the types of their parameters and answers.
`Outline` makes the edits that give these to rules.py. They add, and remove only members of enums that nothing uses:
what an author wrote stays.
"""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from rulewright.edits import Edit
from rulewright.model.book import Book
from rulewright.model.domain import Domain
from rulewright.model.example import Example
from rulewright.model.game import Fact, Reference
from rulewright.model.table import Call, Policy, Table
from rulewright.proof.claims import claim_domains
from rulewright.proof.statements import claim_groups
from rulewright.proof.truth_tables import TableNumbers
from rulewright.renaming import member_name, members
from rulewright.wording import plain

# The functions that the proofs of a game ask for

Type = Domain | str
"""Of a parameter or an answer: a domain, or a type of Python."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A function with its parameters in order; `about` says which words of the game it is for."""

    name: str
    parameters: Mapping[str, Type]
    returns: Type
    about: str

    def domains(self) -> Iterator[Domain]:
        """The enumerations and sets among its types, each of which is an enum of the rules code."""
        for each in (*self.parameters.values(), self.returns):
            if isinstance(each, Domain) and (each.enumeration or each.sets) and not each.boolean:
                yield each


def wanted_functions(book: Book) -> list[Wanted]:
    """Each function once, as its first proof has it."""
    found: dict[str, Wanted] = {}
    for each in (*_of_tables(book), *_of_claims(book), *_of_facts(book), *_of_examples(book)):
        found.setdefault(each.name, each)
    return list(found.values())


def _of_tables(book: Book) -> Iterator[Wanted]:
    for table in book.game.tables:
        for each in table.functions():
            if each.proof is not None:
                domains = {axis.name: axis.domain for axis in each.axes}
                yield Wanted(each.proof.function, _parameters(each.proof, domains), _answer(each), _about(book, table))


def _answer(table: Table) -> Type:
    values = {type(case.value.plain) for case in table.cases}
    return table.values or ("int" if table.policy is Policy.SUM or values <= {int} else "str")


def _of_claims(book: Book) -> Iterator[Wanted]:
    numbers = TableNumbers(book)
    for group in claim_groups(book):
        if (call := group.call) is not None:
            parameters = _parameters(call, claim_domains(group, book, numbers))
            yield Wanted(call.function, parameters, type(call.answer).__name__, _about(book, group.reference))


def _of_facts(book: Book) -> Iterator[Wanted]:
    for fact in book.game.facts:
        if fact.proof is not None:
            whole = isinstance(fact.value, int)
            yield Wanted(fact.proof.function, {}, "int" if whole else "float", _about(book, fact))


def _of_examples(book: Book) -> Iterator[Wanted]:
    domains = {domain.id: domain for domain in book.game.domains}
    for example in book.game.examples:
        for step in example.steps:
            if step.asked is not None:
                yield Wanted(step.asked.function, _parameters(step.asked, domains), "int", _about(book, example))


def _parameters(call: Call, domains: Mapping[str, Domain]) -> dict[str, Type]:
    """An argument that names no axis is a number."""
    return {
        identifier(argument.parameter or argument.axis, at): domains.get(argument.axis, "int")
        for at, argument in enumerate(call.arguments, 1)
    }


def identifier(name: str, at: int = 1) -> str:
    """A name of the source as Python has it."""
    made = re.sub(r"\W", "_", name)
    return made if made.isidentifier() else f"value_{at}"


def _about(book: Book, thing: Table | Reference | Fact | Example) -> str:
    """`Score to hit (rule 4.1)`."""
    rule = book.rule_of(thing.rule)
    name = thing.id if isinstance(thing, Fact) else plain(thing.title, book)
    return f"{name} (rule {rule.number or rule.id})" if rule else name


# What rules.py lacks of the functions that proofs ask for and of the values of domains, as edits of its text

HEAD = '"""The rules as code: from the rules, not from the tables."""\n'
NEW_LINE = "\n"
IMPORT = "from enum import Enum\n"


@dataclass(slots=True)
class Changes:
    """The edits, what they add or take away, and what stays though the source has it no more."""

    edits: list[Edit] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    stays: list[str] = field(default_factory=list)


@dataclass
class Outline:
    """The rules code of a game as text, and the functions that it should have. In a layer what is there stays."""

    source: str
    file: str
    wanted: list[Wanted]
    layer: bool = False
    changes: Changes = field(default_factory=Changes)
    new_enums: list[Domain] = field(default_factory=list)
    _new: dict[int, str] = field(default_factory=dict)
    """New lines, by the line before which they stand."""

    def run(self) -> Changes:
        for domain in dict.fromkeys(domain for each in self.wanted for domain in each.domains()):
            self._enum(domain)
        for each in self.wanted:
            self._function(each)
        self.changes.edits += [Edit(self.file, line, 1, "", text) for line, text in self._new.items()]
        return self.changes

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.source)

    @cached_property
    def functions(self) -> dict[str, ast.FunctionDef]:
        return {node.name: node for node in self.tree.body if isinstance(node, ast.FunctionDef)}

    @cached_property
    def classes(self) -> dict[str, ast.ClassDef]:
        return {node.name: node for node in self.tree.body if isinstance(node, ast.ClassDef)}

    @cached_property
    def bound(self) -> set[str]:
        """Every name that the module gives to something."""
        nodes = list(ast.walk(self.tree))
        names = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
        names |= {name for node in nodes for name in _imported(node)}
        made = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
        return names | {node.name for node in nodes if isinstance(node, made)}

    @cached_property
    def class_names(self) -> dict[Domain, str]:
        """The enum of each domain: that which a function has for it already, or one of its name."""
        names: dict[Domain, str] = {}
        for each in self.wanted:
            written = {arg.arg: arg.annotation for arg in _arguments(self.functions.get(each.name))}
            for name, type_ in each.parameters.items():
                used = [node.id for node in ast.walk(written.get(name) or ast.Pass()) if isinstance(node, ast.Name)]
                known = next((name for name in used if name in self.classes), None)
                if isinstance(type_, Domain) and known:
                    names.setdefault(type_, known)
        for domain in (domain for each in self.wanted for domain in each.domains()):
            names.setdefault(domain, "".join(part.capitalize() for part in domain.id.split("-")))
        return names

    def _enum(self, domain: Domain) -> None:
        name = self.class_names[domain]
        if name not in self.classes and name in self.bound:
            no_class = f"{name}, which is no class with a member for each of {', '.join(domain.ids)}"
            self.changes.stays.append(no_class)
        elif name not in self.classes:
            self.new_enums.append(domain)
            lines = "".join(f"    {_member(value)}\n" for value in domain.ids)
            self._insert_block(self._before_functions, f"class {name}(Enum):\n{lines}", f"the enum {name}")
        else:
            self._members(name, domain)

    def blocks(self) -> str:
        """All that is new, as it follows what a layer has; the enums first."""
        return "".join(f"\n\n{self._new[line].strip(NEW_LINE)}\n" for line in sorted(self._new))

    def _members(self, name: str, domain: Domain) -> None:
        """Adds those of new values, and takes away those of values that are gone."""
        if self.layer:
            return
        if not (known := list(members(self.classes[name]))):
            values = ", ".join(domain.ids)
            no_texts = f"{name}, which gives no texts: write a member for each of {values}"
            self.changes.stays.append(no_texts)
            return
        written = {value.value for _, value in known}
        last = max((value.end_lineno or 0 for _, value in known), default=self.classes[name].lineno)
        for value in (value for value in domain.ids if value not in written):
            self._insert(last + 1, f"    {_member(value)}\n", f"{name}.{member_name(value)}")
        for target, constant in known:
            if constant.value not in domain.ids:
                self._take_away(name, target, constant)

    def _take_away(self, enum: str, target: ast.Name, value: ast.Constant) -> None:
        """A member whose line says nothing else, and which no code uses."""
        line = self._lines[target.lineno - 1]
        walked = ast.walk(self.tree)
        used = [node.lineno for node in walked if isinstance(node, ast.Attribute) and node.attr == target.id]
        if used or line.strip() != f"{target.id} = {ast.get_source_segment(self.source, value)}":
            why = f"line {used[0]} uses it" if used else "its line says more"
            kept = "{name}, which its domain no longer has: {why}".format(name=f"{enum}.{target.id}", why=why)
            self.changes.stays.append(kept)
            return
        self.changes.edits.append(Edit(self.file, target.lineno, 1, f"{line}\n", ""))
        self.changes.said.append("no {name}".format(name=f"{enum}.{target.id}"))

    def _function(self, wanted: Wanted) -> None:
        node = self.functions.get(wanted.name)
        if node is None and wanted.name in self.bound:
            return  # it is made in another way
        if node is None:
            parameters = ", ".join(f"{name}: {self._type(type_)}" for name, type_ in wanted.parameters.items())
            text = (
                f"def {wanted.name}({parameters}) -> {self._type(wanted.returns)}:\n"
                f'    """{wanted.about}: say why it is so."""\n    raise NotImplementedError\n'
            )
            self._insert_block(len(self._lines) + 1, text, f"{wanted.name}()")
            return
        if self.layer:
            return
        known = {arg.arg for arg in _arguments(node)}
        missing = {name: type_ for name, type_ in wanted.parameters.items() if name not in known}
        if len(known) < len(wanted.parameters) and not node.args.vararg and not node.args.kwarg:
            self._parameters(node, dict(list(missing.items())[: len(wanted.parameters) - len(known)]))

    def _parameters(self, node: ast.FunctionDef, missing: dict[str, Type]) -> None:
        """New parameters after the last; a function that has none is written by its author."""
        arguments = _arguments(node)
        text = ", ".join(f"{name}: {self._type(type_)}" for name, type_ in missing.items())
        said = f"{', '.join(missing)} of {node.name}()"
        if not arguments or node.args.defaults:
            kept = f"the parameters of {node.name}(), which its proof calls with {text}"
            self.changes.stays.append(kept)
            return
        last = arguments[-1]
        at = len(self._lines[(last.end_lineno or 1) - 1].encode()[: last.end_col_offset].decode())
        self.changes.edits.append(Edit(self.file, last.end_lineno or 1, at + 1, "", f", {text}"))
        self.changes.said.append(said)

    def _type(self, type_: Type) -> str:
        if isinstance(type_, str):
            return type_
        if type_.boolean:
            return "bool"
        if type_ in self.class_names and (type_.sets or type_.enumeration):
            return f"frozenset[{self.class_names[type_]}]" if type_.sets else self.class_names[type_]
        return "tuple[int, int]" if type_.ranges else "int" if type_.step is None else "float"

    @cached_property
    def _lines(self) -> list[str]:
        return self.source.split("\n")[:-1] if self.source.endswith("\n") else self.source.split("\n")

    @cached_property
    def _before_functions(self) -> int:
        """The line of the first function, or that after the last."""
        begins = (
            min([node.lineno, *(each.lineno for each in node.decorator_list)]) for node in self.functions.values()
        )
        return min(begins, default=len(self._lines) + 1)

    def _insert_block(self, line: int, block: str, said: str) -> None:
        """With two empty lines between it and its neighbours."""
        self._insert(line, f"\n\n{block}" if line > len(self._lines) else f"{block}\n\n", said)

    def _insert(self, line: int, text: str, said: str) -> None:
        self._new[line] = self._new.get(line, "") + text
        self.changes.said.append(said)


def _member(value: str) -> str:
    return f'{member_name(value)} = "{value}"'


def _arguments(node: ast.FunctionDef | None) -> list[ast.arg]:
    return [] if node is None else [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]


def begun(source: str, domains: Iterable[Domain]) -> str:
    """The rules code, with what enums need at its head."""
    text = source or HEAD
    if not any(domains) or "Enum" in {name for node in ast.walk(ast.parse(text)) for name in _imported(node)}:
        return text if text.endswith("\n") else f"{text}\n"
    body, lines = ast.parse(text).body, text.rstrip("\n").split("\n")
    ends = [node.end_lineno or 0 for node in body[:1] if isinstance(node, ast.Expr)]
    ends += [node.end_lineno or 0 for node in body if isinstance(node, ast.ImportFrom) and node.module == "__future__"]
    at = max(ends, default=0)
    head = [*lines[:at], *([""] if at else []), IMPORT.rstrip("\n")]
    rest = lines[at:]
    return "\n".join((*head, *rest)).rstrip("\n") + "\n"


def _imported(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.ImportFrom):
        yield from (alias.asname or alias.name for alias in node.names)
