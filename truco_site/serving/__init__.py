"""How our own server meets the network: slow readers, many at once, proxies, other processes."""
