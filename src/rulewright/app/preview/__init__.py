"""The live preview: a server on this machine that shows a game while it is written.

- One thread does all reading and rendering, one job after another; the server's thread only answers (`workers.py`). A
  file is made when a browser asks for it (`snapshot.py`), so most edits cost one page.
- Checks and proofs run in a process of their own, which starts when the page is there and is killed by the next edit.
  So the page never waits for them. Prints are read back when the author pauses.
- A source with errors is a draft: the preview shows what can be shown of it, the last sound state of the rest, and the
  errors at their places (`live.py`).
- The browser lays out a card at once, and shows its print when that is ready. A card with errors stays as the browser
  lays it out, because the print does not mark them. A print stops for edits and pages.
- Prints come from the store if nothing they depend on has changed. Entries of the source that have not changed are not
  parsed, decoded or linked again; they stay the same objects, and what follows from one alone is stored with it
  (`base/memo.py`).
- The event that announces an edit brings the page that the browser shows (`server.py`), and the browser changes only
  what differs (`adapt.js`).
- The addresses begin with a token that only the author's browser knows, so no other site can read the preview.
- Starlette and uvicorn serve, watchfiles watches: each is imported by this package only.
"""
