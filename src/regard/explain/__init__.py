"""Why this answer? Each method is (model, example, target) → Explanation."""
