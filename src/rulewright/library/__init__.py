"""The library page: `build/index.html`, one page over all games of a project that has several.

Each build of a game leaves an entry beside its pages (`render.web.library_entry`), and the page is made of the
entries that are there. So it lists all games whichever of them was built, also one whose source has errors since. It
is one file, replaced by one rename, with its style and its script in it; fonts and the switch of colours are those of
the first game, as a report has them. A project with one game has none: its folder is a whole site already, with an
entrance.
"""
