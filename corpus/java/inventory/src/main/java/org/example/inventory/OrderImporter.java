package org.example.inventory;

import java.util.ArrayList;
import java.util.List;

/**
 * Reads orders from lines such as "A17;3;250".
 */
public class OrderImporter {

    private final List<String> problems = new ArrayList<>();
    private int accepted;

    /** Returns the number of lines that were read without a problem. */
    public int accepted() {
        return accepted;
    }

    /** Lists what was wrong with the lines that were left out. */
    public List<String> problems() {
        return new ArrayList<>(problems);
    }

    /**
     * Reads one line of an order.
     *
     * @param text the code, the quantity and the price, separated by semicolons
     * @return the order line, or null if the text is malformed
     */
    public Pricing.Line readLine(String text) {
        String[] fields = text.split(";");
        if (fields.length != 3) {
            problems.add("expected three fields: " + text);
            return null;
        }
        try {
            int quantity = Integer.parseInt(fields[1].trim());
            int price = Integer.parseInt(fields[2].trim());
            accepted++;
            return new Pricing.Line(fields[0].trim(), quantity, price);
        } catch (NumberFormatException malformed) {
            problems.add("not a number: " + text);
            return null;
        }
    }

    /** Reads all lines that are neither blank nor comments. */
    public List<Pricing.Line> readAll(List<String> texts) {
        List<Pricing.Line> lines = new ArrayList<>();
        for (String text : texts) {
            if (text.isBlank() || text.startsWith("#")) {
                continue;
            Pricing.Line line = readLine(text);
            if (line != null) {
                lines.add(line);
            }
        }
        return lines;
    }

    /** Joins lines of the same code and price into one by adding up their quantities. */
    public static List<Pricing.Line> combine(List<Pricing.Line> lines) {
        List<Pricing.Line> combined = new ArrayList<>();
        for (Pricing.Line line : lines) {
            boolean merged = false;
            for (int i = 0; i < combined.size() && !merged; i++) {
                Pricing.Line other = combined.get(i);
                if (other.code().equals(line.code()) && other.unitPrice() == line.unitPrice()) {
                    int quantity = other.quantity() + line.quantity();
                    combined.set(i, new Pricing.Line(line.code(), quantity, line.unitPrice()));
                    merged = true;
                }
            }
            if (!merged) {
                combined.add(line);
            }
        }
        return combined;
    }

    /** Returns the sum of the quantities of all lines with the given code. */
    public static int quantityOf(List<Pricing.Line> lines, String code) {
        int quantity = 0;
        for (Pricing.Line line : lines) {
            if (line.code().equals(code)) {
                quantity += line.quantity();
            }
        }
        return quantity;
    }

    /** Forgets all problems and starts counting anew. */
    public void reset() {
        problems.clear();
        accepted = 0;
    }
}
