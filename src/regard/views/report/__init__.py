"""What the pages are made of: paragraphs, tables, texts with coloured words, style and script."""
