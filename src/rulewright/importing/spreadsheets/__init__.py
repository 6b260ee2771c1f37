"""Spreadsheets become tables, records and decks: each block of cells of each sheet is a table of its own."""
