"""Whatever is thrown at sockets and pages, through the real application."""
