"""The steps of worked examples: what they ask, what must come of it, and how that prints."""

from collections.abc import Iterable, Mapping

from rulewright.decode.axes import Domains
from rulewright.decode.expressions import read_question
from rulewright.decode.values import NOTHING, read_value
from rulewright.findings import Finding, Findings
from rulewright.language.entry import Entry, key
from rulewright.language.kinds import ONE_VALUE, SCALAR, STRING, TITLE, choice, list_of, node
from rulewright.model.domain import Domain, exact_text, read_exact
from rulewright.model.example import Answer, Step, Working
from rulewright.model.names import did_you_mean
from rulewright.model.table import Call, Table
from rulewright.model.text import Text
from rulewright.source.nodes import Mapping as MappingNode
from rulewright.source.nodes import Node, Scalar, Sequence, kind


class StepEntry(Entry):
    """A step of a worked example: what it asks the rules code, and the result that must come of it."""

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
        SCALAR,
        "The domain of the answer, where no table tells it",
        "ask: effect(4)\nresult: hit\ndomain: outcome",
    )
    unproved = key(STRING, "Why this step asks nothing", "unproved: The owner of the squad chooses.")


class Labels:
    """What prints for the names of a game where no table stands around them."""

    def __init__(self, domains: Iterable[Domain]) -> None:
        self.found: dict[str, list[Text]] = {}
        for domain in domains:
            for name in domain.names:
                self.found.setdefault(name.id, []).append(name.label)

    def of(self, name: str) -> Text:
        """The label of a name, where all domains that have it agree; else the name."""
        found = self.found.get(name, [])
        return found[0] if found and all(each == found[0] for each in found) else Text(name)


def answering(tables: Iterable[Table]) -> dict[str, Domain]:
    """What each function answers, as the tables tell that it proves."""
    return {proof.function: values for table in tables for proof, values in _answers(table) if proof and values}


def _answers(table: Table) -> Iterable[tuple[Call | None, Domain | None]]:
    """The proof and the values of each of its functions."""
    if not table.outputs:
        return ((table.proof, table.values),)
    return ((output.proof, output.values) for output in table.outputs if output.says is None)


class StepReader:
    """Reads the steps of a game's examples; `answers` are the domains of the values that functions answer."""

    def __init__(self, domains: Domains, labels: Labels, answers: Mapping[str, Domain], faults: Findings) -> None:
        self.domains, self.labels, self.answers, self.faults = domains, labels, answers, faults

    def read(self, node: Node) -> Step:
        entry = StepEntry(node, "a step of an example", self.faults)
        text, unproved, question = entry.text, entry.unproved, entry.ask
        if entry.sound and bool(unproved) == (question is not None):
            hint = "ask the rules code something, or say why there is nothing to ask: unproved: …"
            message = "a step has either 'ask' or 'unproved'" if question else f"{entry.what} asks nothing"
            self._fault("missing-key", node, message, hint)
        working = Working(entry.working) if entry.has("working") else Working.ANSWER
        if question is None:
            if any(map(entry.has, ("result", "working", "domain"))):
                message = "'result' and 'working' are of the answer to what a step asks: add 'ask'"
                self._fault("missing-key", node, message, "as in ask: score(cover, weapon)")
            return Step(text, None, working, None, None, unproved, node.span, node.span)
        asked, written = read_question(question, self.faults), entry.require("result")
        answer, result = self._answer(written, self._domain(entry.domain)) if written is not None else (None, Text(""))
        if asked is not None and isinstance(answer, str) and not entry.has("domain"):
            result = self._label(answer, asked.function)
        return Step(text, asked, working, answer, result, unproved, node.span, entry.place("result"))

    def _label(self, name: str, function: str) -> Text:
        """As the table prints it that the function proves, if there is one."""
        domain = self.answers.get(function)
        at = None if domain is None else domain.position(name)
        return self.labels.of(name) if domain is None or at is None else domain.names[at].label

    def _domain(self, named: Scalar | None) -> Domain | None:
        """The domain that is named for the answer."""
        if named is None:
            return None
        if named.value not in self.domains:
            hint = did_you_mean(named.value, self.domains, "declare it under domains")
            message = f"there is no domain {named.value!r}"
            self.faults.add(Finding("unknown-domain", named.span, message, hint, unknown=named.value))
        return self.domains.get(named.value)

    def _answer(self, node: Node, domain: Domain | None) -> tuple[Answer, Text]:
        """What is expected, and what prints for it; a list is a tuple."""
        if isinstance(node, MappingNode):
            hint = "as in result: 5, or result: [hit, 1]"
            self._fault("wrong-type", node, f"an answer is a value or a list of values, not {kind(node)}", hint)
            return None, Text("")
        if isinstance(node, Sequence):
            parts = [self._answer(item, None) for item in node.items]
            links = tuple(link for _, text in parts for link in text.links)
            return tuple(answer for answer, _ in parts), Text(", ".join(text.source for _, text in parts), links)
        if domain is not None:
            return self._of_domain(node, domain)
        written = node.value.strip()
        if written in ("yes", "no", NOTHING):
            return (None if written == NOTHING else written == "yes"), Text(written)
        exact = read_exact(written)
        return (written, self.labels.of(written)) if exact is None else (exact, Text(exact_text(exact)))

    def _of_domain(self, node: Scalar, domain: Domain) -> tuple[Answer, Text]:
        value = read_value(node, domain, self.faults)
        if value is None:
            return None, Text("")
        plain: Answer = value.plain == "yes" if domain.boolean and value.plain is not None else value.plain
        return plain, value.label

    def _fault(self, name: str, node: Node, message: str, hint: str = "") -> None:
        self.faults.add(Finding(name, node.span, message, hint))
