"""What cards, rulebooks, pages and reports share: texts, tables, colours and links as markup."""
