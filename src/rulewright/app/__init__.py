"""The programs: the command line, the preview, and publishing a build."""
