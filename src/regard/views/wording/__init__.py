"""The table of what the views say, in three files: labels, captions, sentences. Each entry: English, French."""
