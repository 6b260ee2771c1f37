"""The product for a print shop: cards with bleed and crop marks, in printing inks, as PDF/X."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from rulewright.decode.card_files import Surroundings
from rulewright.decode.cards import SIZE
from rulewright.entries.entry import EntryReader, Kind
from rulewright.entries.lazy import key
from rulewright.entries.names import did_you_mean
from rulewright.entries.paper import NO_LENGTH, Millimetres, Paper
from rulewright.entries.roles import SCALAR, choice, length, names_to, reference
from rulewright.entries.text import Text
from rulewright.imposition.space import narrowest_gap
from rulewright.installed_profiles import installed_profile, packages_with
from rulewright.model.book import Book
from rulewright.model.product import (
    CONDITIONS,
    SHEET_STYLE,
    SMALLEST_ON_CARDS,
    Copies,
    DieLine,
    Gang,
    Offer,
    Press,
    PrintedPdf,
    Profile,
    Sides,
    Standard,
)
from rulewright.products.product import CHOSEN_CARDS, FileKind, Plan, ProductEntry, ProductOfCards, card_print
from rulewright.products.sheets import COPIES_SCHEMA, DUPLEX, read_count
from rulewright.render.paths import card_path, gang_path, press_path
from rulewright.source.nodes import Scalar
from rulewright.translation.messages import tell

if TYPE_CHECKING:
    from rulewright.products.run import PrintRun


USUAL_BLEED = Millimetres(Decimal(3))
WIDEST_BLEED = 20
"""The widest bleed in millimetres; no print shop asks for more."""
SIGNATURE, CLASS, COLOURS = slice(36, 40), slice(12, 16), slice(16, 20)
"""The places in an ICC profile of its signature, device class and colour space."""
WIDEST_GAP = 50
"""The widest gap between cards, and the widest edge of press paper, in millimetres."""
USUAL_MARGIN = Millimetres(Decimal(10))
SPOT_COLOUR = re.compile(r"[A-Za-z][A-Za-z0-9 -]{0,39}")
NO_SPOT_COLOURS = ("all", "none", "cyan", "magenta", "yellow", "black")
"""Names that PDF reserves for other plates."""
ON_SHEETS = ("copies", "gap", "margin", "duplex")
"""Keys that are allowed only together with `sheet`."""
FIRST_CONDITION = next(iter(CONDITIONS))
INSTALLED = "installed"
"""The value of `profile` that stands for the profile of the condition in an installed package."""


def _condition(entry: EntryReader, name: str) -> str:
    written = entry.scalar_at(name)
    if written is not None and written.value in CONDITIONS:
        return written.value
    if written is not None:
        hint = did_you_mean(written.value, CONDITIONS, f"the conditions are: {', '.join(CONDITIONS)}")
        entry.report("bad-value", written.span, f"there is no printing condition {written.value!r}", hint)
    return FIRST_CONDITION


def _spot_colour(entry: EntryReader, name: str) -> str:
    written = entry.scalar_at(name)
    if written is None:
        return ""
    if SPOT_COLOUR.fullmatch(written.value) and written.value.lower() not in NO_SPOT_COLOURS:
        return written.value
    hint = "use letters, digits, spaces and hyphens, such as CutContour; the shop knows the name"
    entry.report("bad-value", written.span, f"{written.value!r} is not the name of a spot colour", hint)
    return ""


def _copies(entry: EntryReader, name: str) -> tuple[Copies, ...]:
    return tuple(Copies(reference(card, "card"), read_count(number, entry)) for card, number in entry.pairs_at(name))


class PressEntry(ProductEntry, word="press"):
    """Cards for a print shop: each a PDF of its own with bleed and crop marks, in printing inks, as PDF/X asks."""

    noun = "a file for a print shop"
    cards = key(CHOSEN_CARDS, "The cards to print", "cards: [fire]", default="all cards")
    bleed = key(
        length(0, WIDEST_BLEED, "width of a bleed"),
        "How far the background of a card is printed beyond its edge",
        "bleed: 0.125in",
        default=str(USUAL_BLEED),
    )
    marks = key(choice("crop", "none"), "Crop marks beyond the bleed, or nothing", "marks: none", default="crop")
    standard = key(
        choice(*(each.value for each in Standard)),
        "The standard of the PDF; pdf/x-4 allows transparency, and needs the profile of the press",
        "standard: pdf/x-3",
        default="pdf/x-1a",
    )
    condition = key(
        Kind("the registered name of a printing condition", _condition, {"enum": list(CONDITIONS)}),
        "The paper and the inks to print for, by the name that the International Color Consortium registers",
        "condition: FOGRA51",
        default=FIRST_CONDITION,
    )
    sheet = key(
        SIZE,
        "The paper of the press on which the cards lie together, in one file for all",
        "sheet: 320 × 450 mm",
        default="each card has a file of its own",
    )
    copies = key(
        Kind("how many of which cards", _copies, names_to(COPIES_SCHEMA)),
        "How many of a card lie on the `sheet`",
        "sheet: 320 × 450 mm\ncopies: {fire: 3}",
        default="one of each, or as many as its `count`",
    )
    gap = key(
        length(0, WIDEST_GAP, "width of a gap"),
        "The space between two cards on the `sheet`, at least twice the bleed",
        "sheet: 320 × 450 mm\ngap: 10mm",
        default="what crop marks at every card need: 8.5mm with a bleed of 3mm",
    )
    margin = key(
        length(0, WIDEST_GAP, "width of a margin"),
        "The edge of the `sheet` that the press holds or cannot reach",
        "sheet: 320 × 450 mm\nmargin: 15mm",
        default=str(USUAL_MARGIN),
    )
    duplex = key(
        choice(*DUPLEX),
        "The edge along which the `sheet` is turned, to print backs behind their cards",
        "sheet: 320 × 450 mm\nduplex: long-edge",
        default="one side is printed",
    )
    die_line = key(
        Kind("the name of a spot colour", _spot_colour, {"type": "string", "pattern": SPOT_COLOUR.pattern}),
        "The spot colour of the line along which a die cuts: it has its own plate and overprints",
        "die-line: CutContour",
        default="none",
    )
    corner_radius = key(
        length(0, WIDEST_BLEED, "radius of a corner"),
        "The radius of the corners of the `die-line`",
        "die-line: CutContour\ncorner-radius: 3mm",
        default="0mm",
    )
    profile = key(
        SCALAR,
        "The ICC profile of the press: a file beside this one, or installed for one that a package brings",
        "profile: shop.icc",
        default="inks worked out without one",
    )


def _read_press(id_: str, entry: PressEntry, surroundings: Surroundings) -> Press:
    standard = Standard(entry.standard)
    profile = _profile(entry, surroundings.profiles)
    if standard.embeds_profile and not entry.has("profile"):
        hint = "put the profile of the press beside this file, write profile: installed, or use pdf/x-1a"
        entry.report("missing-key", entry.place("standard"), f"{standard} needs the 'profile' of the press", hint)
    return Press(
        id_,
        entry.title,
        entry.cards,
        entry.bleed or USUAL_BLEED,
        entry.marks == "crop",
        standard,
        entry.condition,
        profile,
        entry.span,
        entry.copies,
        _gang(entry),
        _die_line(entry),
    )


def _gang(entry: PressEntry) -> Gang | None:
    """Read the paper of the press; None if each card has its own file."""
    size, bleed = entry.sheet, (entry.bleed or USUAL_BLEED).value
    if size is None:
        for name in ON_SHEETS if not entry.has("sheet") else ():
            if entry.has(name):
                message = f"{name!r} is about cards that share a sheet"
                entry.report("bad-value", entry.place(name), message, "add sheet: 320 × 450 mm, or remove it")
        return None
    gap = entry.gap or Millimetres(narrowest_gap(bleed))
    if gap.value < 2 * bleed:
        hint = f"make the gap {Millimetres(2 * bleed)} or wider, or the bleed narrower"
        entry.report("bad-value", entry.place("gap"), "the bleeds of two neighbours meet", hint)
    sides = DUPLEX[entry.duplex] if entry.has("duplex") else Sides.APART
    paper = Paper(f"{size.width.value:g} × {size.height.value:g} mm", size)
    return Gang(paper, entry.margin or USUAL_MARGIN, gap, sides)


def _die_line(entry: PressEntry) -> DieLine | None:
    if entry.has("corner-radius") and not entry.has("die-line"):
        hint = "add die-line: CutContour, or remove it"
        entry.report("bad-value", entry.place("corner-radius"), "only a die cuts round corners", hint)
    return DieLine(entry.die_line, entry.corner_radius or NO_LENGTH) if entry.die_line else None


def _profile(entry: PressEntry, profiles: Mapping[str, bytes]) -> Profile | None:
    written = entry.profile
    if written is None:
        return None
    if written.value == INSTALLED:
        return _installed(written, entry)
    if written.value not in profiles:
        names = f"the profiles are: {', '.join(profiles)}" if profiles else "its name ends in .icc or .icm"
        hint = did_you_mean(written.value, profiles, f"put it into the folder of this file; {names}")
        entry.report("bad-value", written.span, f"there is no profile {written.value!r} beside this file", hint)
        return None
    return _checked(written, Profile(written.value, profiles[written.value]), entry)


def _installed(written: Scalar, entry: PressEntry) -> Profile | None:
    """Find the profile of the printing condition in the packages of this machine."""
    condition = entry.condition
    if profile := installed_profile(condition):
        return _checked(written, Profile(*profile), entry)
    hint = "put the profile of the print shop beside this file and write its name"
    if packages := packages_with(condition):
        hint = f"a package brings one: {', '.join(packages)}; or {hint}"
    entry.report("bad-value", written.span, f"no profile for {condition} is installed", hint)
    return None


def _checked(written: Scalar, profile: Profile, entry: PressEntry) -> Profile | None:
    """Return the profile if cards can be printed with it; otherwise report an error and return None."""
    icc = profile.icc
    if icc[SIGNATURE] != b"acsp":
        message = f"{profile.name!r} is not an ICC profile"
    elif icc[CLASS] != b"prtr" or icc[COLOURS] != b"CMYK":
        message = f"{profile.name!r} is not a profile of a four-ink press"
    elif not _converts(profile):
        message = f"{profile.name!r} is damaged: no colour can be converted with it"
    else:
        return profile
    entry.report("bad-value", written.span, message, "use the CMYK output profile that the print shop gives out")
    return None


def _converts(profile: Profile) -> bool:
    from PIL.ImageCms import PyCMSError

    from rulewright.render.pdf.inks import by_profile

    try:
        by_profile(profile)
    except (OSError, PyCMSError):
        return False
    return True


@dataclass(frozen=True)
class PressProduct(ProductOfCards):
    """A PDF of each card for a print shop, or of each sheet of its press."""

    kind = PressEntry.word
    request: Press

    def texts(self) -> Iterator[Text | None]:
        yield from super().texts()
        yield from (each.card for each in self.request.copies)

    def files(self, book: Book) -> Iterator[PrintedPdf]:
        press = self.request
        if press.gang is not None:
            yield PrintedPdf(
                path=gang_path(press),
                span=press.span,
                offer=Offer((press.title,)),
                name=f"the press sheet {press.id!r}",
                about=f"press sheet {press.id}",
                smallest=SMALLEST_ON_CARDS,
                stylesheet=SHEET_STYLE,
                sheet=True,
                tagged=False,
            )
            return
        for card in book.chosen(press.cards):
            copies = tell("{count} copies", count=card.count) if card.count > 1 else ""
            yield card_print(
                card,
                book,
                path=press_path(card),
                span=press.span,
                offer=Offer((press.title, ": ", card.title), copies, deck=card.deck_id),
                name=f"the card {card.id!r} for the press",
                about=f"press {card.id}",
                tagged=False,
            )

    def plans(self, run: "PrintRun") -> Iterator[Plan]:
        from rulewright.products.print_press import gang_files, press_files
        from rulewright.render.pdf.finished_files import FinishedFiles

        needs = frozenset(card_path(card) for card in run.book.chosen(self.request.cards) if card.has_tasks)
        files = gang_files if self.request.gang else press_files
        yield Plan(needs, lambda finished: files(run, self.request, FinishedFiles(finished)))


PRESS = FileKind(PressEntry, _read_press, PressProduct)
