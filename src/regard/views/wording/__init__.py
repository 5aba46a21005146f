"""What the views say, a file for each kind of sentence or matter. Each entry: English, French."""
