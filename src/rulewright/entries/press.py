"""Requests for a print shop: cards with bleed and crop marks, in printing inks, as PDF/X."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum
from io import BytesIO
from typing import Annotated, Any

from rulewright.base.installed_profiles import installed_profile, packages_with
from rulewright.entries.card_sizes import SIZE
from rulewright.entries.entry import EntryReader, Kind, key, shared
from rulewright.entries.names import did_you_mean
from rulewright.entries.paper import NO_LENGTH, Millimetres, Paper
from rulewright.entries.requests import ChosenCards, Request
from rulewright.entries.roles import ONE_VALUE, chosen, file_kind, length, parsed, reference
from rulewright.entries.sheets import DUPLEX, NAMED_COPIES, Copies, Gap, Marks, Sheet, Sides, narrowest_gap
from rulewright.source.nodes import Scalar

WIDEST_BLEED = 20
"""The widest bleed in millimetres; no print shop asks for more."""
SIGNATURE, CLASS, COLOURS = slice(36, 40), slice(12, 16), slice(16, 20)
"""The places in an ICC profile of its signature, device class and colour space."""
WIDEST_GAP = 50
"""The widest gap between cards, and the widest edge of press paper, in millimetres."""
USUAL_BLEED, USUAL_MARGIN = Millimetres(Decimal(3)), Millimetres(Decimal(10))
SPOT_COLOUR = re.compile(r"[A-Za-z][A-Za-z0-9 -]{0,39}")
NO_SPOT_COLOURS = ("all", "none", "cyan", "magenta", "yellow", "black")
"""Names that PDF reserves for other plates."""
ON_SHEETS = ("copies", "gap", "margin", "duplex")
"""Keys that are allowed only together with `sheet`."""
CONDITIONS = {
    "FOGRA39": "Offset, coated paper, ISO 12647-2:2004",
    "FOGRA47": "Offset, uncoated white paper, ISO 12647-2:2004",
    "FOGRA51": "Offset, premium coated paper, ISO 12647-2:2013",
    "FOGRA52": "Offset, wood-free uncoated paper, ISO 12647-2:2013",
    "CGATS TR 001": "Web offset, SWOP",
    "CGATS TR 006": "Offset, coated paper, GRACoL 2006",
    "JC200103": "Offset, coated paper, Japan Color 2001",
}
"""Printing conditions by their names in the registry of the International Color Consortium."""
REGISTRY = "http://www.color.org"
FIRST_CONDITION = next(iter(CONDITIONS))
INSTALLED = "installed"
"""The value of `profile` that stands for the profile of the condition in an installed package."""


class Standard(Enum):
    """A PDF/X standard, by its name in WeasyPrint."""

    X1A = "pdf/x-1a"
    X3 = "pdf/x-3"
    X4 = "pdf/x-4"

    @property
    def flat(self) -> bool:
        """Whether transparency is forbidden."""
        return self is not Standard.X4

    @property
    def embeds_profile(self) -> bool:
        """Whether the PDF must contain the profile of the press, and not just the name of its printing condition."""
        return self is Standard.X4

    def __str__(self) -> str:
        return self.value.upper()


def _condition(reader: EntryReader, name: str) -> str:
    written = reader.scalar_at(name)
    if written is not None and written.value in CONDITIONS:
        return written.value
    if written is not None:
        hint = did_you_mean(written.value, CONDITIONS, f"the conditions are: {', '.join(CONDITIONS)}")
        reader.report("bad-value", written.span, f"there is no printing condition {written.value!r}", hint)
    return FIRST_CONDITION


SPOT_COLOURS = parsed(
    "the name of a spot colour",
    {"type": "string", "pattern": SPOT_COLOUR.pattern},
    lambda text: text if SPOT_COLOUR.fullmatch(text) and text.lower() not in NO_SPOT_COLOURS else None,
    "is not the name of a spot colour",
    "use letters, digits, spaces and hyphens, such as CutContour; the shop knows the name",
)


def _paper(reader: EntryReader, name: str) -> Paper | None:
    size = SIZE.read(reader, name)
    return Paper(f"{size.width.value:g} × {size.height.value:g} mm", size) if size else None


# Profiles of a press


@dataclass(frozen=True, slots=True)
class Profile:
    """An ICC profile of a press with four inks; the name is its file name."""

    name: str
    icc: bytes

    def converter(self, source: str, target: str) -> Callable[[bytes], bytes]:
        """Return a function that converts pixels between sRGB (RGB) and a press (CMYK), with black point compensation.

        The rendering intent is relative: white becomes the white of the paper.
        """
        from PIL import Image, ImageCms  # only a press with a profile needs it

        profiles: dict[str, Any] = {
            "RGB": ImageCms.createProfile("sRGB"),
            "CMYK": ImageCms.ImageCmsProfile(BytesIO(self.icc)),
        }
        intent, flags = ImageCms.Intent.RELATIVE_COLORIMETRIC, ImageCms.Flags.BLACKPOINTCOMPENSATION
        transform = ImageCms.buildTransform(profiles[source], profiles[target], source, target, intent, flags)

        def convert(pixels: bytes) -> bytes:
            row = Image.frombytes(source, (len(pixels) // len(source), 1), pixels)
            converted = ImageCms.applyTransform(row, transform)
            assert converted is not None  # only what is changed in place gives none
            return bytes(converted.tobytes())

        return convert

    @property
    def _converts(self) -> bool:
        from PIL.ImageCms import PyCMSError

        try:
            self.converter("RGB", "CMYK")
        except (OSError, PyCMSError):
            return False
        return True

    @property
    def fault(self) -> str:
        """A message about why cards cannot be printed with it, or ""."""
        if self.icc[SIGNATURE] != b"acsp":
            return f"{self.name!r} is not an ICC profile"
        if self.icc[CLASS] != b"prtr" or self.icc[COLOURS] != b"CMYK":
            return f"{self.name!r} is not a profile of a four-ink press"
        return "" if self._converts else f"{self.name!r} is damaged: no colour can be converted with it"


def _profile(reader: EntryReader, name: str) -> Profile | None:
    written = reader.scalar_at(name)
    profile = None if written is None else _named_profile(written, reader)
    if written is None or profile is None or not profile.fault:
        return profile
    hint = "use the CMYK output profile that the print shop gives out"
    reader.report("bad-value", written.span, profile.fault, hint)
    return None


def _named_profile(written: Scalar, reader: EntryReader) -> Profile | None:
    """Return the profile beside the file, or that of the printing condition in a package of this machine."""
    profiles, condition = reader.context["profile"], reader.value_of("condition")
    if written.value in profiles:
        return Profile(written.value, profiles[written.value])
    if written.value != INSTALLED:
        names = f"the profiles are: {', '.join(profiles)}" if profiles else "its name ends in .icc or .icm"
        hint = did_you_mean(written.value, profiles, f"put it into the folder of this file; {names}")
        reader.report("bad-value", written.span, f"there is no profile {written.value!r} beside this file", hint)
    elif profile := installed_profile(condition):
        return Profile(*profile)
    else:
        hint = "put the profile of the print shop beside this file and write its name"
        if packages := packages_with(condition):
            hint = f"a package brings one: {', '.join(packages)}; or {hint}"
        reader.report("bad-value", written.span, f"no profile for {condition} is installed", hint)
    return None


class Press(Request, noun="a file for a print shop"):
    """Cards for a print shop: each a PDF of its own with bleed and crop marks, in printing inks, as PDF/X asks."""

    kind: str = shared(file_kind("press"), default="press")
    cards: ChosenCards = key("The cards to print", "cards: [fire]", default=(), otherwise="all cards")
    bleed: Annotated[Millimetres, length(0, WIDEST_BLEED, "width of a bleed")] = key(
        "How far the background of a card is printed beyond its edge",
        "bleed: 0.125in",
        default=USUAL_BLEED,
        otherwise=str(USUAL_BLEED),
    )
    marks: Annotated[bool, chosen({"crop": True, "none": False})] = key(
        "Crop marks beyond the bleed, or nothing", "marks: none", default=True, otherwise="crop"
    )
    standard: Standard = key(
        "The standard of the PDF; pdf/x-4 allows transparency, and needs the profile of the press",
        "standard: pdf/x-3",
        default=Standard.X1A,
        otherwise="pdf/x-1a",
    )
    condition: str = key(
        "The paper and the inks to print for, by the name that the International Color Consortium registers",
        "condition: FOGRA51",
        kind=Kind("the registered name of a printing condition", _condition, {"enum": list(CONDITIONS)}),
        default=FIRST_CONDITION,
        otherwise=FIRST_CONDITION,
    )
    paper: Paper | None = key(
        "The paper of the press on which the cards lie together, in one file for all",
        "sheet: 320 × 450 mm",
        kind=Kind(SIZE.words, _paper, SIZE.schema),
        name="sheet",
        default=None,
        otherwise="each card has a file of its own",
    )
    copies: tuple[Copies, ...] = key(
        "How many of a card lie on the `sheet`",
        "sheet: 320 × 450 mm\ncopies: {fire: 3}",
        kind=NAMED_COPIES,
        default=(),
        otherwise="one of each, or as many as its `count`",
    )
    gap: Annotated[Millimetres, length(0, WIDEST_GAP, "width of a gap")] | None = key(
        "The space between two cards on the `sheet`, at least twice the bleed",
        "sheet: 320 × 450 mm\ngap: 10mm",
        default=None,
        otherwise="what crop marks at every card need: 8.5mm with a bleed of 3mm",
    )
    margin: Annotated[Millimetres, length(0, WIDEST_GAP, "width of a margin")] = key(
        "The edge of the `sheet` that the press holds or cannot reach",
        "sheet: 320 × 450 mm\nmargin: 15mm",
        default=USUAL_MARGIN,
        otherwise=str(USUAL_MARGIN),
    )
    sides: Sides = shared(DUPLEX, default=Sides.APART)
    die_line: str = key(
        "The spot colour of the line along which a die cuts: it has its own plate and overprints",
        "die-line: CutContour",
        kind=SPOT_COLOURS,
        default="",
        otherwise="none",
    )
    corner_radius: Annotated[Millimetres, length(0, WIDEST_BLEED, "radius of a corner")] = key(
        "The radius of the corners of the `die-line`",
        "die-line: CutContour\ncorner-radius: 3mm",
        default=NO_LENGTH,
        otherwise="0mm",
    )
    profile: Annotated[Profile, Kind("text", _profile, ONE_VALUE)] | None = key(
        "The ICC profile of the press: a file beside this one, or installed for one that a package brings",
        "profile: shop.icc",
        default=None,
        otherwise="inks worked out without one",
    )

    def check(self, reader: EntryReader) -> None:
        if self.standard.embeds_profile and not reader.has("profile"):
            hint = "put the profile of the press beside this file, write profile: installed, or use pdf/x-1a"
            message = f"{self.standard} needs the 'profile' of the press"
            reader.report("missing-key", reader.place("standard"), message, hint)
        for name in ON_SHEETS if not reader.has("sheet") else ():
            if reader.has(name):
                message = f"{name!r} is about cards that share a sheet"
                reader.report("bad-value", reader.place(name), message, "add sheet: 320 × 450 mm, or remove it")
        if self.paper and self.gap and self.gap.value < 2 * self.bleed.value:
            hint = f"make the gap {Millimetres(2 * self.bleed.value)} or wider, or the bleed narrower"
            reader.report("bad-value", reader.place("gap"), "the bleeds of two neighbours meet", hint)
        if reader.has("corner-radius") and not reader.has("die-line"):
            hint = "add die-line: CutContour, or remove it"
            reader.report("bad-value", reader.place("corner-radius"), "only a die cuts round corners", hint)

    def sheet(self, cards: Iterable[str]) -> Sheet:
        """Return cards by their ids as a sheet. Its margin has room for the marks, but does not contain them."""
        assert self.paper is not None
        gap = self.gap or Millimetres(narrowest_gap(self.bleed.value))
        numbers = {each.card.name: each.number for each in self.copies}
        names = {card: reference(Scalar(card, self.span), "card") for card in cards}
        return Sheet(
            id=self.id,
            title=self.title,
            span=self.span,
            papers=(self.paper,),
            cards=tuple(Copies(card=name, number=numbers.get(card, 1)) for card, name in names.items()),
            margin=self.margin,
            gap=Gap(gap, gap),
            sides=self.sides,
            bleed=self.bleed,
            marks=Marks.NONE,
        )
