"""A player's results over time: numbers with their sample, and figures drawn from them."""
