"""What worked examples are read by: the values of domains, the counters, and what tables print for names."""

from collections.abc import Iterable, Sequence

from rulewright.base.findings import Findings
from rulewright.entries.decode.axes import Domains
from rulewright.entries.decode.cases import read_value
from rulewright.entries.domains import Domain
from rulewright.entries.notations import Notation, Unit, read_unit
from rulewright.entries.numbers import Plain
from rulewright.entries.table import Table
from rulewright.entries.text import Text
from rulewright.source.nodes import Scalar


class ExampleReader:
    """Reads the values of the examples of one game; see `ExampleContext`."""

    def __init__(self, domains: Domains, notations: Sequence[Notation], tables: Iterable[Table]) -> None:
        self._domains, self._notations = domains, notations
        self._labels: dict[str, list[Text]] = {}
        for name in (name for domain in domains.values() for name in domain.names):
            self._labels.setdefault(name.id, []).append(name.label)
        functions = (each for table in tables for each in (table.outputs or (table,)))
        self._answers = {each.proof.function: each.values for each in functions if each.proof and each.values}

    def domain(self, name: str) -> Domain | None:
        return self._domains.get(name)

    def find_domain(self, name: Scalar, findings: Findings) -> Domain | None:
        return self._domains.find(name, findings)

    def read_unit(self, written: Scalar, findings: Findings) -> Unit | None:
        return read_unit(written.value, written.span, self._notations, findings)

    def read_value(self, written: Scalar, domain: Domain, findings: Findings) -> tuple[Plain, Text] | None:
        value = read_value(written, domain, findings)
        return None if value is None else (value.plain, value.label)

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
