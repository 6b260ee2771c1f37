"""The server: pages of the game with a script that keeps them current, and what is shown beside them, as JSON.

Every address begins with the token. The server tells browsers of each change by server-sent events; they then ask for
what they show, and replace what differs.
"""

import asyncio
import json
from collections.abc import AsyncIterator
from concurrent.futures import Future
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TypeVar
from urllib.parse import quote

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from rulewright.findings import Finding, Span
from rulewright.preview.live import LiveGame, NothingToShowError, Status
from rulewright.preview.maker import GivenUpError
from rulewright.preview.snapshot import SourcePlaces, media_type
from rulewright.render.typesetting.environment import asset
from rulewright.render.web.fonts import FONT, whole_font

T = TypeVar("T")
ASSETS = ("shell.css", "shell.js", "adapt.js", "page.js")
SCRIPT = (
    b'<head>\n<script src="/%(root)s/preview/adapt.js" defer></script>\n'
    b'<script src="/%(root)s/preview/page.js" data-pages="%(pages)d" data-styles="%(styles)s" defer></script>'
)
"""It knows which state its page is of: the next may come before it listens. It runs before all other scripts."""
EARLY = b'<script src="theme.js"></script>'
FONTS = b'<link rel="stylesheet" href="fonts.css">\n'
"""An author sees the fonts on the first page already."""
WIDEST = 4000
"""Pixels of a picture of a page: an A4 page at 480 dots an inch."""
PRIVATE = {"Cache-Control": "no-store", "Referrer-Policy": "no-referrer", "X-Content-Type-Options": "nosniff"}
KEPT = {**PRIVATE, "Cache-Control": "private, max-age=86400, immutable"}
"""A font never changes."""
EDITORS = {
    "vscode": "vscode://file{file}:{line}:{column}",
    "vscodium": "vscodium://file{file}:{line}:{column}",
    "zed": "zed://file{file}:{line}:{column}",
    "idea": "idea://open?file={file}&line={line}&column={column}",
    "textmate": "txmt://open?url=file://{file}&line={line}&column={column}",
}
"""The addresses by which editors open a place; `{file}` is a whole path that begins with a stroke."""


@dataclass(frozen=True, slots=True)
class Preview:
    """What the server shows: a game, under a token; `editor` is the address that opens a place, or empty."""

    game: LiveGame
    token: str
    project: Path
    editor: str = ""


class Listeners:
    """The browsers that wait for changes. `tell` may be called in any thread."""

    def __init__(self) -> None:
        self._queues: set[asyncio.Queue[None]] = set()
        self._loop: asyncio.AbstractEventLoop | None = None

    def tell(self) -> None:
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._wake)

    def _wake(self) -> None:
        for queue in self._queues:
            if queue.empty():
                queue.put_nowait(None)

    async def changes(self) -> AsyncIterator[None]:
        """One item at once, and one whenever something has changed since."""
        self._loop = asyncio.get_running_loop()
        queue: asyncio.Queue[None] = asyncio.Queue()
        self._queues.add(queue)
        try:
            yield
            while True:
                await queue.get()
                yield
        finally:
            self._queues.discard(queue)


class Pages:
    """Answers the requests of browsers."""

    def __init__(self, preview: Preview, listeners: Listeners) -> None:
        self.preview, self.game, self.listeners = preview, preview.game, listeners
        self._told: tuple[object, SourcePlaces | None, list[dict[str, object]]] = (None, None, [])

    async def shell(self, _: Request) -> Response:
        return HTMLResponse(await _made(self.game.shell()), headers=PRIVATE)

    async def words(self, _: Request) -> Response:
        return Response(await _made(self.game.shell_words()), media_type=media_type("words.js"), headers=PRIVATE)

    async def asset(self, request: Request) -> Response:
        name = request.path_params["name"]
        if name not in ASSETS:
            raise HTTPException(404)
        return Response(asset(self.preview.project, f"preview/{name}"), media_type=media_type(name), headers=PRIVATE)

    async def file(self, request: Request) -> Response:
        """A file of build/GAME; a page gets the script that keeps it current."""
        path, status = request.path_params["path"], self.game.status
        if path.startswith(f"web/{FONT}"):  # it waits for no job
            return Response(_font(path), media_type=media_type(path), headers=KEPT)
        data = await _made(self.game.file(path))
        data = self._followed(data, status) if path.endswith(".html") else data
        return Response(data, media_type=media_type(path), headers=PRIVATE)

    def _followed(self, page: bytes, status: Status) -> bytes:
        """A page with the script that keeps it current."""
        values = {"root": self.preview.token.encode(), "pages": status.pages, "styles": status.styles.encode()}
        script = SCRIPT % {name.encode(): value for name, value in values.items()}
        return page.replace(b"<head>", script, 1).replace(EARLY, FONTS + EARLY, 1)

    async def card(self, request: Request) -> Response:
        """A card as the browser sets it, while its print is made."""
        data = await _made(self.game.card(request.path_params["path"]))
        fonts = f"url(/{self.preview.token}/build/web/{FONT}".encode()
        return HTMLResponse(data.replace(b"url(font:", fonts), headers=PRIVATE)

    async def picture(self, request: Request) -> Response:
        """A page of a PDF, with the digest of what it is painted from: the print may be another than was listed."""
        width = min(max(_number(request, "width", 800), 50), WIDEST)
        path, at = request.path_params["path"], _number(request, "page", 0)
        png, page = await _made(self.game.picture(path, at, width))
        return Response(png, media_type="image/png", headers={**PRIVATE, "X-Digest": page.digest})

    async def pages(self, request: Request) -> Response:
        """The pages of a PDF; a browser asks for the pictures of those that have changed."""
        pages = await _made(self.game.pages(request.path_params["path"]))
        return JSONResponse([page.encoded() for page in pages], headers=PRIVATE)

    async def status(self, _: Request) -> Response:
        status, places = self.game.status, self.game.places
        answer = {
            "title": self.game.title,
            "state": status.state,
            "pages": status.pages,
            "broken": status.broken,
            "proof": status.proof,
            "printing": status.printing,
            "findings": self._findings(status, places),
            "listed": places.listed if places else "",
            "sides": places.sides() if places else {},
        }
        return JSONResponse(answer, headers=PRIVATE)

    async def contents(self, _: Request) -> Response:
        """All that can be shown; a browser asks when the digest of it in the status is another."""
        keys = ("kind", "title", "address")
        entries = self.game.places.contents if self.game.places else ()
        return JSONResponse([dict(zip(keys, entry, strict=True)) for entry in entries], headers=PRIVATE)

    def _findings(self, status: Status, places: SourcePlaces | None) -> list[dict[str, object]]:
        """Made once for a state: while it is proved, the status changes several times a second."""
        if self._told[0] is not status.findings or self._told[1] is not places:
            self._told = status.findings, places, [self._finding(each) for each in status.findings]
        return self._told[2]

    def _finding(self, finding: Finding) -> dict[str, object]:
        places = self.game.places
        return {
            "name": finding.name,
            "severity": finding.severity.value,
            "message": finding.message,
            "hint": finding.hint,
            "address": places.address(finding.span) if places else "",
            **self._place(finding.span),
        }

    def _place(self, span: Span) -> dict[str, object]:
        """A place of the source with its line, and the address that opens it in the author's editor."""
        lines = _lines(self.game.status.texts.get(span.text, ""))
        line = lines[span.line - 1] if 0 < span.line <= len(lines) else ""
        begin = span.column - 1
        parts = (line[:begin], line[begin : begin + span.length], line[begin + span.length :]) if line else ()
        return {"place": str(span), "line": parts, "editor": self._editor(span)}

    def _editor(self, span: Span) -> str:
        path = (self.preview.project / span.file).resolve().as_posix()
        return editor_address(self.preview.editor, f"/{path.lstrip('/')}", span.line or 1, span.column or 1)

    async def source(self, request: Request) -> Response:
        """The place in the source of what a page shows: of the first address that is known."""
        places = self.game.places
        addresses = request.query_params.getlist("address") if places else ()
        span = next(filter(None, map(places.span, addresses)), None) if places else None
        if span is None:
            raise HTTPException(404)
        return JSONResponse(self._place(span), headers=PRIVATE)

    async def events(self, request: Request) -> Response:
        """The status whenever it changes; with the name of a `page`, also that page: the browser need not ask."""
        events = self._events(request.query_params.get("page", ""))
        return StreamingResponse(events, media_type="text/event-stream", headers=PRIVATE)

    async def _events(self, page: str) -> AsyncIterator[str]:
        """With the first event the browser has its page already. An empty text is that of the event before.

        Without a text the browser asks for the page, and gets it, or the reason why there is none.
        """
        told, before = -1, b""
        async for _ in self.listeners.changes():
            status = self.game.status
            now = {"state": status.state, "pages": status.pages, "styles": status.styles, "errors": status.errors}
            if page and told >= 0:
                text = before if told == status.pages else await self._page(page)
                now |= {"text": "" if text == before else self._followed(text, status).decode()} if text else {}
                before = text
            told = status.pages
            yield f"data: {json.dumps(now)}\n\n"

    async def _page(self, path: str) -> bytes:
        """A page; nothing where it cannot be made."""
        try:
            return await _made(self.game.file(path))
        except HTTPException:
            return b""


@lru_cache(maxsize=8)
def _lines(text: str) -> list[str]:
    """Of one file there may be a thousand findings."""
    return text.split("\n")


def editor_address(template: str, file: str, line: int, column: int) -> str:
    """The address that opens a place in an editor: `template` with its words in braces replaced."""
    words = {"{file}": quote(file), "{line}": str(line), "{column}": str(column)}
    for word, text in words.items():
        template = template.replace(word, text)
    return template


async def _made(future: Future[T]) -> T:
    """What the maker returns; where it fails, an answer that the browser shows."""
    try:
        return await asyncio.wrap_future(future)
    except KeyError:
        raise HTTPException(404) from None
    except NothingToShowError as error:
        raise HTTPException(503, str(error)) from None
    except GivenUpError:
        raise HTTPException(503) from None


def _font(path: str) -> bytes:
    try:
        return whole_font(path.removeprefix(f"web/{FONT}"))
    except KeyError:
        raise HTTPException(404) from None


def _number(request: Request, name: str, default: int) -> int:
    text = request.query_params.get(name, "")
    return int(text) if text.isdecimal() and len(text) < 6 else default


def application(preview: Preview, listeners: Listeners, hosts: list[str]) -> Starlette:
    """`hosts` are the names under which a browser may ask: another site cannot take the place of this one."""
    pages = Pages(preview, listeners)
    root = f"/{preview.token}"
    routes = [
        Route(f"{root}/", pages.shell),
        Route(f"{root}/preview/words.js", pages.words),
        Route(f"{root}/preview/{{name}}", pages.asset),
        Route(f"{root}/build/{{path:path}}", pages.file),
        Route(f"{root}/picture/{{path:path}}", pages.picture),
        Route(f"{root}/pages/{{path:path}}", pages.pages),
        Route(f"{root}/card/{{path:path}}", pages.card),
        Route(f"{root}/status", pages.status),
        Route(f"{root}/contents", pages.contents),
        Route(f"{root}/source", pages.source),
        Route(f"{root}/events", pages.events),
    ]
    return Starlette(routes=routes, middleware=[Middleware(TrustedHostMiddleware, allowed_hosts=hosts)])
