"""Worked examples: a situation as data, and steps that ask the rules code a question and state the expected answer.

`[[given:distance]]` and `[[result]]` in an example quote its own values. Reading makes these targets unique in the
book, as in `given:EXAMPLE/distance`, so that links can be resolved without knowing where they stand.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from collections.abc import Sequence as SequenceOf
from dataclasses import dataclass, field, replace
from enum import Enum
from fractions import Fraction
from typing import Annotated, Any, Self

from rulewright.base.findings import Finding, Findings, Span
from rulewright.entries.axes import Domains
from rulewright.entries.calls import Call, read_question
from rulewright.entries.cells import NOTHING, Value, read_value
from rulewright.entries.domains import Domain
from rulewright.entries.entry import Entry, EntryReader, Kind, NamedEntry, key
from rulewright.entries.names import NAME, did_you_mean, listed
from rulewright.entries.notations import Notation, Unit, read_unit
from rulewright.entries.numbers import Plain, exact_text, minus, read_exact
from rulewright.entries.roles import ONE_VALUE, Passage, Prose, choice, either, link, list_of, names_to, one_value, ref
from rulewright.entries.table import Table
from rulewright.entries.text import Link, Text
from rulewright.source.markup.links import LINK
from rulewright.source.nodes import Mapping, Node, Scalar, Sequence, kind

Answer = Plain | tuple["Answer", ...]
"""The value that the rules code must return for a step."""
COUNTER = re.compile(r"(?:\S+\s+)?\d+(?:[-−–+]\d+)+")
"""A value that looks like a counter: 4-6-7, squad 4-6-7."""


class ExampleReader:
    """What examples are read by: the domains of the game, its counters, and what its tables print for names."""

    def __init__(self, domains: Domains, notations: SequenceOf[Notation], tables: Iterable[Table]) -> None:
        self.domains, self._notations = domains, notations
        self._labels: dict[str, list[Text]] = {}
        for name in (name for domain in domains.values() for name in domain.names):
            self._labels.setdefault(name.id, []).append(name.label)
        functions = (each for table in tables for each in (table.outputs or (table,)))
        self._answers = {each.proof.function: each.values for each in functions if each.proof and each.values}

    def read_unit(self, written: Scalar, findings: Findings) -> Unit | None:
        return read_unit(written.value, written.span, self._notations, findings)

    def label(self, name: str, function: str = "") -> Text:
        """Return the label of a name in the domain of the answers of a function, or else in all domains that have it.

        If these disagree, it is the name itself.
        """
        domain = self._answers.get(function)
        at = None if domain is None else domain.position(name)
        if domain is not None and at is not None:
            return domain.names[at].label
        labels = self._labels.get(name, [])
        return labels[0] if labels and all(each == labels[0] for each in labels) else Text(name)


@dataclass(frozen=True, slots=True)
class Given:
    """A value of the situation: a counter, a number or a name; `label` is its printed text."""

    name: str
    written: str
    value: Unit | int | float | Fraction | None
    """None for a name, which is in `written`."""
    label: Text
    span: Span = field(compare=False)

    @property
    def fields(self) -> dict[str, int]:
        """The numbers of a counter by name; empty for other values."""
        return dict(self.value.values) if isinstance(self.value, Unit) else {}


def _givens(reader: EntryReader, key: str) -> tuple[Given, ...]:
    return tuple(given for name, node in reader.pairs_at(key) if (given := _given(name, node, reader)) is not None)


def _given(name: Scalar, node: Node, reader: EntryReader) -> Given | None:
    """Read a value of the situation; None, with a finding, if it is wrong."""
    context: ExampleReader = reader.context
    if not NAME.fullmatch(name.value) or name.value in ("result", NOTHING):
        hint = "a name holds letters, digits and hyphens"
        reader.report("bad-name", name.span, f"{name.value!r} cannot name a value of the situation", hint)
    if not isinstance(node, Scalar):
        message = f"{name.value!r} is one value, not {kind(node)}"
        reader.report("wrong-type", node.span, message, f"as in {name.value}: 3")
        return None
    written = node.value.strip()
    if domain := context.domains.get(name.value):  # the value prints as in tables
        value = read_value(node, domain, reader.findings)
        exact = value.plain if value and isinstance(value.plain, (int, float)) else None
        return Given(name.value, written, exact, value.label, name.span) if value else None
    if COUNTER.fullmatch(written):
        unit = context.read_unit(Scalar(written, node.span, node.raw), reader.findings)
        return None if unit is None else Given(name.value, written, unit, Text(unit.written), name.span)
    if (number := read_exact(written)) is not None:
        return Given(name.value, written, number, Text(exact_text(number)), name.span)
    if not NAME.fullmatch(written):
        hint = "write a counter such as 4-6-7, a number, or a name"
        reader.report("bad-value", node.span, f"{written!r} is not a value of a situation", hint)
        return None
    return Given(name.value, written, None, context.label(written), name.span)


class Working(Enum):
    """How the answer of a step prints: alone, or as labelled factors or summands."""

    ANSWER = ""
    PRODUCT = "product"
    SUM = "sum"


@dataclass(frozen=True, slots=True)
class StatedAnswer:
    """The answer that a step states, and its printed text."""

    value: Answer
    text: Text
    span: Span = field(compare=False)


def _stated(reader: EntryReader, name: str) -> StatedAnswer | None:
    """Read an answer by the key `domain`; without it a name prints as the table of the function in `ask` prints it."""
    node, context = reader.node_at(name), reader.context
    if node is None:
        return None
    name_of_domain = reader.scalar_at("domain")
    domain = None if name_of_domain is None else context.domains.find(name_of_domain, reader.findings)
    value, text = _answer(node, domain, reader)
    call = reader.read_key(Step.declared["ask"])
    if call is not None and isinstance(value, str) and name_of_domain is None:
        text = context.label(value, call.function)
    return StatedAnswer(value, text, node.span)


def _answer(node: Node, domain: Domain | None, reader: EntryReader) -> tuple[Answer, Text]:
    """Return the expected answer and its printed text; a list becomes a tuple."""
    context: ExampleReader = reader.context
    if isinstance(node, Mapping):
        hint = "as in result: 5, or result: [hit, 1]"
        reader.report("wrong-type", node.span, f"an answer is a value or a list of values, not {kind(node)}", hint)
        return None, Text("")
    if isinstance(node, Sequence):
        parts = [_answer(item, None, reader) for item in node.items]
        links = tuple(link for _, text in parts for link in text.links)
        return tuple(answer for answer, _ in parts), Text(", ".join(text.source for _, text in parts), links)
    if domain is not None:
        value = read_value(node, domain, reader.findings) or Value(None)
        is_flag = domain.boolean and value.plain is not None
        return value.plain == "yes" if is_flag else value.plain, value.label
    written = node.value.strip()
    if written in ("yes", "no", NOTHING):
        return (None if written == NOTHING else written == "yes"), Text(written)
    exact = read_exact(written)
    return (written, context.label(written)) if exact is None else (exact, Text(exact_text(exact)))


class Step(Entry, noun="a step"):
    """A step of a worked example: a question to the rules code, and the expected result."""

    text: Prose = key("What happens in this step", "text: The rifle fires at the wood.")
    asked: Annotated[Call, one_value(lambda written, reader: read_question(written, reader.findings))] | None = key(
        "A call of the rules code, with values of the situation",
        'ask: "score(cover, weapon)"\nresult: 5',
        name="ask",
        default=None,
        otherwise="none, for a step that is `unproved`",
    )
    working: Working = key(
        "How the answer prints: as what was multiplied or added, which the code must then answer as pairs of "
        "value and label",
        "ask: firepower(cover)\nworking: product\nresult: 3",
        kind=Kind(
            "product or sum",
            lambda reader, name: Working(reader.choice_at(name, ("product", "sum"))),
            choice("product", "sum").schema,
        ),
        former=("shows",),
        default=Working.ANSWER,
        otherwise="the answer alone",
    )
    stated: (
        Annotated[StatedAnswer, Kind("a value, or a list of values", _stated, either(ONE_VALUE, list_of(ONE_VALUE)))]
        | None
    ) = key(
        "The answer that must come of it; `[[result]]` prints it",
        'ask: "score(cover, weapon)"\nresult: 5',
        name="result",
        former=("gives",),
        default=None,
    )
    domain: str = key(
        "The domain of the answer, where no table tells it",
        "ask: effect(4)\nresult: hit\ndomain: outcome",
        default="",
    )
    unproved: str = key("Why this step asks nothing", "unproved: The owner of the squad chooses.", default="")

    def check(self, reader: EntryReader) -> None:
        asks = reader.node_at("ask") is not None
        if reader.sound and bool(self.unproved) == asks:
            hint = "ask the rules code something, or say why there is nothing to ask: unproved: …"
            message = "a step has either 'ask' or 'unproved'" if asks else f"{reader.what} asks nothing"
            reader.report("missing-key", reader.span, message, hint)
        if asks:
            reader.require("result")
        elif any(map(reader.has, ("result", "working", "domain"))):
            message = "'result', 'working' and 'domain' describe an answer, so the step needs 'ask'"
            reader.report("missing-key", reader.span, message, "as in ask: score(cover, weapon)")

    @property
    def answer(self) -> Answer:
        return self.stated.value if self.stated else None

    @property
    def result(self) -> Text | None:
        """The printed answer; None for a step that asks nothing."""
        return self.stated.text if self.stated and self.asked else None

    @property
    def answer_span(self) -> Span:
        return self.stated.span if self.stated else self.span


def _steps(reader: EntryReader, key: str) -> tuple[Step, ...]:
    nodes = reader.list_at(key)
    written = reader.node_at(key)
    if isinstance(written, Sequence) and not nodes:
        reader.report("missing-key", written.span, f"{reader.what} has no steps", "write what happens, step by step")
    return tuple(Step.read(node, "a step of an example", reader.findings, reader.context) for node in nodes)


class Example(NamedEntry, noun="an example"):
    """A worked example that runs: a situation, and steps that ask the rules code.

    Without steps it is only a narrative.
    """

    rule: Annotated[Text, link("rule")] | None = key("The rule that it shows at work", "rule: hits")
    title: Prose = key("What the example is called", "title: A rifle at a wood")
    text: Passage = key("The situation in words; `[[given:cover]]` prints a value of it", "text: A squad fires.")
    given: tuple[Given, ...] = key(
        "The situation in values: names, numbers and counters",
        "given: {cover: wood, weapon: rifle}",
        kind=Kind("a mapping of names to values", _givens, names_to(ONE_VALUE)),
        default=(),
    )
    steps: tuple[Step, ...] = key(
        "The steps in their order",
        'steps: [{text: "It needs [[result]].", ask: "score(cover, weapon)", result: 5}]',
        kind=Kind("a list of steps", _steps, list_of(ref("Step"))),
        default=(),
        otherwise="none, for an example of play that `text` tells",
    )

    @classmethod
    def read_named(cls, name: Scalar, node: Node, findings: Findings, context: Any = None) -> Self:
        """Read an example, and make the targets of its quotes unique in the book."""
        example = super().read_named(name, node, findings, context)
        names = [quote for quote, _ in example.quotable()]

        def unique(text: Text, step: int = 0) -> Text:
            return _with_unique_targets(text, example.id, names, findings, step)

        steps = tuple(replace(step, text=unique(step.text, at)) for at, step in enumerate(example.steps, 1))
        return replace(example, title=unique(example.title), text=unique(example.text), steps=steps)

    def quotable(self) -> Iterator[tuple[str, Unit | Text]]:
        """Yield the values and results that its texts may quote, with their names in links."""
        for each in self.given:
            yield f"given:{each.name}", each.value if isinstance(each.value, Unit) else each.label
            yield from ((f"given:{each.name}.{name}", Text(minus(number))) for name, number in each.fields.items())
        for at, step in enumerate(self.steps, 1):
            if step.result is not None:
                yield f"result:{at}", step.result


def _with_unique_targets(
    text: Text, example: str, quotable: Collection[str], findings: Findings, step: int = 0
) -> Text:
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
