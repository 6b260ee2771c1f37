"""What a game asks of its web pages: how they look, and where the lines of its source can be edited."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from rulewright.decode.web_looks import LookEntry, read_look
from rulewright.language.entry import Entry, key
from rulewright.language.kinds import FLAG, STRING
from rulewright.model.about import EDIT_WORDS
from rulewright.model.theme import USUAL_LOOK, Family, WebLook
from rulewright.source.nodes import Node
from rulewright.source.pictures import Picture

WORD = re.compile(r"\{[^{}]*\}?|\}")
HINT = "write the address of a line: https://github.com/me/my-game/edit/main/{file}#L{line}"


class WebEntry(LookEntry):
    """What the web pages of the game have besides its texts."""

    noun = "the web pages of a game"
    edit = key(
        STRING,
        "The address at which a line of the source is edited, with {file} and {line}; pages in study mode link "
        "each rule, table, term and quick reference to it",
        'edit: "https://github.com/me/my-game/edit/main/{file}#L{line}"',
        default="no links",
    )
    alone = key(
        FLAG,
        "Whether its folder is published without the page over all games: then no page of it leads there",
        "alone: yes",
        default="no",
    )


@dataclass(frozen=True, slots=True)
class WebWishes:
    """What is asked of the pages; `edit` is the address of a line with its words, or empty."""

    edit: str = ""
    look: WebLook = USUAL_LOOK
    alone: bool = False


def read_web(web: Node | None, game: Entry, fonts: Iterable[Family], pictures: Mapping[str, Picture]) -> WebWishes:
    """What the author says under `web`; what is at fault is left out."""
    if web is None:
        return WebWishes()
    entry = WebEntry(web, "'web'", game.faults)
    return WebWishes(_edit(entry), read_look(entry, fonts, pictures), entry.alone)


def _edit(entry: WebEntry) -> str:
    written = entry.edit.strip()
    if not written or not (message := _wrong(written)):
        return written
    entry.fault("bad-value", entry.place("edit"), message, HINT)
    return ""


def _wrong(written: str) -> str:
    unknown = [word for word in WORD.findall(written) if word not in EDIT_WORDS]
    if unknown:
        return f"{unknown[0]!r} is not {{file}} or {{line}}"
    if "{file}" not in written:
        return f"{written!r} does not contain {{file}}"
    return "" if _is_address(written) else f"{written!r} is not a web address"


def _is_address(written: str) -> bool:
    try:
        parts = urlsplit(written)
        _ = parts.port  # a port that is no number is found only when it is asked for
    except ValueError:
        return False
    plain = written.isascii() and written.isprintable() and not set(written) & set(' "<>\\^`|')
    return plain and parts.scheme in ("http", "https") and bool(parts.hostname) and "{" not in parts.netloc
