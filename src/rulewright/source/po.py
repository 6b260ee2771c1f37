"""Read and write a PO file of gettext: the texts of a translation, each with the place of its `msgstr`.

    #: content/marsh/rules.yaml:7
    msgctxt "rules: oath: title"
    msgid "The Oath"
    msgstr "Le serment"

Babel writes the strings. It does not read them, because its reader has no places within texts, and takes a line without
a closing quotation mark for a text.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from rulewright.base.findings import Finding, Findings, Label, Span
from rulewright.source.nodes import Scalar
from rulewright.source.text_limits import text_findings

LINE = re.compile(r'(?P<gone>#~\s*)?(?P<word>msgctxt|msgid|msgstr)?\s*"(?P<text>(?:[^"\\]|\\.)*)"')
"""A line of a text: its keyword, if it is the first, and what is in the quotes; `#~` marks an obsolete entry."""
ESCAPE = re.compile(r"\\(.)")
ESCAPES = {"n": "\n", "t": "\t", "r": "\r"}
BEFORE = {"msgctxt": ("", "msgstr"), "msgid": ("", "msgctxt", "msgstr"), "msgstr": ("msgid",)}
"""The keywords that may stand before each; "" is the beginning of an entry, and `msgstr` its end."""
FUZZY, FLAGS, PREVIOUS = "fuzzy", "#,", "#|"
WRITTEN_ANEW = ("#:", "#.", FLAGS, PREVIOUS)
"""Comments that the tool writes; all others are the translator's."""


@dataclass(frozen=True, slots=True)
class PoEntry:
    """A text of the original, the address that is its context, and its translation.

    `comments` are lines of the translator, `previous` those with the original that was translated, `note` a line for
    the translator, `places` those of the original. An `obsolete` entry translates nothing now.
    """

    context: str
    original: str
    text: Scalar
    flags: tuple[str, ...] = ()
    obsolete: bool = False
    comments: tuple[str, ...] = ()
    previous: tuple[str, ...] = ()
    note: str = ""
    places: tuple[str, ...] = ()

    @property
    def fuzzy(self) -> bool:
        return FUZZY in self.flags

    @property
    def translated(self) -> bool:
        return bool(self.text.value.strip())

    def changed(self, context: str, original: str) -> "PoEntry":
        """Return the entry for an original that has changed: it is fuzzy, and says which original was translated."""
        flags = self.flags if self.fuzzy else (FUZZY, *self.flags)
        previous = self.previous or tuple(_lines("msgid", self.original, f"{PREVIOUS} "))
        return replace(self, context=context, original=original, flags=flags, previous=previous)

    def lines(self) -> Iterator[str]:
        """Yield the lines of the entry in a file."""
        yield from self.comments
        yield from (f"#. {self.note}",) if self.note else ()
        yield from (f"#: {' '.join(self.places)}",) if self.places else ()
        yield from (f"{FLAGS} {', '.join(self.flags)}",) if self.flags else ()
        yield from self.previous if self.fuzzy else ()
        for word, text in (("msgctxt", self.context), ("msgid", self.original), ("msgstr", self.text.value)):
            yield from _lines(word, text, "#~ " if self.obsolete else "")


def _lines(word: str, text: str, mark: str) -> Iterator[str]:
    from babel.messages.pofile import normalize

    return (f"{mark}{line}" for line in f"{word} {normalize(text, width=0)}".split("\n"))


@dataclass(frozen=True, slots=True)
class PoFile:
    """The file of one language. `head` is the text of its first entry, which has the name of the translator."""

    file: str
    head: str = ""
    entries: tuple[PoEntry, ...] = ()


def new_head(game: str, language: str) -> str:
    fields = ("Project-Id-Version: " + game, "Language: " + language.replace("-", "_"), "MIME-Version: 1.0")
    encoding = ("Content-Type: text/plain; charset=UTF-8", "Content-Transfer-Encoding: 8bit")
    return "\n".join(['msgid ""', 'msgstr ""', *(rf'"{each}\n"' for each in (*fields, *encoding))])


def po_text(head: str, entries: Iterable[PoEntry]) -> str:
    """Return the text of a file."""
    return "\n\n".join((head, *("\n".join(each.lines()) for each in entries))) + "\n"


def read_po(text: str, file: str, findings: Findings) -> PoFile:
    """Read a PO file; what is wrong with it adds findings."""
    head, entries = "", dict[tuple[str, str, bool], PoEntry]()
    lines = text.split("\n")
    for end, entry in _Reader(lines, file, findings).entries():
        findings.extend(text_findings(entry.text))
        key = entry.context, entry.original, entry.obsolete
        if key == ("", "", False) and not entries:
            head = "\n".join(lines[:end]).strip()
        elif key in entries and not entry.obsolete:
            message = f"{entry.context}: {entry.original!r} is translated twice"
            label = Label(entries[key].text.span, "first here")
            findings.add(Finding("duplicate-key", entry.text.span, message, "keep one of the two", (label,)))
        else:
            entries[key] = entry
    return PoFile(file, head, tuple(entries.values()))


@dataclass(slots=True)
class _Reader:
    """Reads the lines of a file. `word` is the last keyword, `place` and `raw` those of `msgstr`."""

    lines: list[str]
    file: str
    findings: Findings
    word: str = ""
    texts: dict[str, str] = field(default_factory=dict)
    comments: list[str] = field(default_factory=list)
    obsolete: bool = False
    place: Span | None = None
    raw: list[str] = field(default_factory=list)

    def entries(self) -> Iterator[tuple[int, PoEntry]]:
        """Yield each entry with the number of the lines up to its end, as far as the file can be read."""
        for number, line in enumerate(self.lines):
            match = LINE.fullmatch(line.strip())
            word = match["word"] if match else None  # None for a line that continues a text too
            ends_text = word is not None if match else not line.strip() or line.startswith("#")
            if ends_text and self.word == "msgstr" and word != "msgstr":
                yield number, self._entry()  # and `self.word` is "" from now on
            may_stand_here = self.word in BEFORE[word] if word else self.word != ""
            if match and may_stand_here:
                self.obsolete = bool(match["gone"])
                self._add(number + 1, line, word or self.word, match["text"])
            elif match or not ends_text:
                self.findings.add(self._invalid(number + 1, line, word))
                return
            elif line.startswith("#") and not line.startswith("#~"):
                self.comments.append(line.rstrip())
        if self.word == "msgstr":
            yield len(self.lines), self._entry()
        elif self.word:
            self.findings.add(self._invalid(len(self.lines), "", None))

    def _add(self, number: int, line: str, word: str, text: str) -> None:
        self.word = word
        value = ESCAPE.sub(lambda escape: ESCAPES.get(escape[1], escape[1]), text) if "\\" in text else text
        self.texts[word] = self.texts.get(word, "") + value
        if word == "msgstr":
            begin = line.index('"') + 1
            if not any(self.raw):  # the place of a text is that of its first letters
                self.place, self.raw = Span(self.file, number, begin + 1, max(len(text), 1)), [text]
            else:
                self.raw.append(line[: begin + len(text)])

    def _entry(self) -> PoEntry:
        """Return the entry that ends here, and begin the next one."""
        text = Scalar(self.texts["msgstr"], self.place or Span(self.file), "\n".join(self.raw), plain=False)
        flags = (flag.strip() for line in self.comments if line.startswith(FLAGS) for flag in line[2:].split(","))
        entry = PoEntry(
            self.texts.get("msgctxt", ""),
            self.texts["msgid"],
            text,
            tuple(filter(None, flags)),
            self.obsolete,
            tuple(line for line in self.comments if not line.startswith(WRITTEN_ANEW)),
            tuple(line for line in self.comments if line.startswith(PREVIOUS)),
        )
        self.word, self.texts, self.comments, self.raw = "", {}, [], []
        return entry

    def _invalid(self, number: int, line: str, word: str | None) -> Finding:
        """Say why a line cannot be read."""
        hint = 'an entry is msgctxt "…", msgid "…" and msgstr "…", each on lines of its own'
        if not line.strip():
            message = f"the file ends after {self.word}"
        elif word:
            message = f"{word} cannot stand after {self.word or 'the entry before'}"
        elif line.lstrip().startswith(("msgid_plural", "msgstr[")):
            message, hint = "a text of a game has no plural forms", "translate it under msgid and msgstr"
        elif '"' in line:
            message, hint = "not a text in quotes", 'write it as "…", with a backslash before each " within it'
        else:
            message = "neither a comment nor a text in quotes"
        span = Span(self.file, number, len(line) - len(line.lstrip()) + 1, len(line.strip()) or 1)
        return Finding("invalid-po", span, message, hint, unreadable=True)
