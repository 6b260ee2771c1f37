"""What a step of a procedure takes: where each input of its table comes from, and the numbers that it reckons with."""

from collections.abc import Iterator

from rulewright.findings import Span
from rulewright.model.names import did_you_mean
from rulewright.model.possible import Possible
from rulewright.model.procedure import Operand, ProcedureStep, Word
from rulewright.model.procedure_plan import Comes, Plan, Slip, Source, said
from rulewright.model.table import OUTPUT, Axis, Modifiers, Policy, Records, Table

ONE_ANSWER = (Policy.UNIQUE, Policy.FIRST, Policy.ANY, Policy.PRIORITY, Policy.SUM)
"""Policies under which a table gives a step one result."""


class Inputs:
    """The inputs of one step; `known` are the earlier results where it is taken, if it is `taken` at all."""

    def __init__(self, plan: Plan, step: ProcedureStep) -> None:
        self.plan, self.step = plan, step
        target = plan.book.target_of(step.table)
        self.table = plan.book.tables.get(target.id) if target is not None else None
        self.known = dict(plan.known)
        self.taken = not plan.over
        if step.table is not None and self.table is None:
            self._unread(step.table.span)

    def slip(self, kind: str, span: Span, message: str, hint: str = "", about: str = "") -> None:
        about = about or self.step.name
        self.plan.slips.append(Slip(kind, span, message, about, hint))

    def _unread(self, span: Span) -> None:
        """A table that could not be read, or a fact that is not a whole number: a draft goes on without it."""
        message = f"step {self.step.name!r} needs a table that can be read, and whole numbers"
        self.slip("missing-input", span, message)

    def _narrow(self) -> None:
        """Only at some of the earlier results does it take place."""
        for word, wanted in self.step.when:
            found = self._given(word)
            if found is None:
                continue
            for each in wanted:
                self._must_have(word.name, found, each)
            self.known[word.name] = found & Possible.of(each.result for each in wanted)

    def _given(self, word: Word) -> Possible | None:
        if word.name.partition(".")[0] in self.plan.unsure:
            return None
        if word.name not in self.known:
            hint = did_you_mean(
                word.name,
                self.known,
                f"earlier steps and what they ask: {', '.join(self.known) or '–'}",
            )
            message = f"no step before {self.step.name!r} gives {word.name!r}"
            self.slip("unknown-input", word.span, message, hint, f"{self.step.name}: {word.name}")
            return None
        return self._reached(self.known[word.name])

    def _reached(self, found: Possible) -> Possible:
        """What it takes; where there is nothing to take, it is never reached."""
        self.taken = self.taken and bool(found)
        return found

    def _must_have(self, name: str, found: Possible, word: Word) -> None:
        if found and word.result not in found:
            message = f"{name!r} never has the result {word.name!r}"
            hint = f"its results: {said(found)}"
            self.slip("unknown-result", word.span, message, hint, f"{self.step.name}: {name} {word.name}")

    def _asked(self) -> Iterator[Axis]:
        """The inputs that the player chooses here."""
        axes = {axis.name: axis for axis in self._axes()}
        if self.table is None:
            axes = {domain.id: Axis(domain.id, domain) for domain in self.plan.book.game.domains}
        for word in self.step.asks:
            if word.name not in axes:
                message = f"table {self._table_name!r} has no input {word.name!r}"
                if self.table is None:
                    message = f"there is no domain {word.name!r} to ask for"
                hint = did_you_mean(word.name, axes, "")
                self.slip("unknown-input", word.span, message, hint, f"{self.step.name}: {word.name}")
                continue
            if word.name not in self.plan.axes:
                axis = self.plan.axes[word.name] = axes[word.name]
                self.known[word.name] = self.plan.known[word.name] = Possible.in_domain(axis.domain)
                yield axis

    @property
    def _table_name(self) -> str:
        return self.table.id if self.table else ""

    def _axes(self) -> Iterator[Axis]:
        yield from (axis for axis in (self.table.axes if self.table else ()) if axis.name != OUTPUT)

    def _sources(self) -> Iterator[Source]:
        """Where each input of the table comes from."""
        assert self.table is not None
        self._must_answer(self.table)
        takes = {word.name: taken for word, taken in self.step.takes}
        for word, _ in self.step.takes:
            if word.name not in {axis.name for axis in self._axes()}:
                message = f"table {self.table.id!r} has no input {word.name!r}"
                hint = did_you_mean(word.name, (axis.name for axis in self._axes()), "")
                self.slip("unknown-input", word.span, message, hint, f"{self.step.name}: {word.name}")
        rolled = 0
        for axis in self._axes():
            source = self._source(axis, takes.get(axis.name))
            if source is not None:
                rolled += source.comes is Comes.ROLLED
                yield source
        if rolled > 1:
            message = f"table {self.table.id!r} is read with several rolls at once"
            hint = "roll for its inputs in steps of their own before this one"
            self.slip("missing-input", self.step.span, message, hint)

    def _must_answer(self, table: Table) -> None:
        several = isinstance(table.layout, Records) or table.policy not in ONE_ANSWER
        if several or (table.policy is Policy.SUM and not isinstance(table.layout, Modifiers)):
            message = f"a procedure cannot use table {table.id!r}: it gives no single answer"
            self.slip("missing-input", self.step.span, message)

    def _source(self, axis: Axis, taken: Word | None) -> Source | None:
        name = axis.name if taken is None else taken.name
        if name in self.known:
            self._fits(axis, name, self._reached(self.known[name]))
            return Source(axis, Comes.ASKED if name in self.plan.axes else Comes.GIVEN, name)
        if name.partition(".")[0] in self.plan.unsure:
            return None
        if taken is not None:
            keys = Possible.of([taken.result]).keys(axis.domain)
            if not keys:
                self._given(taken)
            return Source(axis, Comes.FIXED, name, next(iter(keys))) if keys else None
        if axis.domain.roll is not None:
            return Source(axis, Comes.ROLLED, name)
        message = (
            f"step {self.step.name!r} does not say where input {axis.name!r} of table {self._table_name!r} comes from"
        )
        hint = f"ask the player, asks: {axis.name}; or take it from an earlier step, takes: {{{axis.name}: STEP}}"
        self.slip("missing-input", self.step.span, message, hint, f"{self.step.name}: {axis.name}")
        return None

    def _fits(self, axis: Axis, name: str, found: Possible) -> None:
        """Every result must be a value of the input that takes it."""
        odd = found.outside(axis.domain)
        if odd and name not in self.plan.axes:
            message = f"input {axis.name!r} of table {self._table_name!r} cannot take {said(odd)}, a result of {name!r}"
            hint = f"end the procedure there, under 'stop' of {name!r}, or skip the step, under 'when'"
            self.slip("unknown-result", self.step.span, message, hint, f"{self.step.name}: {axis.name}")

    def _number(self, operand: Operand) -> Possible:
        """The numbers that a number, a fact or an earlier result may be."""
        if operand.fact is not None:
            target = self.plan.book.target_of(operand.fact)
            fact = self.plan.book.facts.get(target.id) if target is not None else None
            if fact is None or not isinstance(fact.value, int):
                self._unread(operand.written.span)
            return Possible.of([fact.value] if fact is not None and isinstance(fact.value, int) else [])
        if isinstance(operand.written.result, int):
            return Possible.of([operand.written.result])
        found = self._given(operand.written) or Possible()
        if found.names:
            message = (
                f"step {self.step.name!r} calculates with {operand.written.name!r}, which may be "
                f"{said(Possible(found.names))}"
            )
            hint = "end the procedure there, under 'stop', or skip the step, under 'when'"
            self.slip(
                "unknown-result", operand.written.span, message, hint, f"{self.step.name}: {operand.written.name}"
            )
        return Possible(numbers=found.numbers)
