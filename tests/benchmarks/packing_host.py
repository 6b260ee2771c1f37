"""A host that packs texts with gzip and keeps connections open, as hosts of pages do."""

import gzip
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

PACKED = (".html", ".css", ".js", ".json", ".svg", ".webmanifest", ".xml", ".txt", "/")


@dataclass(slots=True)
class PackingHost:
    """`address` of the folder, and the bytes of files `sent` so far."""

    address: str = ""
    sent: int = 0


class _Packing(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def __init__(self, *args: Any, host: PackingHost, **named: Any) -> None:
        self.host = host
        super().__init__(*args, **named)

    def do_GET(self) -> None:
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if not path.is_file():
            self.send_error(404)
            return
        data = path.read_bytes()
        packed = path.name.endswith(PACKED)
        data = gzip.compress(data, 6) if packed else data
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Cache-Control", "max-age=600")
        if packed:
            self.send_header("Content-Encoding", "gzip")
        self.end_headers()
        self.wfile.write(data)
        self.host.sent += len(data)

    def handle(self) -> None:
        """A browser that is closed breaks its connections off."""
        with suppress(ConnectionError):
            super().handle()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name that is overridden
        pass


@contextmanager
def packing(folder: Path) -> Iterator[PackingHost]:
    """A running host of the folder."""
    host = PackingHost()
    server = ThreadingHTTPServer(("localhost", 0), partial(_Packing, directory=str(folder), host=host))
    host.address = f"http://localhost:{server.server_port}/"
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield host
    finally:
        server.shutdown()
        server.server_close()
