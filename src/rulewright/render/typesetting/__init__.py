"""What cards, rulebooks, pages and reports share: texts, tables, colours and links as markup.

- The arithmetic of an example prints as the code answered it. The author's `result` prints only where it was compared,
  or where the page says that nothing was run.
- Marks and counters have sans-serif letters in every theme: those of a serif would leave their boxes.
"""
