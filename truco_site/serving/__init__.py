"""How our own server meets the network: slow readers, many at once, and what a proxy says."""
