"""Datasets for the measurement of pages, as rows."""
