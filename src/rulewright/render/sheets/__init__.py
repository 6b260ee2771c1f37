"""Sheets and booklets without what is laid on them: marks and lines of text."""
