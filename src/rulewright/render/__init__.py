"""Rendering: a book becomes HTML pages and printed cards. Renderers return text or bytes; none writes a file."""
