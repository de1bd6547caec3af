"""What leaves the site for other programs: documents, tables of cells, pictures."""
