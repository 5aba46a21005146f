"""What runs say to questions, in the form that the page draws."""
