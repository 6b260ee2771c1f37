"""Plans a procedure: each step takes results of those before it, and gives results to those after it.

The results are followed as sets, so a step is found that nothing leads to, and a result that no table knows. Sets
know nothing of what goes together: a step may be taken more seldom than they say, never more often.
"""

from collections.abc import Iterator, Mapping

from rulewright.model.book import Book
from rulewright.model.domain import Domain
from rulewright.model.keyset import KeySet
from rulewright.model.possible import Possible
from rulewright.model.procedure import Procedure
from rulewright.model.procedure_inputs import Inputs
from rulewright.model.procedure_plan import Comes, Plan, PlannedStep, Source
from rulewright.model.procedure_results import rolled, table_results, totals


def planned(procedure: Procedure, book: Book) -> Plan:
    """The steps in their order, each with what it takes from those before it."""
    made = Plan(book)
    for step in procedure.steps:
        _Planner(made, step).add()
    return made


class _Planner(Inputs):
    """Adds one step to a plan."""

    def add(self) -> None:
        """The step with its sources and results, which later steps then know."""
        self._narrow()
        asked = tuple(self._asked())
        sources = tuple(self._sources()) if self.table is not None else ()
        for operand in self.step.operands:
            self._number(operand)
        if not self.taken:
            message = f"step {self.step.name!r} is never reached"
            hint = "no result of the steps before it leads here: look at their results, 'when' and 'stop'"
            self.slip("unreachable-step", self.step.span, message, hint)
        gives = self._renamed(dict(self._results(sources)))
        self.plan.steps.append(PlannedStep(self.step, self.table, sources, asked, gives, self._domains()))
        self._stop(gives)

    def _results(self, sources: tuple[Source, ...]) -> Iterator[tuple[str, Possible]]:
        step, table = self.step, self.table
        if table is not None:
            if len(sources) < len(list(self._axes())):
                return  # an input is missing, which is told
            keys = {each.axis.name: self._keys(each) for each in sources}
            yield from table_results(table, keys, step.name)
        elif any(each.written.name.partition(".")[0] in self.plan.unsure for each in step.operands):
            return
        elif step.roll is not None or step.add:
            added = [self._number(each) for each in step.add]
            times = self._number(step.times) if step.times else Possible.of([1])
            counted = step.at_least is not None or step.at_most is not None
            yield step.name, rolled(step.roll, times, added, counted=counted) if step.roll else totals(added)
        else:
            yield step.name, self.known.get(step.asks[0].name, Possible()) if step.asks else Possible()

    def _keys(self, source: Source) -> KeySet:
        domain = source.axis.domain
        if source.comes is Comes.FIXED:
            return KeySet.of([source.key])
        return domain.keys if source.comes is Comes.ROLLED else self.known[source.name].keys(domain)

    def _renamed(self, gives: dict[str, Possible]) -> dict[str, Possible]:
        """Under the names that the step has for its results."""
        found = gives.get(self.step.name)
        if not self.step.results or found is None:
            return gives
        for word, _ in self.step.results:
            self._must_have(self.step.name, found, word)
        old = Possible.of(word.result for word, _ in self.step.results)
        new = Possible.of(to.result for word, to in self.step.results if word.result in found)
        return {**gives, self.step.name: (found - old) | new}

    def _domains(self) -> dict[str, Domain | None]:
        """The domain of each result: that of the table, or the one of the step's name."""
        own = next((each for each in self.plan.book.game.domains if each.id == self.step.name), None)
        if self.table is None or self.step.results:
            return {self.step.name: own}
        if self.table.outputs:
            return {f"{self.step.name}.{each.id}": each.values for each in self.table.outputs}
        return {self.step.name: self.table.values}

    def _stop(self, gives: Mapping[str, Possible]) -> None:
        """Later steps know the results at which the procedure goes on."""
        found = gives.get(self.step.name)
        if not gives:
            self.plan.unsure.add(self.step.name)
        for word, _ in self.step.stop:
            if found is not None:
                self._must_have(self.step.name, found, word)
        ends = Possible.of(word.result for word, _ in self.step.stop)
        self.plan.known |= {name: results - ends for name, results in gives.items()}
        if found and not self.step.when and not found - ends:
            self.plan.over = True
