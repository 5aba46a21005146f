"""What views read off results before they draw or word them: verdicts, tables as values, words with their weights."""
