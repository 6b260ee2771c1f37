"""The functions that the proofs of a game ask for."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rulewright.model.book import Book
from rulewright.model.domain import Domain
from rulewright.model.example import Example
from rulewright.model.game import Fact, Reference
from rulewright.model.table import Call, Policy, Table
from rulewright.proof.claims import claim_domains
from rulewright.proof.statements import claim_groups
from rulewright.proof.truth_tables import TableNumbers
from rulewright.wording import plain

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
    for reference in book.game.references:
        for head, claims in claim_groups(reference.items):
            if head is not None and head.proof is not None:
                domains = claim_domains((head, claims), book, numbers)
                answer = type(head.proof.answer).__name__
                yield Wanted(head.proof.function, _parameters(head.proof, domains), answer, _about(book, reference))


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
