"""What is seen while a module runs: every softmax, every product and every draw, each with its line."""
