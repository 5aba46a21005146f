"""Modules that take their texts in another way, called as all others are: packed, nested, by sentences, one by one."""
