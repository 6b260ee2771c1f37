"""Worked examples: the situation, and the steps with what they ask and expect."""

import re
from collections.abc import Iterable
from collections.abc import Sequence as Many
from dataclasses import replace

from rulewright.decode.axes import Domains
from rulewright.decode.names import NAME
from rulewright.decode.notations import read_unit
from rulewright.decode.quoting import scoped
from rulewright.decode.steps import Labels, StepReader, answering
from rulewright.decode.values import NOTHING, read_value
from rulewright.findings import Finding, Findings
from rulewright.language.entry import Entry, key
from rulewright.language.kinds import ONE_VALUE, PASSAGE, TITLE, link, named, nodes, ref
from rulewright.model.domain import Domain, exact_text, read_exact
from rulewright.model.example import Example, Given
from rulewright.model.notation import Notation
from rulewright.model.table import Table
from rulewright.model.text import Text
from rulewright.source.nodes import Node, Scalar, Sequence, kind

COUNTER = re.compile(r"(?:\S+\s+)?\d+(?:[-−–+]\d+)+")
"""What is meant for a counter: 4-6-7, squad 4-6-7."""


class ExampleEntry(Entry):
    """A worked example that runs: a situation, and steps that ask the rules code.

    Without steps it only tells what happens.
    """

    noun = "an example"
    rule = key(link("rule"), "The rule that it shows at work", "rule: hits", required=True)
    title = key(TITLE, "What the example is called", "title: A rifle at a wood", required=True)
    text = key(
        PASSAGE,
        "The situation in words; `[[given:cover]]` prints a value of it",
        "text: A squad fires.",
        required=True,
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
    """Reads the examples of one game."""

    def __init__(self, domains: Domains, notations: Many[Notation], tables: Iterable[Table], faults: Findings) -> None:
        self.domains, self.notations, self.faults = domains, notations, faults
        self.labels = Labels(domains.values())
        self.steps = StepReader(domains, self.labels, answering(tables), faults)

    def read(self, name: Scalar, node: Node) -> Example:
        entry = ExampleEntry(node, f"example {name.value!r}", self.faults)
        title, text = entry.title, entry.text or Text("", (), entry.span)
        if entry.has("steps") and not entry.steps and isinstance(written := entry.node_at("steps"), Sequence):
            self._fault(
                "missing-key",
                written,
                f"{entry.what} has no steps",
                "write what happens, step by step",
            )
        given = (self._given(key, value) for key, value in entry.given)
        steps = tuple(self.steps.read(step) for step in entry.steps)
        example = Example(name.value, entry.rule, title, text, tuple(filter(None, given)), steps, name.span)
        quotable = [quote for quote, _ in example.quotable()]

        def own(text: Text, step: int = 0) -> Text:
            return scoped(text, example.id, quotable, self.faults, step)

        quoting = tuple(replace(step, text=own(step.text, at)) for at, step in enumerate(steps, 1))
        return replace(example, title=own(title), text=own(text), steps=quoting)

    # The situation

    def _given(self, name: Scalar, node: Node) -> Given | None:
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
            unit = read_unit(written, node.span, self.notations, self.faults)
            return None if unit is None else Given(name.value, written, unit, Text(unit.written), name.span)
        if (exact := read_exact(written)) is not None:
            return Given(name.value, written, exact, Text(exact_text(exact)), name.span)
        if not NAME.fullmatch(written):
            hint = "write a counter such as 4-6-7, a number, or a name"
            self._fault("bad-value", node, f"{written!r} is not a value of a situation", hint)
            return None
        return Given(name.value, written, None, self.labels.of(written), name.span)

    def _of_domain(self, name: Scalar, node: Scalar, domain: Domain) -> Given | None:
        """A value of the domain of that name prints as it does in tables."""
        value = read_value(node, domain, self.faults)
        if value is None:
            return None
        exact = value.plain if isinstance(value.plain, (int, float)) else None
        return Given(name.value, node.value.strip(), exact, value.label, name.span)

    def _fault(self, name: str, node: Node, message: str, hint: str = "") -> None:
        self.faults.add(Finding(name, node.span, message, hint))
