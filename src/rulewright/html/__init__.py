"""Render texts, tables, colours and links as markup for cards, rulebooks, web pages and reports.

- The arithmetic of an example prints as the rules code calculated it. The author's `result` prints only where it was
  compared with the code, or where the page says that nothing was run.
- Marks and counters have sans-serif letters in every theme, because serif letters would not fit their boxes.
"""
