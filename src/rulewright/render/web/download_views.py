"""What the web templates are given about downloads, and about the page itself."""

from dataclasses import dataclass

from markupsafe import Markup


@dataclass(frozen=True, slots=True)
class Download:
    """A file beside the web folder; `details` are its length and size."""

    label: str | Markup
    href: str
    details: str


@dataclass(frozen=True, slots=True)
class DownloadsView:
    """Files that belong together, such as those of one card."""

    label: Markup
    files: tuple[Download, ...]


@dataclass(frozen=True, slots=True)
class CardLinkView:
    """A card on the overview: its page, its picture with its sides in pixels, and its file.

    A deck has no file, but the picture of its first card. `copies` are words, empty for a single card.
    """

    label: Markup
    href: str
    picture: str
    width: int
    height: int
    pdf: Download | None
    copies: str = ""


@dataclass(frozen=True, slots=True)
class MetaView:
    """`canonical` is empty if the game has no address; `picture` is then a relative address.

    Readers of og:image want an absolute address, but some follow a relative one, and it does no harm.
    """

    description: str
    canonical: str
    picture: str
