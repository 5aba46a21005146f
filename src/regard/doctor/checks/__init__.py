"""The checks, a file per family: each takes a subject, and gives a finding, nothing, or why it says nothing."""
