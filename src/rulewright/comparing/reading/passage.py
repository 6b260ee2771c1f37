"""The words of a paragraph with what is emphasised, and its statements."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from rulewright.comparing.statement import Kind, Statement
from rulewright.findings import Span
from rulewright.markup.sentences import sentences


@dataclass(slots=True)
class Passage:
    """Plain words; `strong` are the begins and ends of those that are emphasised. Lines are those of the source.

    `column` is where they begin in their first line, from 1; 0 where markup hides it.
    """

    text: str = ""
    strong: list[tuple[int, int]] = field(default_factory=list)
    column: int = 0

    def add(self, text: str, *, strong: bool = False) -> None:
        if strong and text.strip():
            self.strong.append((len(self.text), len(self.text) + len(text)))
        self.text += text

    def emphasised(self, begin: int, end: int) -> tuple[str, ...]:
        """The emphasised words of a part; none where it is emphasised whole, as headings and labels are."""
        parts = [(max(begin, first), min(end, last)) for first, last in self.strong if first < end and last > begin]
        if sum(last - first for first, last in parts) >= len(self.text[begin:end].rstrip(" :")):
            return ()
        words = (" ".join(self.text[slice(*self._whole_words(*part))].split()) for part in parts)
        return tuple(dict.fromkeys(filter(None, (word.strip(" ,.;:") for word in words))))

    def column_at(self, begin: int) -> int:
        """The column of a place; 1 where markup hides it."""
        before = self.text.rfind("\n", 0, begin)
        if not self.column:
            return 1
        return self.column + begin if before < 0 else begin - before

    def _whole_words(self, begin: int, end: int) -> tuple[int, int]:
        """A part with the rest of its first and last words, where only initials are emphasised."""
        while 0 < begin < end and self.text[begin].isalpha() and self.text[begin - 1].isalpha():
            begin -= 1
        while end < len(self.text) and self.text[end - 1].isalpha() and self.text[end].isalpha():
            end += 1
        return begin, end


def statements_of(
    passage: Passage,
    file: str,
    line: int,
    kind: Kind = Kind.SENTENCE,
    path: tuple[str, ...] = (),
    beside: tuple[str, ...] = (),
) -> Iterator[Statement]:
    """A statement for each sentence of a passage that begins on a line."""
    for begin, end in sentences(passage.text):
        words = " ".join(passage.text[begin:end].split())
        at = Span(file, line + passage.text.count("\n", 0, begin), passage.column_at(begin))
        if any(sign.isalnum() for sign in words):
            yield Statement(words, at, kind, path, beside, passage.emphasised(begin, end))
