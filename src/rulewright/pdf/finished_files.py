"""The finished files of a game, for the web pages and the report: their length, size and pictures."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial

from rulewright.base.messages.messages import Message, tell, tell_number
from rulewright.base.store import Store
from rulewright.entries.card import Card, Setting, apply_setting, read_setting
from rulewright.entries.press import Profile
from rulewright.html.paths import card_path, thumbnail_path
from rulewright.pdf.inks import press_proof
from rulewright.pdf.page_images import Picture, open_pdf, soft_proof

SETTING = "RulewrightSetting"
"""The metadata key of a PDF that holds the setting of its card, if the tool chose the setting."""


@dataclass(frozen=True, slots=True)
class FinishedFiles:
    """The finished files by their paths below build/GAME; `store` caches the pictures made from them.

    `proofs` holds soft proofs that were painted in advance, by card id.
    """

    files: Mapping[str, bytes]
    store: Store = field(default_factory=Store)
    proofs: Mapping[str, list[bytes]] = field(default_factory=dict)

    def page_count(self, path: str) -> int:
        return len(open_pdf(self.files[path]))

    def length(self, path: str) -> Message:
        """Return the size of a file in words, and for a PDF also its pages: `2 pages, 140 kB`."""
        size = rounded(len(self.files[path]))
        if not path.endswith(".pdf"):
            return size
        return tell_number("{n} page, {size}", "{n} pages, {size}", self.page_count(path), size=size)

    def with_setting(self, card: Card) -> Card:
        """Return the card as it was printed, with the type size and columns that the tool chose."""
        setting = self.setting(card)
        return apply_setting(card, setting) if setting else card

    def setting(self, card: Card) -> Setting | None:
        """Return the choices that the tool made when it printed the card; None if it made none."""
        written = open_pdf(self.files[card_path(card)]).get_metadata_value(SETTING) if card.has_tasks else ""
        return read_setting(written) if written else None

    def thumbnail_size(self, card: Card) -> tuple[int, int]:
        """Return width and height of the card's thumbnail in pixels."""
        picture = Picture.of(self.files[thumbnail_path(card)])
        return picture.width, picture.height

    def soft_proofs(self, card: Card) -> Iterator[Picture]:
        """Yield a picture of every page of a card for viewing on a screen; nothing for a card that is not printed."""
        return map(Picture.of, self.proofs.get(card.id) or self.proofs_of(card))

    def proofs_of(self, card: Card) -> list[bytes]:
        """Return the soft proofs as PNG files, from the store if it has them."""
        path = card_path(card)
        pdf = self.files.get(path, b"")
        pages = range(self.page_count(path)) if pdf else ()
        return [self.store.get(_soft_proof_of(pdf, page), partial(soft_proof, pdf, page)) for page in pages]

    def has_proofs(self, card: Card) -> bool:
        """Return whether the store has the soft proofs of a card (the first one is looked up); True without a PDF."""
        pdf = self.files.get(card_path(card), b"")
        return not pdf or self.store.find(self.store.key(*_soft_proof_of(pdf, 0))) is not None

    def press_proofs(self, card: Card, profile: Profile) -> Iterator[Picture]:
        """Yield the soft proofs of a card in the colours of a press."""
        for picture in self.soft_proofs(card):
            values = ("press proof", picture.png, profile.icc)
            yield Picture.of(self.store.get(values, partial(press_proof, picture.png, profile)))


def _soft_proof_of(pdf: bytes, page: int) -> tuple[str, bytes, str]:
    return "soft proof", pdf, str(page)


def rounded(size: int) -> Message:
    """Return a size with two significant figures: `140 kB`, `1.2 MB`."""
    if size >= 1_000_000:
        return tell("{size:.1f} MB", size=size / 1_000_000)
    kilobytes = max(1, round(size / 1000))
    return tell("{size} kB", size=round(kilobytes, -1) if kilobytes >= 100 else kilobytes)
