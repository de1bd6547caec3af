"""The inputs of `inputs.csv`, each as a check: what is sent to the site, and what comes of it."""
