"""The last stage before publishing: reads the finished files back and compares them with what they must say."""
