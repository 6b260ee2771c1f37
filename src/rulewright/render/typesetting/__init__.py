"""What cards, rulebooks, pages and reports share: text, tables, colours and links set as markup."""
