"""The final changes a print shop needs: inks for screen colours, page boxes and crop marks, the PDF/X standard.

- They are made to WeasyPrint's objects just before it writes the file. Any screen colour left on a page becomes ink.
- Greys are black ink alone. Black letters and lines overprint.
- What the standard forbids is refused, and never flattened in silence.
- PDF/X-1a is the default, because it may name a registered printing condition. PDF/X-4 must embed the profile of the
  press, which only the print shop has.
- PDF/X requires a date: that of SOURCE_DATE_EPOCH, or the first day of 2000.
"""
