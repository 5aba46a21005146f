"""Figures as SVG, PNG or PDF: those of a lab, and that of an explanation."""
