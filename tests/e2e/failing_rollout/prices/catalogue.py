"""Prices of things."""

from prices.shelves import shelf_of


def price_of(thing):
    return str(shelf_of(thing)["price"])
