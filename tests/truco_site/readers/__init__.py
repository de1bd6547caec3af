"""Which reader gets what at which address: `table.txt`, held against the site."""
