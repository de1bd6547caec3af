"""SQLite backend with queued writers; `base` defines it, where Django looks for a backend."""
