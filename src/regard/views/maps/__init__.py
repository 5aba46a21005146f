"""Many attention maps of one text at once: packed into a page that unpacks them, or drawn as an overview."""
