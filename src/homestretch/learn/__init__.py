"""Learning by looking: the rules pages, the worked positions, and drills in counting."""
