"""What search engines and messengers read: heads, site map, feeds, addresses by language."""
