"""The demo club: competitions of robot players, played through the services."""
