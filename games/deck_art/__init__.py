"""The house's own Spanish deck, drawn by code: forty cards and a back in one SVG sprite."""
