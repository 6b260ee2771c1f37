"""The live preview: a server on this machine that shows a game while it is written.

- The maker's thread does all reading and rendering, one job after another; the server's thread only answers. What a
  page needs is made when a browser asks for it, and nothing else: most edits cost one page.
- Checks, proofs and the read-back run in a process of their own (`background.py`), which the next edit ends. So the
  page never waits for them.
- A source with errors has no pages: the browser keeps the last ones and shows the errors above them.
- Finished files come from the last build where nothing they depend on has changed (`memory.py`).
- The addresses begin with a token that only the author's browser knows, so no other site can read the preview.
- Starlette and uvicorn serve, watchfiles watches: each is imported by this package only.
"""
