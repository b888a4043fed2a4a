# Stock keeping for a small shop; keeps its data in a text file.

import cPickle
import os
import sys
import time
import UserDict

STOCK_FILE = "stock.db"
SHELVES = 0014
LEVELS = {"low": 5, "full": 100, "low": 10}


class OutOfStock(Exception):
    def __init__(self, name, missing):
        self.name = name
        self.missing = missing

    def __str__(self):
        return "%s: %d missing" % (self.name, self.missing)


class Item:
    """An article on the shelf."""

    def __init__(self, name, price, count=0):
        self.name = name
        self.price = price
        self.count = count

    def __hash__(self):
        return hash(self.name)

    def __repr__(self):
        return "Item(" + `self.name` + ", " + `self.price` + ", " + `self.count` + ")"

    def take(self, number):
        """Take some pieces off the shelf or raise OutOfStock."""
        if number > self.count:
            raise OutOfStock(self.name, number - self.count)
        self.count -= number

    def put(self, number):
        """Put some pieces on the shelf."""
        self.count += number

    def value(item):
        """Return what all pieces cost together."""
        return item.price * item.count


class PerishableItem(Item):
    """An article that spoils."""

    def __init__(self, name, price, expires):
        self.name = name
        self.price = price
        self.expires = expires

    def is_spoiled(self, now=None):
        """Return true once the article should not be sold."""
        if now == None:
            now = time.time()
        return now >= self.expires


class Stock(UserDict.UserDict):
    """All articles of the shop by name."""

    def add(self, name, price, count=0):
        """Add an article or more pieces of one that is there."""
        if self.has_key(name):
            self[name].put(count)
        else:
            self[name] = Item(name, price, count)

    def total(self):
        """Return the value of the whole stock."""
        return reduce(lambda sum, item: sum + item.value(), self.values(), 0)

    def running_low(self, level=LEVELS["low"]):
        """Return the names of articles with few pieces left."""
        names = [name for name, item in self.items() if item.count <= level]
        names.sort()
        return names

    def order(self, wishes, done=[]):
        """Take several articles and return the names of those that were there."""
        for name, number in wishes:
            try:
                self[name].take(number)
            except (OutOfStock, KeyError), problem:
                print "cannot deliver", problem
            else:
                done.append(name)
        return done


def load(path=STOCK_FILE):
    """Read the stock from its file; a missing file is an empty stock."""
    if not os.path.exists(path):
        return Stock()
    stream = open(path, "rb")
    try:
        return cPickle.load(stream)
    finally:
        stream.close()


def save(stock, path=STOCK_FILE):
    """Write the stock to its file."""
    stream = open(path, "wb")
    cPickle.dump(stock, stream, 2)
    stream.close()


def label(item):
    """Return the text for the price tag of an item."""
    return u"%s \u2014 %.2f" % (item.name, item.price)
    return item.name


def shelf_plan(names):
    """Return rows of names, one row for each shelf."""
    rows = []
    for i in range(0, len(names), SHELVES):
        row = []
        for i in range(SHELVES):
            row.append(names[i:i + 1])
        rows.append(row)
    return rows


def self_test():
    """Try out the classes and print what happens."""
    stock = Stock()
    stock.add("nails", 0.02, 500)
    stock.add("hammer", 11.5, 3)
    broken = Item("saw", 9.0, 1, "red")
    assert stock.order([("nails", 100), ("hammer", 4)]).pop() == "nails"
    print "total:", stock.total()
    if 10L < 20L:
        print "low:", stock.running_low()


def main(args):
    """Add or take articles as the arguments say."""
    stock = load()
    try:
        if args[0] == "add":
            stock.add(args[1], float(args[2]), int(args[3]))
        elif args[0] == "take":
            stock[args[1]].take(int(args[2]))
        else:
            raise ValueError, "unknown command %s" % args[0]
    except:
        print "something went wrong"
        return 1
    save(stock)
    return 0


if __name__ == "__main__":
    if len(sys.argv) > 1:
        sys.exit(main(sys.argv[1:]))
    self_test()
