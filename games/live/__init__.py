"""Live tables: sockets, the hub that feeds them, and the rendering of fragments."""
