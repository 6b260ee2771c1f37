"""The address under which a game is published: what sitemaps and previews need, for they know of no relative links."""

from urllib.parse import SplitResult, urlsplit

from rulewright.language.entry import Entry

HINT = "write the address of the folder that is published: https://example.org/my-game/"


def read_address(entry: Entry, written: str) -> str:
    """The address with a stroke at its end, or nothing where none is given or what is given is none."""
    written = written.strip()
    if not written:
        return ""
    if not _is_folder(written):
        entry.fault(
            "bad-value",
            entry.place("address"),
            f"{written!r} is not the web address of a folder",
            HINT,
        )
        return ""
    return written.rstrip("/") + "/"


def _is_folder(written: str) -> bool:
    parts = _split(written)
    if parts is None or parts.scheme not in ("http", "https") or not parts.hostname:
        return False
    plain = written.isascii() and written.isprintable() and not set(written) & set(' "<>\\^`{|}?#@')
    return plain and not parts.path.endswith(".html")


def _split(written: str) -> SplitResult | None:
    try:
        parts = urlsplit(written)
        _ = parts.port  # a port that is no number is found only when it is asked for
    except ValueError:
        return None
    return parts
