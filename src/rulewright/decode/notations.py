"""Notations: how the counters of a game are written."""

from collections.abc import Iterable

from rulewright.decode.names import NAME
from rulewright.decode.numbers import read_numbers
from rulewright.findings import Finding, Findings, Span
from rulewright.language.entry import Entry, key
from rulewright.language.kinds import ONE_VALUE, WORDS, named
from rulewright.model.names import nearest
from rulewright.model.notation import Notation, NotationField, Unit, matching_units, parse_units
from rulewright.source.nodes import Node, Scalar
from rulewright.translation.messages import all_of


class NotationEntry(Entry):
    """How one kind of counter is written, such as 4-6-7. `[[unit:4-6-7]]` prints as a counter then."""

    noun = "a notation"
    title = key(WORDS, "What the kind of counter is called", "title: Squad", default="its id")
    fields = key(
        named("a mapping of names to bounds", ONE_VALUE),
        "The numbers of a counter in their order, each with its bounds",
        "fields: {firepower: 0..12, range: 0..12, morale: 0..10}",
        required=True,
    )


def decode_notation(name: Scalar, node: Node, faults: Findings) -> Notation | None:
    """`squad: {title: Squad, fields: {firepower: 0..99, range: 0..99, morale: 0..10}}`."""
    entry = NotationEntry(node, f"notation {name.value!r}", faults)
    before = len(faults.findings)
    found = [_field(field, bounds, faults) for field, bounds in entry.fields]
    if not found and len(faults.findings) == before:
        message, hint = (
            f"{entry.what} has no fields",
            "as in fields: {firepower: 0..12, morale: 0..10}",
        )
        faults.add(Finding("missing-key", entry.place("fields"), message, hint))
    sound = tuple(each for each in found if each is not None)
    title = entry.title or name.value
    return Notation(name.value, title, sound, name.span) if sound and len(sound) == len(found) else None


def _field(name: Scalar, bounds: Node, faults: Findings) -> NotationField | None:
    if not NAME.fullmatch(name.value):
        hint = "a name holds letters, digits and hyphens"
        faults.add(Finding("bad-name", name.span, f"{name.value!r} cannot name a number of a counter", hint))
        return None
    keys = read_numbers(bounds.value) if isinstance(bounds, Scalar) else None
    if not keys:
        hint = "write its bounds, such as 0..10, or -3..3 where it has a sign"
        faults.add(Finding("bad-value", bounds.span, f"{name.value!r} of a counter is a whole number", hint))
        return None
    return NotationField(name.value, keys)


def read_unit(written: str, span: Span, notations: Iterable[Notation], faults: Findings) -> Unit | None:
    """The one counter that is written so; None, with the reason in `faults`, where there is none or several."""
    found = matching_units(written, notations)
    if len(found) != 1:
        faults.add(_bad_unit(written, span, tuple(notations), found))
        return None
    return found[0]


def _bad_unit(written: str, span: Span, notations: tuple[Notation, ...], found: list[Unit]) -> Finding:
    if found:
        names = all_of(unit.notation.id for unit in found)
        hint = f"narrow their fields, or write which it is: {found[0].notation.id} {found[0].written}"
        return Finding(
            "bad-unit",
            span,
            f"the unit {written!r} fits several notations: {names}",
            hint,
        )
    nearly = parse_units(written, notations)
    odd = nearly[0].invalid_field if nearly else None
    if odd is not None:
        number = nearly[0].values[odd.name]
        message = f"the unit {written!r} has {odd.describe(number)}, which a {nearly[0].notation.id} cannot have"
        return Finding("bad-unit", span, message, f"{odd.words} is {odd.bounds}")
    kind = written.strip().rpartition(" ")[0].strip()
    if kind and kind not in (known := [each.id for each in notations]) and (meant := nearest(kind, known)):
        counter = written.strip().rpartition(" ")[2]
        message = f"there is no notation {kind!r}"
        return Finding(
            "bad-unit",
            span,
            message,
            f"did you mean {meant} {counter}?",
            unknown=kind,
        )
    forms = "; ".join(f"{each.id}: {each.form}" for each in notations)
    hint = f"the notations are: {forms}" if forms else "declare how counters are written, with notations under game"
    message = f"no notation of this game fits the unit {written!r}"
    return Finding("bad-unit", span, message, hint, unknown=written)
