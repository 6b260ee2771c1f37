"""The words of a line as our texts have them: links to things of the game, and nothing that no text can have."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from markdown_it.token import Token

from rulewright.findings import Span
from rulewright.importing.draft import Unread
from rulewright.importing.markdown.emphasis import balanced
from rulewright.importing.markdown.links import Links
from rulewright.importing.markdown.parsing import WIKI
from rulewright.importing.markdown.plain import ANCHOR, bare_text, shown_words, without_links
from rulewright.importing.markdown.references import Citations, Mentions
from rulewright.importing.markdown.sections import words
from rulewright.importing.sources import SourceFile
from rulewright.markup.links import THING, is_address

EMPHASIS = {"b": "strong", "strong": "strong", "i": "em", "em": "em"}
TAG = re.compile(r"<(?P<closes>/?)(?P<name>[a-zA-Z][\w-]*)")
CODE = ("fence", "code_block")


@dataclass(slots=True)
class Cleaner:
    """Makes lines of foreign Markdown ours; what it takes out joins `unread`, and pictures are left to `picture`."""

    file: SourceFile
    links: Links
    citations: Citations
    mentions: Mentions
    notes: dict[str, list[Token]]
    unread: list[Unread]
    picture: Callable[[Token, Span], Token | None]
    seen: set[str] = field(default_factory=set)
    own: str = ""
    """The id of the rule whose text it is: no reference leads from it to itself."""
    noted: list[str] = field(default_factory=list)
    """The labels of the footnotes that the text has used."""
    pictures: list[Token] = field(default_factory=list)
    """Pictures that a paragraph of words had; they come after it."""
    origin: Span = field(default_factory=lambda: Span(""))

    def clean(self, tokens: Sequence[Token], origin: Span, *, run: bool = False) -> None:
        """All lines of some blocks; `run` if the text is one line, which has neither footnotes nor pictures."""
        for token in tokens:
            if token.type in CODE:
                token.content = without_links(token.content.rstrip("\n")) + "\n"
            elif token.type == "inline":
                line = origin.line if not token.map else token.map[0] + 1
                self.origin = Span(origin.file, line, 1)
                token.children = self._line(token.children or [], run=run)

    def _line(self, children: list[Token], *, run: bool) -> list[Token]:
        cleaned: list[Token] = []
        at = 0
        while at < len(children):
            token = children[at]
            if token.type == "link_open":
                end = next((n for n in range(at, len(children)) if children[n].type == "link_close"), len(children) - 1)
                cleaned += self._link(token, children[at : end + 1], run=run)
                at = end
            else:
                cleaned += self._token(token, run=run)
            at += 1
        return balanced(cleaned)

    def _token(self, token: Token, *, run: bool) -> Iterator[Token]:
        match token.type:
            case "text":
                yield from self._text(token.content)
            case "html_inline":
                yield from self._tag(token.content)
            case "image":
                yield from self._picture(token, run=run)
            case "footnote_ref":
                yield from self._note(token, run=run)
            case _ if token.type == WIKI:
                yield self._wiki(token)
            case "code_inline":
                token.content = without_links(token.content.replace("\t", " "))
                yield token
            case "hardbreak" if run:
                yield Token("softbreak", "br", 0)
            case _:
                yield token

    def _text(self, text: str) -> Iterator[Token]:
        for piece, id_ in self.citations.pieces(text):
            if id_ and id_ != self.own:
                yield _link_to(f"rule:{id_}", "")
            else:
                for words_, name in self.mentions.pieces(piece, self.seen):
                    shown = "" if words_ == name else words_
                    if words_:
                        yield _link_to(name, shown) if name else bare_text(words_)

    def _link(self, opened: Token, tokens: list[Token], *, run: bool) -> Iterator[Token]:
        """A link out of the game as it is; one within the files as a link to a thing, else only its words."""
        address = str(opened.attrGet("href") or "")
        shown = shown_words(words(tokens))
        if is_address(address):
            inner = [each for token in tokens[1:-1] for each in self._plain(token, run=run)]
            opened.meta.pop("label", None)
            yield from (tokens[0], *inner, tokens[-1])
            return
        target = self.links.target(self.file, address)
        if target:
            yield _link_to(target, shown)
            return
        if address:
            self._miss(address, "this address leads to no heading of the files; the words stay")
        yield from (each for token in tokens[1:-1] for each in self._plain(token, run=run))

    def _plain(self, token: Token, *, run: bool) -> Iterator[Token]:
        """A token within a link, which cannot hold links."""
        if token.type == "text":
            yield token
        elif token.type == WIKI:
            yield bare_text(words([token]))
        else:
            yield from self._token(token, run=run)

    def _wiki(self, token: Token) -> Token:
        shown = shown_words(words([token]))
        target = self.links.page(self.file, token.meta["page"], token.meta["heading"])
        if target:
            return _link_to(target, shown)
        self._miss(token.content, "this link leads to no heading of the files; the words stay")
        return bare_text(shown)

    def _tag(self, tag: str) -> Iterator[Token]:
        """Emphasis and breaks as Markdown has them; other tags are left out."""
        match = TAG.match(tag)
        name = match["name"].lower() if match else ""
        if name == "br":
            yield Token("hardbreak", "br", 0)
        elif match and name in EMPHASIS:
            kind = EMPHASIS[name]
            markup = "**" if kind == "strong" else "*"
            closes = bool(match["closes"])
            yield Token(f"{kind}_{'close' if closes else 'open'}", kind, -1 if closes else 1, markup=markup)
        elif tag.startswith("<!--"):
            self._miss(tag, "a remark in the source, which no text shows")
        elif name and not (match and match["closes"]) and not ANCHOR.match(tag):
            self._miss(tag, "no text has HTML; the words around it stay")
        elif not name:
            yield bare_text(tag)

    def _picture(self, token: Token, *, run: bool) -> Iterator[Token]:
        if run:
            self._miss(str(token.attrGet("src") or ""), "a title, a cell or a definition has no pictures")
        kept = None if run else self.picture(token, self.origin)
        if kept is not None:
            self.pictures.append(kept)
        else:
            yield from (bare_text(token.content),) if token.content.strip() else ()

    def _note(self, token: Token, *, run: bool) -> Iterator[Token]:
        label = token.meta["label"]
        if run or label not in self.notes:
            self._miss(f"[^{label}]", "a title, a cell or a definition has no footnotes")
            return
        if label not in self.noted:
            self.noted.append(label)
        yield token

    def _miss(self, what: str, why: str) -> None:
        self.unread.append(Unread(self.origin, what, why))


def _link_to(target: str, shown: str) -> Token:
    return Token(THING, "", 0, meta={"target": target, "shown": shown})
