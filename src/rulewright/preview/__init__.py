"""The live preview: a server on this machine that shows a game while it is written.

- The maker's thread does all reading and rendering, one job after another; the server's thread only answers. What a
  page needs is made when a browser asks for it, and nothing else: most edits cost one page.
- Checks and proofs run in a process of their own (`background.py`), which the next edit ends, and which begins when the
  page is there. So the page never waits for them. What is printed is read back when the author pauses.
- A source with errors is a draft: what can be shown of it, the last sound state of the rest, and the errors at their
  places.
- A card is there at once as the browser sets it (`card_screen.py`), until its print is; one with errors stays so,
  because the print does not mark them. A print gives way to edits and pages.
- Prints come from the store where nothing they depend on has changed. Entries of the source that have not changed are
  neither parsed nor decoded again (`source/parts.py`, `decode/kept.py`), nor linked (`link.KeptLinks`); they stay the
  same objects, and what follows from one alone is kept with it (`once_per_value.py`).
- The page that a browser shows comes along with the event that tells of an edit (`server.py`), and only what differs is
  put into it (`adapt.js`).
- The addresses begin with a token that only the author's browser knows, so no other site can read the preview.
- Starlette and uvicorn serve, watchfiles watches: each is imported by this package only.
"""
