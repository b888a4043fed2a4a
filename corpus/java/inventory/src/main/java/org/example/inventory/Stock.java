package org.example.inventory;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Keeps track of how many pieces of each item lie in a warehouse.
 */
public class Stock {

    /** An item for sale; the price is in cents. */
    public record Item(String code, String name, int price) {

        /** Checks the parts of an item before it is created. */
        public Item {
            if (code == null || code.isBlank()) {
                throw new IllegalArgumentException("an item needs a code");
            }
            if (price < 0) {
                throw new IllegalArgumentException("a price below zero");
            }
            code = code.toUpperCase();
        }

        /** Returns a copy of this item whose price is reduced by a percentage. */
        public Item discounted(int percent) {
            return new Item(code, name, price - price * percent / 100);
        }
    }

    /** Something that happened to the stock. */
    public sealed interface Movement permits Received, Sold, Counted {

        String code();
    }

    /** Pieces that arrived. */
    public record Received(String code, int pieces) implements Movement { }

    /** Pieces that left. */
    public record Sold(String code, int pieces) implements Movement { }

    /** The outcome of counting the shelf. */
    public record Counted(String code, int found) implements Movement { }

    /** How urgently an item has to be ordered. */
    public enum Level { EMPTY, LOW, FINE, TOO_MUCH }

    private final Map<String, Integer> pieces = new TreeMap<>();
    private final List<Movement> journal = new ArrayList<>();

    /** Returns the number of pieces of an item, or zero if it is unknown. */
    public int onHand(String code) {
        return pieces.getOrDefault(code, 0);
    }

    /**
     * Applies a movement to the stock and notes it in the journal.
     *
     * @param movement what happened
     * @return the number of pieces afterwards
     * @throws IllegalStateException if more would be sold than is there
     */
    public int apply(Movement movement) {
        int before = onHand(movement.code());
        int after;
        if (movement instanceof Received received) {
            after = before + received.pieces();
        } else if (movement instanceof Sold sold) {
            after = before - sold.pieces();
        } else if (movement instanceof Counted counted) {
            after = counted.found();
        } else {
            throw new AssertionError(movement);
        }
        if (after < 0) {
            throw new IllegalStateException("only " + before + " pieces of " + movement.code());
        }
        pieces.put(movement.code(), after);
        journal.add(movement);
        return after;
    }

    /** Sorts a number of pieces into one of the levels. */
    public static Level levelOf(int count, int minimum, int maximum) {
        if (count <= 0) {
            return Level.EMPTY;
        }
        if (count < minimum) {
            return Level.LOW;
        }
        return count > maximum ? Level.TOO_MUCH : Level.FINE;
    }

    /** Suggests how many pieces to order for a level, never a negative number. */
    public static int suggestOrder(Level level, int count, int target) {
        return switch (level) {
            case EMPTY -> target + target / 10;
            case LOW -> {
                int missing = target - count;
                yield Math.max(missing, 0);
            }
            case FINE, TOO_MUCH -> 0;
        };
    }

    /** Lists the codes of which fewer than the given number of pieces are left. */
    public List<String> shortages(int minimum) {
        var codes = new ArrayList<String>();
        for (var entry : pieces.entrySet()) {
            if (entry.getValue() < minimum) {
                codes.add(entry.getKey());
            }
        }
        return codes;
    }

    /**
     * Adds up how many pieces of an item were sold in all.
     *
     * @param code the code of the item
     * @return the total of all sales in the journal
     */
    public int totalSold(String code) {
        int total = 0;
        for (Movement movement : journal) {
            if (movement instanceof Sold sold && sold.code().equals(code)) {
                total += sold.pieces();
            }
        }
        return total;
    }

    /** Computes how many pieces counting has found missing, ignoring surplus pieces. */
    public int shrinkage() {
        Map<String, Integer> expected = new TreeMap<>();
        int lost = 0;
        for (Movement movement : journal) {
            int known = expected.getOrDefault(movement.code(), 0);
            if (movement instanceof Received r) {
                known += r.pieces();
            } else if (movement instanceof Sold s) {
                known -= s.pieces();
            } else if (movement instanceof Counted c) {
                if (c.found() < known) {
                    lost += known - c.found();
                }
                known = c.found();
            }
            expected.put(movement.code(), known);
        }
        return lost;
    }

    /** Returns the value in cents of the pieces at hand of all listed items. */
    public long value(List<Item> items) {
        long total = 0;
        for (Item item : items) {
            total += (long) item.price() * onHand(item.code());
        }
        return total;
    }

    /** Finds the most expensive item that costs no more than the budget, if there is any. */
    public static Optional<Item> bestWithin(List<Item> items, int budget) {
        return items.stream()
            .filter(item -> item.price() <= budget)
            .max(Comparator.comparingInt(Item::price));
    }

    /** Groups items by the first letter of their code. */
    public static Map<Character, List<Item>> byInitial(List<Item> items) {
        return items.stream()
            .collect(Collectors.groupingBy(item -> item.code().charAt(0), TreeMap::new, Collectors.toList()));
    }

    /** Prints a short report with one line for each code. */
    public String report() {
        var out = new StringBuilder("""
            Stock report
            ------------
            """);
        for (var entry : pieces.entrySet()) {
            out.append("%-8s %5d%n".formatted(entry.getKey(), entry.getValue()));
        }
        if (pieces.isEmpty()) {
            out.append("(nothing)\n");
        }
        return out.toString();
    }

    /** Takes back the last movement from the journal and rebuilds the counts from the rest. */
    public boolean undo() {
        if (journal.isEmpty()) {
            return false;
        }
        var kept = new ArrayList<>(journal.subList(0, journal.size() - 1));
        journal.clear();
        pieces.clear();
        for (var movement : kept) {
            apply(movement);
        }
        return true;
    }
}
