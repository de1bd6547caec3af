"""The table as it lies on screens of many sizes."""
