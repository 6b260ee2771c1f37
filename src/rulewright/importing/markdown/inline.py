"""The words of a line as our texts have them: links to things of the game, and nothing that no text can have."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from urllib.parse import unquote

from markdown_it.token import Token

from rulewright.diagnostics import Span
from rulewright.importing.draft import Unread
from rulewright.importing.markdown.parsing import WIKI
from rulewright.importing.markdown.references import Citations, Mentions
from rulewright.importing.markdown.sections import words
from rulewright.importing.sources import SourceFile
from rulewright.markup.links import THING, is_address
from rulewright.translation.messages import Message, tell

EMPHASIS = {"b": "strong", "strong": "strong", "i": "em", "em": "em"}
TAG = re.compile(r"<(?P<closes>/?)(?P<name>[a-zA-Z][\w-]*)")
ANCHOR = re.compile(r"<a\s[^>]*(?:name|id)\s*=\s*[\"']?([^\"'\s>]+)[^>]*>", re.IGNORECASE)
CODE = ("fence", "code_block")
UNSHOWN = re.compile(r"[\[\]|]|[*_`<>]")
"""Signs that the words of a link to a thing cannot have."""


@dataclass(slots=True)
class Links:
    """Where links lead: what our texts name, by a file and an anchor of it, and by the words of headings."""

    by_anchor: dict[tuple[str, str], str] = field(default_factory=dict)
    by_words: dict[str, str] = field(default_factory=dict)

    def target(self, file: SourceFile, address: str) -> str:
        """What a link within the files leads to, such as `rule:moving`; nothing where it leads nowhere."""
        path, _, anchor = unquote(address).partition("#")
        name = str(PurePosixPath(_joined(PurePosixPath(file.name).parent, path))) if path else file.name
        for each in (name, f"{name}.md", f"{name}/README.md", f"{name}/index.md"):
            if found := self.by_anchor.get((each, anchor.casefold())):
                return found
        return ""

    def page(self, file: SourceFile, page: str, heading: str) -> str:
        """What a link of a wiki leads to."""
        if heading:
            return self.by_words.get(heading.strip().casefold(), "")
        return self.by_words.get(page.strip().casefold(), "") or self.target(file, page.strip())


def _joined(folder: PurePosixPath, path: str) -> str:
    parts: list[str] = []
    for part in (folder / path).parts:
        if part == ".." and parts:
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts)


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
                token.content = _without_links(token.content.rstrip("\n")) + "\n"
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
        return _balanced(cleaned)

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
                token.content = _without_links(token.content.replace("\t", " "))
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
                        yield _link_to(name, shown) if name else _text(words_)

    def _link(self, opened: Token, tokens: list[Token], *, run: bool) -> Iterator[Token]:
        """A link out of the game as it is; one within the files as a link to a thing, else only its words."""
        address = str(opened.attrGet("href") or "")
        shown = _shown(words(tokens))
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
            self._miss(address, tell("this address leads to no heading of the files; the words stay"))
        yield from (each for token in tokens[1:-1] for each in self._plain(token, run=run))

    def _plain(self, token: Token, *, run: bool) -> Iterator[Token]:
        """A token within a link, which cannot hold links."""
        if token.type == "text":
            yield token
        elif token.type == WIKI:
            yield _text(words([token]))
        else:
            yield from self._token(token, run=run)

    def _wiki(self, token: Token) -> Token:
        shown = _shown(words([token]))
        target = self.links.page(self.file, token.meta["page"], token.meta["heading"])
        if target:
            return _link_to(target, shown)
        self._miss(token.content, tell("this link leads to no heading of the files; the words stay"))
        return _text(shown)

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
            self._miss(tag, tell("a remark in the source, which no text shows"))
        elif name and not (match and match["closes"]) and not ANCHOR.match(tag):
            self._miss(tag, tell("no text has HTML; the words around it stay"))
        elif not name:
            yield _text(tag)

    def _picture(self, token: Token, *, run: bool) -> Iterator[Token]:
        if run:
            self._miss(str(token.attrGet("src") or ""), tell("a title, a cell or a definition has no pictures"))
        kept = None if run else self.picture(token, self.origin)
        if kept is not None:
            self.pictures.append(kept)
        else:
            yield from (_text(token.content),) if token.content.strip() else ()

    def _note(self, token: Token, *, run: bool) -> Iterator[Token]:
        label = token.meta["label"]
        if run or label not in self.notes:
            self._miss(f"[^{label}]", tell("a title, a cell or a definition has no footnotes"))
            return
        if label not in self.noted:
            self.noted.append(label)
        yield token

    def _miss(self, what: str, why: Message) -> None:
        self.unread.append(Unread(self.origin, what, why))


def _without_links(code: str) -> str:
    """Code in which the tool finds neither links nor pictures: it looks for them everywhere."""
    return re.sub(r"([\[!])(?=\[)", r"\1 ", code)


def _text(content: str) -> Token:
    return Token("text", "", 0, content=printable(content))


def beside_words(tokens: Sequence[Token], origin: Span) -> Iterator[Unread]:
    """What a heading holds beside its words, which are its title."""
    for token in tokens:
        address = str(token.attrGet("href") or token.attrGet("src") or "")
        written = address or (token.content if token.type in ("html_inline", WIKI) else "")
        if written and not ANCHOR.match(written) and not written.startswith("</"):
            yield Unread(origin, written, tell("a title has words only"))


def printable(words: str) -> str:
    """Words that the tool takes for none of the signs of a footnote, of an address, or of what is struck out."""
    return words.replace("[^", "[ ^").replace("][", "] [").replace("~~", "~")


def bare_line(text: str) -> Token:
    """Bare words as a line."""
    return Token("inline", "", 0, children=[_text(text)])


def _link_to(target: str, shown: str) -> Token:
    return Token(THING, "", 0, meta={"target": target, "shown": shown})


def _shown(text: str) -> str:
    return " ".join(UNSHOWN.sub(" ", text).split())


def _balanced(tokens: list[Token]) -> list[Token]:
    """Emphasis that opens and closes in its line and in its order; HTML may leave it open, and other tokens not."""
    open_: list[int] = []
    dropped: set[int] = set()
    for at, token in enumerate(tokens):
        if token.nesting > 0:
            open_.append(at)
        elif token.nesting < 0:
            name = token.type.removesuffix("_close")
            match = next((n for n in reversed(open_) if tokens[n].type == f"{name}_open"), None)
            if match is None:
                dropped.add(at)
            else:
                dropped.update(open_[open_.index(match) + 1 :])
                del open_[open_.index(match) :]
    dropped.update(open_)
    return _with_spaces_outside([token for at, token in enumerate(tokens) if at not in dropped])


def _with_spaces_outside(tokens: list[Token]) -> list[Token]:
    """Emphasis that neither begins nor ends with a space, nor is empty: else its signs would print."""
    made: list[Token] = []
    for each in tokens:
        token = each
        opened = made[-1] if made and made[-1].type in ("em_open", "strong_open") else None
        if token.type in ("em_close", "strong_close") and made:
            if opened:
                made.pop()
                continue
            if made[-1].type == "text" and made[-1].content != (bare := made[-1].content.rstrip()):
                after = _text(made[-1].content[len(bare) :])
                made[-1] = _text(bare)
                made += (token, after) if bare else ()
                if bare:
                    continue
        elif opened and token.type == "text" and token.content != token.content.lstrip():
            made[-1:] = [_text(" "), opened]
            token = _text(token.content.lstrip())
        if token.content or token.type != "text":
            made.append(token)
    return made
