"""What the web templates are given of files to take away, and of a page's own description."""

from dataclasses import dataclass

from markupsafe import Markup


@dataclass(frozen=True, slots=True)
class Download:
    """A file beside the web folder; `told` is what one wants to know before opening it."""

    label: str | Markup
    href: str
    told: str


@dataclass(frozen=True, slots=True)
class DownloadsView:
    """Files that belong together, such as all of one card."""

    label: Markup
    files: tuple[Download, ...]


@dataclass(frozen=True, slots=True)
class CardLinkView:
    """A card on the overview: its page, its picture with its sides in pixels, and its file."""

    label: Markup
    href: str
    picture: str
    width: int
    height: int
    pdf: Download


@dataclass(frozen=True, slots=True)
class MetaView:
    """`canonical` is empty where the game has no address; the picture is then told by a relative one.

    Those who read og:image want a whole address, but some follow a relative one too, and it harms nobody.
    """

    description: str
    canonical: str
    picture: str
