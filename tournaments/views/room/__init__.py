"""The room where an event is played: its tables, its screens, what they show."""
