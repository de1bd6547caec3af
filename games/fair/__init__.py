"""Fair deals: sealed seeds and the shuffles that follow from them."""
