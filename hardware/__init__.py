"""Sources of truth of the machine, and what is made from them."""
