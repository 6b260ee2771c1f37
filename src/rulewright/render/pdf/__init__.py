"""WeasyPrint and PDFium: HTML to tagged PDF, what does not fit, and finished pages as pictures."""
