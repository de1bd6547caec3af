"""The inputs of `inputs.csv`, each as a check: the request and its outcome."""
