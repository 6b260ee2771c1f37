"""The outline of the rules code, kept in step with the source: its enums follow the domains, its functions the proofs.

- `wanted.py`: which functions the proofs ask for, with the types of their parameters and answers.
- `outline.py`: the edits that give these to rules.py. They add, and take away only members of enums that nothing uses:
  what an author wrote stays.
"""
