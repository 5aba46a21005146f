"""What the doctor says, English and French side by side: its checks, what they find, and why one says nothing."""
