"""What a game asks of its web pages: where the lines of its source can be edited."""

import re
from urllib.parse import urlsplit

from rulewright.language.entry import Entry, key
from rulewright.language.kinds import STRING
from rulewright.model.forge import EDIT_WORDS
from rulewright.source.nodes import Node
from rulewright.translation.messages import NO_WORDS, Message, tell

WORD = re.compile(r"\{[^{}]*\}?|\}")
HINT = tell("write the address of a line: https://github.com/me/my-game/edit/main/{file}#L{line}")


class WebEntry(Entry):
    """What the web pages of the game have besides its texts."""

    noun = "the web pages of a game"
    edit = key(
        STRING,
        "The address at which a line of the source is edited, with {file} and {line}; pages in study mode link "
        "each rule, table, term and quick reference to it",
        'edit: "https://github.com/me/my-game/edit/main/{file}#L{line}"', default="no links",
    )  # fmt: skip


def read_edit(web: Node | None, entry: Entry) -> str:
    """The address with its words, or nothing where none is given or what is given is none."""
    if web is None:
        return ""
    own = WebEntry(web, tell("'web'"), entry.faults)
    written = own.edit.strip()
    if not written or not (message := _wrong(written)):
        return written
    own.fault("bad-value", own.place("edit"), message, HINT)
    return ""


def _wrong(written: str) -> Message:
    unknown = [word for word in WORD.findall(written) if word not in EDIT_WORDS]
    if unknown:
        return tell("{word!r} is no word of an address of a line", word=unknown[0])
    if "{file}" not in written:
        return tell("{written!r} does not say where the file stands", written=written)
    return NO_WORDS if _is_address(written) else tell("{written!r} is no address on the web", written=written)


def _is_address(written: str) -> bool:
    try:
        parts = urlsplit(written)
        _ = parts.port  # a port that is no number is found only when it is asked for
    except ValueError:
        return False
    plain = written.isascii() and written.isprintable() and not set(written) & set(' "<>\\^`|')
    return plain and parts.scheme in ("http", "https") and bool(parts.hostname) and "{" not in parts.netloc
