"""The procedure of a rule as fields of the rule: what it says, and how its steps work."""

from collections.abc import Iterator

from rulewright.editions.texts import RecordedTexts
from rulewright.model.procedure import Operand, Procedure, ProcedureStep, Word

BOUNDS = ("at least", "at most", "always", "never")
"""The keys of what a roll is held against."""


def procedure_words(procedure: Procedure | None, texts: RecordedTexts) -> str:
    """Its sentences, a line for each."""
    return texts.lines(procedure.words()) if procedure else ""


def procedure_steps(procedure: Procedure | None, texts: RecordedTexts) -> str:
    """Its steps without their sentences, a bullet for each."""
    steps = procedure.steps if procedure else ()
    return "\n".join(f"- {'; '.join(filter(None, _step(step, texts)))}" for step in steps)


def _step(step: ProcedureStep, texts: RecordedTexts) -> Iterator[str]:
    yield step.name
    yield texts.of(step.table)
    yield _listed("asks", (each.name for each in step.asks))
    yield _listed("takes", _pairs(step.takes))
    yield f"roll {step.roll.written}" if step.roll else ""
    yield _listed("times", _operands(step.times, texts=texts))
    yield _listed("add", _operands(*step.add, texts=texts))
    yield from (_listed(name, _operands(each, texts=texts)) for name, each in zip(BOUNDS, step.bounds, strict=True))
    yield _listed("results", _pairs(step.results))
    yield _listed("when", (f"{name.name} {' or '.join(each.name for each in few)}" for name, few in step.when))
    yield _listed("stop", (word.name for word, _ in step.stop))


def _pairs(pairs: tuple[tuple[Word, Word], ...]) -> Iterator[str]:
    return (f"{one.name} {other.name}" for one, other in pairs)


def _operands(*operands: Operand | None, texts: RecordedTexts) -> Iterator[str]:
    return (texts.of(each.fact) or each.written.name for each in operands if each is not None)


def _listed(name: str, values: Iterator[str]) -> str:
    said = ", ".join(values)
    return f"{name} {said}" if said else ""
