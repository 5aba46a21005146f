"""How far an explanation can be trusted: what becomes of answers without the words that it names, beside controls."""
