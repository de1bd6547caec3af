"""Records of finished games: view models and pages."""
