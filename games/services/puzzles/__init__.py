"""*¿Querés o no querés?*: one puzzle a day in each family, its answers, and days in a row."""
