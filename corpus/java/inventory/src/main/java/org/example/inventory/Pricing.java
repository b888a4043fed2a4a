package org.example.inventory;

import java.util.List;
import java.util.Locale;

/**
 * Prices, taxes, discounts and shipping; all amounts are whole cents.
 */
public final class Pricing {

    /** A line of an order. */
    public record Line(String code, int quantity, int unitPrice) {

        /** Returns the price of the whole line. */
        public int total() {
            return quantity * unitPrice;
        }
    }

    /** A rule that lowers the price of an order. */
    public sealed interface Discount {

        /** A share of the total. */
        record Percent(int value) implements Discount { }

        /** A fixed amount once the total reaches a threshold. */
        record Fixed(int amount, int threshold) implements Discount { }

        /** Every n-th piece of a code for nothing. */
        record NthFree(String code, int n) implements Discount { }
    }

    private Pricing() {
    }

    /** Adds up the totals of all lines. */
    public static int subtotal(List<Line> lines) {
        int sum = 0;
        for (Line line : lines) {
            sum += line.total();
        }
        return sum;
    }

    /**
     * Computes by how much a discount lowers the price of an order.
     *
     * @param discount the rule
     * @param lines    the lines of the order
     * @return an amount between zero and the subtotal
     */
    public static int reduction(Discount discount, List<Line> lines) {
        int subtotal = subtotal(lines);
        int amount = 0;
        if (discount instanceof Discount.Percent percent) {
            amount = subtotal * percent.value() / 100;
        } else if (discount instanceof Discount.Fixed fixed) {
            amount = subtotal >= fixed.threshold() ? fixed.amount() : 0;
        } else if (discount instanceof Discount.NthFree free) {
            for (Line line : lines) {
                if (line.code().equals(free.code()) && free.n() > 0) {
                    amount += line.quantity() / free.n() * line.unitPrice();
                }
            }
        }
        return Math.min(amount, subtotal);
    }

    /** Picks the discount that saves the most, or returns null if none saves anything. */
    public static Discount best(List<Line> lines, Discount... discounts) {
        Discount best = null;
        int saved = 0;
        for (Discount discount : discounts) {
            int amount = reduction(discount, lines);
            if (amount > saved) {
                best = discount;
                saved = amount;
            }
        }
        return best;
    }

    /** Returns the tax rate of a category in percent. */
    public static int taxRate(String category) {
        return switch (category.toLowerCase(Locale.ROOT)) {
            case "book", "newspaper", "food" -> 7;
            case "medicine" -> 5;
            case "export" -> 0;
            default -> 19;
        };
    }

    /** Rounds an amount to the nearest five cents, halves upwards. */
    public static int roundToFive(int cents) {
        int remainder = cents % 5;
        return remainder >= 3 ? cents + 5 - remainder : cents - remainder;
    }

    /**
     * Computes the cost of shipping from the weight and the zone of the address.
     *
     * @param grams   the weight of the parcel
     * @param zone    1 for inland, 2 for neighbours, 3 for the rest of the world
     * @param express whether the parcel is in a hurry
     * @return the cost
     * @throws IllegalArgumentException if the parcel is too heavy or the zone is unknown
     */
    public static int shipping(int grams, int zone, boolean express) {
        if (grams <= 0 || grams > 31_500) {
            throw new IllegalArgumentException("weight " + grams);
        }
        int base;
        if (grams <= 500) {
            base = 199;
        } else if (grams <= 2_000) {
            base = 449;
        } else if (grams <= 10_000) {
            base = 949;
        } else {
            base = 1_649;
        }
        int cost = switch (zone) {
            case 1 -> base;
            case 2 -> base * 2;
            case 3 -> base * 4 + 500;
            default -> throw new IllegalArgumentException("zone " + zone);
        };
        if (express) {
            cost += cost / 2;
        }
        return cost;
    }

    /** Splits an amount into equal parts that differ by one cent at most and add up to it. */
    public static int[] instalments(int amount, int parts) {
        int[] result = new int[parts];
        int share = amount / parts;
        int extra = amount % parts;
        for (int i = 0; i < parts; i++) {
            result[i] = i < extra ? share + 1 : share;
        }
        return result;
    }

    /** Counts how few coins are enough to pay an amount, taking the largest coins first. */
    public static int coinCount(int amount) {
        int[] coins = {200, 100, 50, 20, 10, 5, 2, 1};
        int count = 0;
        int rest = amount;
        for (int coin : coins) {
            while (rest >= coin) {
                rest -= coin;
                count++;
            }
        }
        return count;
    }

    /** Formats an amount with a point before the cents, as in 12.05. */
    public static String format(int cents) {
        String sign = cents < 0 ? "-" : "";
        int amount = Math.abs(cents);
        int rest = amount % 100;
        return sign + amount / 100 + "." + (rest < 10 ? "0" + rest : rest);
    }

    /** Prints an invoice with a line for each position and the total at the end. */
    public static String invoice(List<Line> lines, String customer) {
        var body = new StringBuilder();
        for (var line : lines) {
            body.append(line.quantity()).append(" x ").append(line.code());
            body.append(" = ").append(format(line.total())).append('\n');
        }
        return """
            Invoice for %s
            %sTotal: %s
            """.formatted(customer, body, format(subtotal(lines)));
    }
}
