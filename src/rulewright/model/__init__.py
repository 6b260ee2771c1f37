"""What a game is once decoded: frozen values, each with its place in the source."""
