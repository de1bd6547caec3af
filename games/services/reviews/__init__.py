"""Reviews of finished games: asking for one, weighing it beside the site, adding them up."""
