"""The demo club: competitions of the robots of the house, played through the services."""
