"""The last stage before publishing: finished files are read back, and compared with what they were to say."""
