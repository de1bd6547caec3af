"""What somebody who does not know the site does first."""
