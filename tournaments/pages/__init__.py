"""What pages show of competitions: values that are read once, and worded as they are rendered."""
