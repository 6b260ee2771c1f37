"""The final changes a print shop needs: inks for screen colours, page boxes and crop marks, the PDF/X standard."""
