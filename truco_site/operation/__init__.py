"""What operators need of a running site: backups, probes, figures (docs/deploy.md)."""
