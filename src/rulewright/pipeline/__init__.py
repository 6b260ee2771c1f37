"""The stages of a build in their order (`stages.py`), all names of findings, and the waivers of an author."""
