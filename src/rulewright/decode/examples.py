"""Worked examples: a situation, and steps that ask the rules code a question and state the expected result.

`[[given:distance]]` and `[[result]]` in an example quote its own values. Decoding makes these targets unique in the
book, as in `given:EXAMPLE/distance`, so that links can be resolved without knowing where they stand.
"""

import re
from collections.abc import Collection, Iterable
from collections.abc import Sequence as Many
from dataclasses import replace

from rulewright.decode.axes import Domains
from rulewright.decode.cases import NOTHING, read_value
from rulewright.entries.calls import read_question
from rulewright.entries.domains import Domain
from rulewright.entries.lazy import LazyEntry, key
from rulewright.entries.names import NAME, did_you_mean, listed
from rulewright.entries.notations import Notation, read_unit
from rulewright.entries.numbers import exact_text, read_exact
from rulewright.entries.roles import (
    ONE_VALUE,
    PASSAGE,
    SCALAR,
    STRING,
    TITLE,
    choice,
    link,
    list_of,
    named,
    node,
    nodes,
    ref,
)
from rulewright.entries.text import Link, Text
from rulewright.findings import Finding, Findings
from rulewright.markup.links import LINK
from rulewright.model.example import Answer, Example, Given, Step, Working
from rulewright.model.table import Table
from rulewright.source.nodes import Mapping as MappingNode
from rulewright.source.nodes import Node, Scalar, Sequence, kind

# Quotes of an example's own values


def with_unique_targets(text: Text, example: str, quotable: Collection[str], findings: Findings, step: int = 0) -> Text:
    """Return a text of an example with the targets of its quotes made unique: `given:EXAMPLE/distance`.

    `quotable` are the targets that exist in the example. `[[result]]` quotes the result of step number `step`; the step
    is 0 if the text does not belong to a step.
    """
    links: list[Link] = []
    for each in text.links:
        own = f"result:{step}" if each.target == "result" and step else each.target
        quoted, _, name = own.partition(":")
        if quoted not in ("given", "result"):
            links.append(each)
            continue
        if f"{quoted}:{name.strip()}" not in quotable:
            findings.add(_dangling(each, quoted, name.strip(), example, quotable))
        links.append(Link(f"{quoted}:{example}/{name.strip()}", each.shown, each.span))
    new_links = iter(links)

    def relinked(_: object) -> str:
        link = next(new_links)
        return f"[[{link.target}|{link.shown}]]" if link.shown else f"[[{link.target}]]"

    changed = tuple(links) != text.links or any(a.target != b.target for a, b in zip(links, text.links, strict=True))
    return replace(text, source=LINK.sub(relinked, text.source), links=tuple(links)) if changed else text


def _dangling(link: Link, kind: str, name: str, example: str, quotable: Collection[str]) -> Finding:
    if kind == "result":
        message = f"there is no result to print here in example {example!r}"
        return Finding("dangling-link", link.span, message, "a step has a result where it has 'ask' and 'result'")
    names = [each.removeprefix("given:") for each in quotable if each.startswith("given:")]
    otherwise = f"its values are: {listed(names)}" if names else "it has no values under 'given'"
    message = f"example {example!r} is given no {name!r}"
    return Finding("dangling-link", link.span, message, did_you_mean(name, names, otherwise))


# The steps of worked examples


class StepEntry(LazyEntry):
    """A step of a worked example: a question to the rules code, and the expected result."""

    noun = "a step"
    text = key(TITLE, "What happens in this step", "text: The rifle fires at the wood.", required=True)
    ask = key(
        SCALAR,
        "A call of the rules code, with values of the situation",
        'ask: "score(cover, weapon)"\nresult: 5',
        default="none, for a step that is `unproved`",
    )
    working = key(
        choice("product", "sum"),
        "How the answer prints: as what was multiplied or added, which the code must then answer as pairs of "
        "value and label",
        "ask: firepower(cover)\nworking: product\nresult: 3",
        default="the answer alone",
        former=("shows",),
    )
    result = key(
        node("a value, or a list of values", ONE_VALUE, list_of(ONE_VALUE)),
        "The answer that must come of it; `[[result]]` prints it",
        'ask: "score(cover, weapon)"\nresult: 5',
        former=("gives",),
    )
    domain = key(
        SCALAR, "The domain of the answer, where no table tells it", "ask: effect(4)\nresult: hit\ndomain: outcome"
    )
    unproved = key(STRING, "Why this step asks nothing", "unproved: The owner of the squad chooses.")


class Labels:
    """The labels of the names of all domains, for places where no table tells the domain."""

    def __init__(self, domains: Iterable[Domain]) -> None:
        self.labels: dict[str, list[Text]] = {}
        for domain in domains:
            for name in domain.names:
                self.labels.setdefault(name.id, []).append(name.label)

    def of(self, name: str) -> Text:
        """Return the label of a name if all domains that have it agree; else the name itself."""
        labels = self.labels.get(name, [])
        return labels[0] if labels and all(each == labels[0] for each in labels) else Text(name)


def answer_domains(tables: Iterable[Table]) -> dict[str, Domain]:
    """Return the domain of the answers of each function that proves a table, by the name of the function."""
    functions = (each for table in tables for each in (table.outputs or (table,)))
    return {each.proof.function: each.values for each in functions if each.proof and each.values}


COUNTER = re.compile(r"(?:\S+\s+)?\d+(?:[-−–+]\d+)+")
"""A value that looks like a counter: 4-6-7, squad 4-6-7."""


class ExampleEntry(LazyEntry):
    """A worked example that runs: a situation, and steps that ask the rules code.

    Without steps it is only a narrative.
    """

    noun = "an example"
    rule = key(link("rule"), "The rule that it shows at work", "rule: hits", required=True)
    title = key(TITLE, "What the example is called", "title: A rifle at a wood", required=True)
    text = key(
        PASSAGE, "The situation in words; `[[given:cover]]` prints a value of it", "text: A squad fires.", required=True
    )
    given = key(
        named("a mapping of names to values", ONE_VALUE),
        "The situation in values: names, numbers and counters",
        "given: {cover: wood, weapon: rifle}",
    )
    steps = key(
        nodes("a list of steps", ref("StepEntry")),
        "The steps in their order",
        'steps: [{text: "It needs [[result]].", ask: "score(cover, weapon)", result: 5}]',
        default="none, for an example of play that `text` tells",
    )


class ExampleReader:
    """A reader of the examples of one game. `answers` has the domain of the answers of each function."""

    def __init__(
        self, domains: Domains, notations: Many[Notation], tables: Iterable[Table], findings: Findings
    ) -> None:
        self.domains, self.notations, self.findings = domains, notations, findings
        self.labels, self.answers = Labels(domains.values()), answer_domains(tables)

    def read(self, name: Scalar, node: Node) -> Example:
        entry = ExampleEntry(node, f"example {name.value!r}", self.findings)
        title, text = entry.title, entry.text or Text("", (), entry.span)
        if entry.has("steps") and not entry.steps and isinstance(written := entry.node_at("steps"), Sequence):
            self._fault("missing-key", written, f"{entry.what} has no steps", "write what happens, step by step")
        given = (self._given(key, value) for key, value in entry.given)
        steps = tuple(self._step(step) for step in entry.steps)
        example = Example(name.value, entry.rule, title, text, tuple(filter(None, given)), steps, name.span)
        quotable = [quote for quote, _ in example.quotable()]

        def own(text: Text, step: int = 0) -> Text:
            return with_unique_targets(text, example.id, quotable, self.findings, step)

        quoting = tuple(replace(step, text=own(step.text, at)) for at, step in enumerate(steps, 1))
        return replace(example, title=own(title), text=own(text), steps=quoting)

    # The situation

    def _given(self, name: Scalar, node: Node) -> Given | None:
        """Read a value of the situation; None, with a finding, if it is wrong."""
        if not NAME.fullmatch(name.value) or name.value in ("result", NOTHING):
            hint = "a name holds letters, digits and hyphens"
            self._fault("bad-name", name, f"{name.value!r} cannot name a value of the situation", hint)
        if not isinstance(node, Scalar):
            hint = f"as in {name.value}: 3"
            self._fault("wrong-type", node, f"{name.value!r} is one value, not {kind(node)}", hint)
            return None
        written = node.value.strip()
        if domain := self.domains.get(name.value):
            return self._of_domain(name, node, domain)
        if COUNTER.fullmatch(written):
            unit = read_unit(written, node.span, self.notations, self.findings)
            return None if unit is None else Given(name.value, written, unit, Text(unit.written), name.span)
        if (exact := read_exact(written)) is not None:
            return Given(name.value, written, exact, Text(exact_text(exact)), name.span)
        if not NAME.fullmatch(written):
            hint = "write a counter such as 4-6-7, a number, or a name"
            self._fault("bad-value", node, f"{written!r} is not a value of a situation", hint)
            return None
        return Given(name.value, written, None, self.labels.of(written), name.span)

    def _of_domain(self, name: Scalar, node: Scalar, domain: Domain) -> Given | None:
        """Read a value whose name is that of a domain: it prints as in tables."""
        value = read_value(node, domain, self.findings)
        if value is None:
            return None
        exact = value.plain if isinstance(value.plain, (int, float)) else None
        return Given(name.value, node.value.strip(), exact, value.label, name.span)

    # The steps

    def _step(self, node: Node) -> Step:
        """Read a step: either it asks a question, or it says why it does not."""
        entry = StepEntry(node, "a step of an example", self.findings)
        text, unproved, question = entry.text, entry.unproved, entry.ask
        if entry.sound and bool(unproved) == (question is not None):
            hint = "ask the rules code something, or say why there is nothing to ask: unproved: …"
            message = "a step has either 'ask' or 'unproved'" if question else f"{entry.what} asks nothing"
            self._fault("missing-key", node, message, hint)
        working = Working(entry.working) if entry.has("working") else Working.ANSWER
        if question is None:
            if any(map(entry.has, ("result", "working", "domain"))):
                message = "'result', 'working' and 'domain' describe an answer, so the step needs 'ask'"
                self._fault("missing-key", node, message, "as in ask: score(cover, weapon)")
            return Step(text, None, working, None, None, unproved, node.span, node.span)
        call, written = read_question(question, self.findings), entry.require("result")
        domain = None if entry.domain is None else self.domains.find(entry.domain, self.findings)
        answer, result = self._answer(written, domain) if written is not None else (None, Text(""))
        if call is not None and isinstance(answer, str) and not entry.has("domain"):
            result = self._label(answer, call.function)
        return Step(text, call, working, answer, result, unproved, node.span, entry.place("result"))

    def _label(self, name: str, function: str) -> Text:
        """Return the label of an answer, as the table that `function` proves prints it, if there is one."""
        domain = self.answers.get(function)
        at = None if domain is None else domain.position(name)
        return self.labels.of(name) if domain is None or at is None else domain.names[at].label

    def _answer(self, node: Node, domain: Domain | None) -> tuple[Answer, Text]:
        """Return the expected answer and its printed text; a list becomes a tuple."""
        if isinstance(node, MappingNode):
            hint = "as in result: 5, or result: [hit, 1]"
            self._fault("wrong-type", node, f"an answer is a value or a list of values, not {kind(node)}", hint)
            return None, Text("")
        if isinstance(node, Sequence):
            parts = [self._answer(item, None) for item in node.items]
            links = tuple(link for _, text in parts for link in text.links)
            return tuple(answer for answer, _ in parts), Text(", ".join(text.source for _, text in parts), links)
        if domain is not None:
            value = read_value(node, domain, self.findings)
            if value is None:
                return None, Text("")
            return value.plain == "yes" if domain.boolean and value.plain is not None else value.plain, value.label
        written = node.value.strip()
        if written in ("yes", "no", NOTHING):
            return (None if written == NOTHING else written == "yes"), Text(written)
        exact = read_exact(written)
        return (written, self.labels.of(written)) if exact is None else (exact, Text(exact_text(exact)))

    def _fault(self, name: str, node: Node, message: str, hint: str = "") -> None:
        self.findings.add(Finding(name, node.span, message, hint))
