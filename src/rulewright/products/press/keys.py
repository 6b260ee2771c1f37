"""The file for a print shop: its keys, and the value that they make."""

from collections.abc import Mapping
from decimal import Decimal

from rulewright.decode.card_files import Surroundings
from rulewright.installed_profiles import installed_profile, packages_with
from rulewright.language.entry import Entry, Kind, key
from rulewright.language.kinds import SCALAR, choice, length
from rulewright.model.names import did_you_mean
from rulewright.model.paper import Millimetres
from rulewright.model.press import CONDITIONS, Press, Profile, Standard
from rulewright.products.product import ProductEntry
from rulewright.products.shared_keys import CHOSEN_CARDS
from rulewright.source.nodes import Scalar
from rulewright.translation.messages import tell

USUAL_BLEED = Millimetres(Decimal(3))
WIDEST_BLEED = 20
"""Millimetres: no print shop asks for more."""
SIGNATURE, CLASS, COLOURS = slice(36, 40), slice(12, 16), slice(16, 20)
"""Where an ICC profile says that it is one, what kind of device it is of, and in what colours that paints."""
FIRST_CONDITION = next(iter(CONDITIONS))
INSTALLED = "installed"
"""In the place of the name of a profile: the one of the condition that a package of this machine brings."""


def _condition(entry: Entry, name: str) -> str:
    written = entry.scalar_at(name)
    if written is None or written.value in CONDITIONS:
        return written.value if written else FIRST_CONDITION
    hint = did_you_mean(
        written.value, CONDITIONS, tell("the conditions are: {conditions}", conditions=", ".join(CONDITIONS))
    )
    entry.fault(
        "bad-value", written.span, tell("there is no printing condition {written!r}", written=written.value), hint
    )
    return FIRST_CONDITION


class PressEntry(ProductEntry, word="press"):
    """Cards for a print shop: each a PDF of its own with bleed and crop marks, in printing inks, as PDF/X asks."""

    noun = "a file for a print shop"
    cards = key(CHOSEN_CARDS, "The cards to print", "cards: [fire]", default="all cards")
    bleed = key(
        length(0, WIDEST_BLEED, "width of a bleed"), "How far the background of a card is printed beyond its edge",
        "bleed: 0.125in", default=str(USUAL_BLEED),
    )  # fmt: skip
    marks = key(choice("crop", "none"), "Crop marks beyond the bleed, or nothing", "marks: none", default="crop")
    standard = key(
        choice(*(each.value for each in Standard)),
        "The standard of the PDF; pdf/x-4 allows transparency, and needs the profile of the press",
        "standard: pdf/x-3", default="pdf/x-1a",
    )  # fmt: skip
    condition = key(
        Kind("the registered name of a printing condition", _condition, {"enum": list(CONDITIONS)}),
        "The paper and the inks to print for, by the name that the International Color Consortium registers",
        "condition: FOGRA51", default=FIRST_CONDITION,
    )  # fmt: skip
    profile = key(
        SCALAR, "The ICC profile of the press: a file beside this one, or installed for one that a package brings",
        "profile: shop.icc", default="inks worked out without one",
    )  # fmt: skip


def read_press(id_: str, entry: PressEntry, surroundings: Surroundings) -> Press:
    standard = Standard(entry.standard)
    profile = _profile(entry, surroundings.profiles)
    if standard.embeds_profile and not entry.has("profile"):
        hint = tell("lay the ICC profile of the shop's press beside this file, write profile: installed, or use pdf/x-1a")
        entry.fault(
            "missing-key",
            entry.place("standard"),
            tell("{standard} needs the 'profile' of the press", standard=standard),
            hint,
        )
    return Press(
        id_, entry.title, entry.cards, entry.bleed or USUAL_BLEED, entry.marks == "crop", standard, entry.condition,
        profile, entry.span,
    )  # fmt: skip


def _profile(entry: PressEntry, profiles: Mapping[str, bytes]) -> Profile | None:
    written = entry.profile
    if written is None:
        return None
    if written.value == INSTALLED:
        return _installed(written, entry)
    if written.value not in profiles:
        known = f"those there are: {', '.join(profiles)}" if profiles else "its name ends in .icc or .icm"
        hint = did_you_mean(written.value, profiles, tell("lay it into the folder of this file; {known}", known=known))
        entry.fault(
            "bad-value",
            written.span,
            tell("there is no profile {written!r} beside this file", written=written.value),
            hint,
        )
        return None
    return _checked(written, Profile(written.value, profiles[written.value]), entry)


def _installed(written: Scalar, entry: PressEntry) -> Profile | None:
    """The profile of the condition that a package of this machine brings."""
    condition = entry.condition
    if found := installed_profile(condition):
        return _checked(written, Profile(*found), entry)
    hint = tell("lay the profile of the print shop beside this file and write its name")
    if packages := packages_with(condition):
        hint = tell("a package brings one: {packages}; or {otherwise}", packages=", ".join(packages), otherwise=hint)
    message = tell("no profile for {condition} is installed", condition=condition)
    entry.fault("bad-value", written.span, message, hint)
    return None


def _checked(written: Scalar, profile: Profile, entry: PressEntry) -> Profile | None:
    """The profile, if it is one that cards can be printed by."""
    icc = profile.icc
    if icc[SIGNATURE] != b"acsp":
        message = tell("{profile!r} is no ICC profile", profile=profile.name)
    elif icc[CLASS] != b"prtr" or icc[COLOURS] != b"CMYK":
        message = tell("{profile!r} is no profile of a press with four inks", profile=profile.name)
    elif not _converts(profile):
        message = tell("{profile!r} is damaged: no colour can be converted with it", profile=profile.name)
    else:
        return profile
    hint = tell("use the CMYK output profile that the print shop gives out")
    entry.fault("bad-value", written.span, message, hint)
    return None


def _converts(profile: Profile) -> bool:
    from PIL.ImageCms import PyCMSError

    from rulewright.render.pdf.prepress.inks import by_profile

    try:
        by_profile(profile)
    except (OSError, PyCMSError):
        return False
    return True
