"""Points and skill as functions of stored results; `tournaments.services.ranking` keeps them."""
