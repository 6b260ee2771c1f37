"""The server: pages of the game with a script that keeps them up to date, and what is shown beside them, as JSON.

Every address begins with the token. The server announces each change by a server-sent event; the browser then asks for
what it shows, and replaces what differs.
"""

import asyncio
import json
from collections.abc import AsyncIterator
from concurrent.futures import Future
from dataclasses import asdict
from functools import lru_cache
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
from rulewright.preview.snapshot import SourcePlaces, media_type
from rulewright.preview.workers import InterruptedJobError
from rulewright.render.typesetting.environment import asset
from rulewright.render.web.fonts import FONT, whole_font

T = TypeVar("T")
ASSETS = ("shell.css", "shell.js", "adapt.js", "page.js")
SCRIPT = (
    b'<head>\n<script src="/%(root)s/preview/adapt.js" defer></script>\n'
    b'<script src="/%(root)s/preview/page.js" data-pages="%(pages)d" data-styles="%(styles)s" defer></script>'
)
"""The script of a page, with the state of the page, because the state may change before it listens. It runs first."""
THEME_SCRIPT = b'<script src="theme.js"></script>'
FONTS = b'<link rel="stylesheet" href="fonts.css">\n'
"""Style sheets added to each page, so that the browser loads the fonts with the first one."""
MAX_WIDTH = 4000
"""Pixels of a picture of a page: an A4 page at 480 dots per inch."""
PRIVATE = {"Cache-Control": "no-store", "Referrer-Policy": "no-referrer", "X-Content-Type-Options": "nosniff"}
CACHED = {**PRIVATE, "Cache-Control": "private, max-age=86400, immutable"}
"""The headers of fonts, which never change."""
EDITORS = {
    "vscode": "vscode://file{file}:{line}:{column}",
    "vscodium": "vscodium://file{file}:{line}:{column}",
    "zed": "zed://file{file}:{line}:{column}",
    "idea": "idea://open?file={file}&line={line}&column={column}",
    "textmate": "txmt://open?url=file://{file}&line={line}&column={column}",
}
"""The addresses by which editors open a place; `{file}` is an absolute path that begins with a slash."""


class Listeners:
    """The browsers that wait for changes. Any thread may call `tell`."""

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
        """Yield at once, and again after each change."""
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
    """Answers the requests of browsers. All addresses begin with `token`; `editor` is an address that opens a place."""

    def __init__(self, game: LiveGame, listeners: Listeners, token: str, editor: str = "") -> None:
        self.game, self.listeners, self.token, self.editor = game, listeners, token, editor
        self._encoded: tuple[object, SourcePlaces | None, list[dict[str, object]]] = (None, None, [])

    async def shell(self, _: Request) -> Response:
        return HTMLResponse(await _result(self.game.shell()), headers=PRIVATE)

    async def words(self, _: Request) -> Response:
        return Response(await _result(self.game.shell_words()), media_type=media_type("words.js"), headers=PRIVATE)

    async def asset(self, request: Request) -> Response:
        name = request.path_params["name"]
        if name not in ASSETS:
            raise HTTPException(404)
        return Response(asset(self.game.project, f"preview/{name}"), media_type=media_type(name), headers=PRIVATE)

    async def file(self, request: Request) -> Response:
        """Answer with a file of build/GAME; a page gets the script that keeps it up to date."""
        path, status = request.path_params["path"], self.game.status
        if path.startswith(f"web/{FONT}"):  # needs no job
            try:
                return Response(
                    whole_font(path.removeprefix(f"web/{FONT}")), media_type=media_type(path), headers=CACHED
                )
            except KeyError:
                raise HTTPException(404) from None
        data = await _result(self.game.file(path))
        data = self._with_script(data, status) if path.endswith(".html") else data
        return Response(data, media_type=media_type(path), headers=PRIVATE)

    def _with_script(self, page: bytes, status: Status) -> bytes:
        """Return a page with the script that keeps it up to date."""
        values = {"root": self.token.encode(), "pages": status.pages, "styles": status.styles.encode()}
        script = SCRIPT % {name.encode(): value for name, value in values.items()}
        return page.replace(b"<head>", script, 1).replace(THEME_SCRIPT, FONTS + THEME_SCRIPT, 1)

    async def card(self, request: Request) -> Response:
        """Answer with a card as the browser lays it out, shown until its print is made."""
        data = await _result(self.game.card(request.path_params["path"]))
        fonts = f"url(/{self.token}/build/web/{FONT}".encode()
        return HTMLResponse(data.replace(b"url(font:", fonts), headers=PRIVATE)

    async def picture(self, request: Request) -> Response:
        """Answer with a page of a PDF and its digest, because the file may have changed since it was listed."""
        width = min(max(_number(request, "width", 800), 50), MAX_WIDTH)
        path, at = request.path_params["path"], _number(request, "page", 0)
        png, page = await _result(self.game.picture(path, at, width))
        return Response(png, media_type="image/png", headers={**PRIVATE, "X-Digest": page.digest})

    async def pages(self, request: Request) -> Response:
        """Answer with the list of pages of a PDF; the browser then requests pictures of those that have changed."""
        pages = await _result(self.game.pages(request.path_params["path"]))
        return JSONResponse([asdict(page) for page in pages], headers=PRIVATE)

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
        """Answer with all that can be shown. The browser requests it when its digest in the status has changed."""
        keys = ("kind", "title", "address")
        entries = self.game.places.contents if self.game.places else ()
        return JSONResponse([dict(zip(keys, entry, strict=True)) for entry in entries], headers=PRIVATE)

    def _findings(self, status: Status, places: SourcePlaces | None) -> list[dict[str, object]]:
        """Return the findings for JSON, once per state: the status changes several times a second during a proof."""
        if self._encoded[0] is not status.findings or self._encoded[1] is not places:
            self._encoded = status.findings, places, [self._finding(each) for each in status.findings]
        return self._encoded[2]

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
        """Return a place of the source with its line, and the address that opens it in the author's editor."""
        lines = _lines(self.game.status.texts.get(span.text, ""))
        line = lines[span.line - 1] if 0 < span.line <= len(lines) else ""
        begin = span.column - 1
        parts = (line[:begin], line[begin : begin + span.length], line[begin + span.length :]) if line else ()
        path = (self.game.project / span.file).resolve().as_posix()
        editor = editor_address(self.editor, f"/{path.lstrip('/')}", span.line or 1, span.column or 1)
        return {"place": str(span), "line": parts, "editor": editor}

    async def source(self, request: Request) -> Response:
        """Answer with the place in the source of something on a page: the place of the first address that has one."""
        places = self.game.places
        addresses = request.query_params.getlist("address") if places else ()
        span = next(filter(None, map(places.span, addresses)), None) if places else None
        if span is None:
            raise HTTPException(404)
        return JSONResponse(self._place(span), headers=PRIVATE)

    async def events(self, request: Request) -> Response:
        """Send the status whenever it changes, with the new text of `page`, so that the browser need not request it."""
        events = self._events(request.query_params.get("page", ""))
        return StreamingResponse(events, media_type="text/event-stream", headers=PRIVATE)

    async def _events(self, page: str) -> AsyncIterator[str]:
        """The events. The first has no text, because the browser has its page; an empty text means no change.

        If a page cannot be made, the event has no text either: the browser asks for the page and gets the reason.
        """
        sent, before = -1, b""
        async for _ in self.listeners.changes():
            status = self.game.status
            now = {"state": status.state, "pages": status.pages, "styles": status.styles, "errors": status.errors}
            if page and sent >= 0:
                text = before if sent == status.pages else await self._page(page)
                now |= {"text": "" if text == before else self._with_script(text, status).decode()} if text else {}
                before = text
            sent = status.pages
            yield f"data: {json.dumps(now)}\n\n"

    async def _page(self, path: str) -> bytes:
        """Return a page; empty if it cannot be made."""
        try:
            return await _result(self.game.file(path))
        except HTTPException:
            return b""


@lru_cache(maxsize=8)
def _lines(text: str) -> list[str]:
    """Split a file once, because it may have a thousand findings."""
    return text.split("\n")


def editor_address(template: str, file: str, line: int, column: int) -> str:
    """Return the address that opens a place in an editor: `template` with its placeholders filled in."""
    words = {"{file}": quote(file), "{line}": str(line), "{column}": str(column)}
    for word, text in words.items():
        template = template.replace(word, text)
    return template


async def _result(future: Future[T]) -> T:
    """Return the result of a job; if it fails, an answer that the browser shows."""
    try:
        return await asyncio.wrap_future(future)
    except KeyError:
        raise HTTPException(404) from None
    except NothingToShowError as error:
        raise HTTPException(503, str(error)) from None
    except InterruptedJobError:
        raise HTTPException(503) from None


def _number(request: Request, name: str, default: int) -> int:
    text = request.query_params.get(name, "")
    return int(text) if text.isdecimal() and len(text) < 6 else default


def application(pages: Pages, hosts: list[str]) -> Starlette:
    """Return the server. Browsers may only use the host names `hosts`, so that another site cannot pose as this one."""
    root = f"/{pages.token}"
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
