"""Live tables: sockets, the hub that feeds them, and what it renders."""
