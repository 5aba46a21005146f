"""Raw attention of one text: which words looked at which."""
