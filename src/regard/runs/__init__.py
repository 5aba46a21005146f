"""A trained thing on disk, and the labs that train many."""
