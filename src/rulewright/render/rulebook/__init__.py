"""The rulebook as one PDF, laid out until its page numbers hold still."""
