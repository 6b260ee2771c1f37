"""Reading: the files of a game become located nodes; nothing is interpreted yet."""
