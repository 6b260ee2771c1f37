"""Worked examples: the situation, and the steps with what they ask and expect."""

import re
from collections.abc import Iterable
from collections.abc import Sequence as Many
from dataclasses import replace
from fractions import Fraction

from rulewright.decode.axes import Domains
from rulewright.decode.domains import NAME
from rulewright.decode.expressions import read_question
from rulewright.decode.fields import Fields
from rulewright.decode.notations import read_unit
from rulewright.decode.quoting import scoped
from rulewright.decode.values import NOTHING, read_value
from rulewright.diagnostics import Diagnostic, Faults
from rulewright.model.domain import Domain
from rulewright.model.example import Answer, Example, Given, Shows, Step
from rulewright.model.notation import Notation
from rulewright.model.text import Text
from rulewright.model.vulgar import exact_text, read_exact
from rulewright.source.nodes import Mapping, Node, Scalar, Sequence, kind

COUNTER = re.compile(r"(?:\S+\s+)?\d+(?:[-−–+]\d+)+")
"""What is meant for a counter: 4-6-7, squad 4-6-7."""
STEP_KEYS = ("text", "ask", "shows", "gives", "unproved")


class ExampleReader:
    """Reads the examples of one game."""

    def __init__(self, domains: Domains, notations: Many[Notation], faults: Faults) -> None:
        self.domains, self.notations, self.faults = domains, notations, faults
        self.labels = _labels(domains.values())

    def read(self, key: Scalar, node: Node) -> Example:
        fields = Fields(node, f"example {key.value!r}", ("rule", "title", "text", "given", "steps"), self.faults)
        rule, title, text = fields.link("rule", "rule", required=True), fields.title(), fields.title("text")
        fields.required("steps")
        given = (self._given(name, value) for name, value in fields.each("given"))
        steps = tuple(self._step(step) for step in fields.list("steps"))
        example = Example(key.value, rule, title, text, tuple(filter(None, given)), steps, key.span)
        quotable = [name for name, _ in example.quotable()]

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
            self._fault("wrong-type", node, f"{name.value!r} is one value, not {kind(node)}")
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
            self._fault("bad-value", node, f"{written!r} is no value of a situation", hint)
            return None
        return Given(name.value, written, None, self._label(written), name.span)

    def _of_domain(self, name: Scalar, node: Scalar, domain: Domain) -> Given | None:
        """A value of the domain of that name prints as it does in tables."""
        value = read_value(node, domain, self.faults)
        if value is None:
            return None
        exact = value.plain if isinstance(value.plain, (int, float)) else None
        return Given(name.value, node.value.strip(), exact, value.label, name.span)

    def _label(self, name: str) -> Text:
        """What prints for a name, where all domains that have it agree; else the name."""
        found = self.labels.get(name, [])
        return found[0] if found and all(each == found[0] for each in found) else Text(name)

    # The steps

    def _step(self, node: Node) -> Step:
        fields = Fields(node, "a step of an example", STEP_KEYS, self.faults)
        text, question, unproved = fields.title("text"), fields.scalar("ask"), fields.string("unproved")
        if fields.sound and bool(unproved) == (question is not None):
            hint = "ask the rules code something, or say why there is nothing to ask: unproved: …"
            message = "a step has either 'ask' or 'unproved'" if question else f"{fields.what} asks nothing"
            self._fault("missing-key", node, message, hint)
        shows = Shows(fields.choice("shows", ("product", "sum"))) if fields.has("shows") else Shows.ANSWER
        gives: Answer = None
        result: Text | None = None
        if question is not None:
            written = fields.required("gives")
            gives = self._answer(written) if written is not None else None
            result = Text("") if written is None else self._result(written, gives)
        elif fields.has("gives") or fields.has("shows"):
            self._fault("missing-key", node, "what a step 'gives' or 'shows' is the answer to what it asks: add 'ask'")
        asked = None if question is None else read_question(question, self.faults)
        return Step(text, asked, shows, gives, result, unproved, node.span, fields.place("gives"))

    def _answer(self, node: Node) -> Answer:
        """What is expected; a list is a tuple."""
        if isinstance(node, Sequence):
            return tuple(self._answer(item) for item in node.items)
        if isinstance(node, Mapping):
            self._fault("wrong-type", node, f"an answer is a value or a list of values, not {kind(node)}")
            return None
        written = node.value.strip()
        if written in ("yes", "no", NOTHING):
            return None if written == NOTHING else written == "yes"
        exact = read_exact(written)
        return written if exact is None else exact

    def _result(self, node: Node, answer: Answer) -> Text:
        if isinstance(node, Sequence) and isinstance(answer, tuple):
            parts = [self._result(item, part) for item, part in zip(node.items, answer, strict=True)]
            return Text(", ".join(part.source for part in parts), tuple(link for part in parts for link in part.links))
        if isinstance(node, Scalar) and isinstance(answer, str):
            return self._label(answer)
        if isinstance(answer, (int, Fraction)) and not isinstance(answer, bool):
            return Text(exact_text(answer))
        return Text(node.value.strip() if isinstance(node, Scalar) else "")

    def _fault(self, name: str, node: Node, message: str, hint: str = "") -> None:
        self.faults.add(Diagnostic(name, node.span, message, hint))


def _labels(domains: Iterable[Domain]) -> dict[str, list[Text]]:
    """The labels that names have, in all domains."""
    found: dict[str, list[Text]] = {}
    for domain in domains:
        for name in domain.names:
            found.setdefault(name.id, []).append(name.label)
    return found
