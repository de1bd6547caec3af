"""The organiser's desk: what needs them, what comes next, and how the evening stands."""
