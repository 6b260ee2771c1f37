"""Files of cards/GAME/ with the key `press`: cards for a print shop."""

from collections.abc import Mapping
from decimal import Decimal

from rulewright.decode.chosen import chosen_cards
from rulewright.decode.fields import Fields, length_between
from rulewright.diagnostics import Faults
from rulewright.model.names import did_you_mean, slug
from rulewright.model.paper import Millimetres
from rulewright.model.press import CONDITIONS, Press, Profile, Standard
from rulewright.source.nodes import Node, Scalar

KEYS = ("press", "cards", "bleed", "marks", "standard", "condition", "profile")
USUAL_BLEED = Millimetres(Decimal(3))
WIDEST_BLEED = 20
"""Millimetres: no print shop asks for more."""
SIGNATURE, CLASS, COLOURS = slice(36, 40), slice(12, 16), slice(16, 20)
"""Where an ICC profile tells that it is one, what kind of device it is of, and in what colours that paints."""


def decode_press(name: str, node: Node, profiles: Mapping[str, bytes], faults: Faults) -> Press:
    """Cards for a print shop; `profiles` are the ICC profiles beside the file, by name."""
    fields = Fields(node, f"press {name!r}", KEYS, faults)
    standard = Standard(fields.choice("standard", tuple(each.value for each in Standard)))
    profile = _profile(fields, profiles)
    if standard.embeds_profile and not fields.has("profile"):
        hint = "ask the print shop for the ICC profile of its press and lay it beside this file, or use pdf/x-1a"
        fields.fault("missing-key", fields.place("standard"), f"{standard} needs the 'profile' of the press", hint)
    return Press(
        slug(name), fields.title("press"), chosen_cards(fields), _bleed(fields),
        fields.choice("marks", ("crop", "none")) == "crop", standard,
        _condition(fields), profile, fields.span,
    )  # fmt: skip


def _bleed(fields: Fields) -> Millimetres:
    return length_between(fields, "bleed", 0, WIDEST_BLEED, "width of a bleed") or USUAL_BLEED


def _condition(fields: Fields) -> str:
    written = fields.scalar("condition")
    first = next(iter(CONDITIONS))
    if written is None or written.value in CONDITIONS:
        return written.value if written else first
    hint = did_you_mean(written.value, CONDITIONS, f"the conditions are: {', '.join(CONDITIONS)}")
    fields.fault("bad-value", written.span, f"there is no printing condition {written.value!r}", hint)
    return first


def _profile(fields: Fields, profiles: Mapping[str, bytes]) -> Profile | None:
    written = fields.scalar("profile")
    if written is None:
        return None
    if written.value not in profiles:
        known = f"those there are: {', '.join(profiles)}" if profiles else "its name ends in .icc or .icm"
        hint = did_you_mean(written.value, profiles, f"lay it into the folder of this file; {known}")
        fields.fault("bad-value", written.span, f"there is no profile {written.value!r} beside this file", hint)
        return None
    return _checked(written, Profile(written.value, profiles[written.value]), fields)


def _checked(written: Scalar, profile: Profile, fields: Fields) -> Profile | None:
    """The profile, if it is one that cards can be printed by."""
    icc = profile.icc
    if icc[SIGNATURE] != b"acsp":
        message = f"{profile.name!r} is no ICC profile"
    elif icc[CLASS] != b"prtr" or icc[COLOURS] != b"CMYK":
        message = f"{profile.name!r} is no profile of a press with four inks"
    else:
        return profile
    hint = "use the CMYK output profile that the print shop gives out"
    fields.fault("bad-value", written.span, message, hint)
    return None
