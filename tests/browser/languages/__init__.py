"""A language whose words are longer, and the pages that have to have room for it."""
