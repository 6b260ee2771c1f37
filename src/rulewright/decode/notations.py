"""Notations: how the counters of a game are written."""

from collections.abc import Iterable

from rulewright.decode.names import NAME
from rulewright.decode.numbers import read_numbers
from rulewright.diagnostics import Diagnostic, Faults, Span
from rulewright.language.entry import Entry, key
from rulewright.language.kinds import ONE_VALUE, WORDS, named
from rulewright.model.names import nearest
from rulewright.model.notation import Notation, NotationField, Unit, matching_units, parse_units
from rulewright.source.nodes import Node, Scalar
from rulewright.translation.messages import all_of, tell


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


def decode_notation(name: Scalar, node: Node, faults: Faults) -> Notation | None:
    """`squad: {title: Squad, fields: {firepower: 0..99, range: 0..99, morale: 0..10}}`."""
    entry = NotationEntry(node, tell("notation {name!r}", name=name.value), faults)
    before = len(faults.findings)
    found = [_field(field, bounds, faults) for field, bounds in entry.fields]
    if not found and len(faults.findings) == before:
        message, hint = (
            tell("{what} has no fields", what=entry.what),
            tell("as in fields: {firepower: 0..12, morale: 0..10}"),
        )
        faults.add(Diagnostic("missing-key", entry.place("fields"), message, hint))
    sound = tuple(each for each in found if each is not None)
    title = entry.title or name.value
    return Notation(name.value, title, sound, name.span) if sound and len(sound) == len(found) else None


def _field(name: Scalar, bounds: Node, faults: Faults) -> NotationField | None:
    if not NAME.fullmatch(name.value):
        hint = tell("a name holds letters, digits and hyphens")
        faults.add(
            Diagnostic("bad-name", name.span, tell("{name!r} cannot name a number of a counter", name=name.value), hint)
        )
        return None
    keys = read_numbers(bounds.value) if isinstance(bounds, Scalar) else None
    if not keys:
        hint = tell("write its bounds, such as 0..10, or -3..3 where it has a sign")
        faults.add(
            Diagnostic("bad-value", bounds.span, tell("{name!r} of a counter is a whole number", name=name.value), hint)
        )
        return None
    return NotationField(name.value, keys)


def read_unit(written: str, span: Span, notations: Iterable[Notation], faults: Faults) -> Unit | None:
    """The one counter that is written so; None, with the reason in `faults`, where there is none or several."""
    found = matching_units(written, notations)
    if len(found) != 1:
        faults.add(_bad_unit(written, span, tuple(notations), found))
        return None
    return found[0]


def _bad_unit(written: str, span: Span, notations: tuple[Notation, ...], found: list[Unit]) -> Diagnostic:
    if found:
        names = all_of(unit.notation.id for unit in found)
        hint = tell(
            "narrow their fields, or write which it is: {notation} {found}",
            notation=found[0].notation.id,
            found=found[0].written,
        )
        return Diagnostic(
            "bad-unit",
            span,
            tell("the unit {written!r} fits several notations: {names}", written=written, names=names),
            hint,
        )
    nearly = parse_units(written, notations)
    odd = nearly[0].invalid_field if nearly else None
    if odd is not None:
        number = nearly[0].values[odd.name]
        message = tell(
            "the unit {written!r} has {describe}, which a {notation} cannot have",
            written=written,
            describe=odd.describe(number),
            notation=nearly[0].notation.id,
        )
        return Diagnostic("bad-unit", span, message, tell("{odd} is {bounds}", odd=odd.words, bounds=odd.bounds))
    kind = written.strip().rpartition(" ")[0].strip()
    if kind and kind not in (known := [each.id for each in notations]) and (meant := nearest(kind, known)):
        counter = written.strip().rpartition(" ")[2]
        message = tell("there is no notation {kind!r}", kind=kind)
        return Diagnostic(
            "bad-unit",
            span,
            message,
            tell("did you mean {meant} {counter}?", meant=meant, counter=counter),
            unknown=kind,
        )
    forms = "; ".join(f"{each.id}: {each.form}" for each in notations)
    hint = (
        tell("the notations are: {forms}", forms=forms)
        if forms
        else tell("declare how counters are written, with notations under game")
    )
    message = tell("no notation of this game fits the unit {written!r}", written=written)
    return Diagnostic("bad-unit", span, message, hint, unknown=written)
