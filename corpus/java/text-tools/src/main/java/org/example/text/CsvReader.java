package org.example.text;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads records of separated values, with quotes around values that contain a separator.
 */
public class CsvReader implements AutoCloseable {

    private final BufferedReader input;
    private final char separator;
    private int recordNumber;

    /** Creates a reader for values separated by commas. */
    public CsvReader(Reader input) {
        this(input, ',');
    }

    /** Creates a reader for values separated by the given character. */
    public CsvReader(Reader input, char separator) {
        this.input = new BufferedReader(input);
        this.separator = separator;
    }

    public int getRecordNumber() {
        return recordNumber;
    }

    /**
     * Reads the next record, which goes on in the next line while a quote is open.
     *
     * @return the values, or null at the end of the input
     * @throws IOException if the input fails or ends inside of quotes
     */
    public List<String> readRecord() throws IOException {
        String line = input.readLine();
        if (line == null) {
            return null;
        }
        recordNumber++;
        while (countQuotes(line) % 2 != 0) {
            String more = input.readLine();
            if (more == null) {
                throw new IOException("open quote in record " + recordNumber);
            }
            line = line + "\n" + more;
        }
        return split(line, separator);
    }

    /** Reads all remaining records that are not blank. */
    public List<List<String>> readAll() throws IOException {
        List<List<String>> records = new ArrayList<>();
        List<String> record = readRecord();
        while (record != null) {
            boolean blank = record.size() == 1 && record.get(0).isEmpty();
            if (!blank) {
                records.add(record);
            }
            record = readRecord();
        }
        return records;
    }

    /** Counts the double quotes in a line. */
    static int countQuotes(String line) {
        int quotes = 0;
        for (int i = 0; i < line.length(); i++) {
            if (line.charAt(i) == '"') {
                quotes++;
            }
        }
        return quotes;
    }

    /**
     * Splits a complete record into its values and removes the quotes around them.
     *
     * @param line      the record
     * @param separator the character between two values
     * @return the values
     */
    static List<String> split(String line, char separator) {
        List<String> values = new ArrayList<>();
        StringBuilder value = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (quoted) {
                if (c != '"') {
                    value.append(c);
                } else if (i + 1 < line.length() && line.charAt(i + 1) == '"') {
                    value.append('"');
                    i++;
                } else {
                    quoted = false;
                }
            } else if (c == '"') {
                quoted = true;
            } else if (c == separator) {
                values.add(value.toString());
                value.setLength(0);
            } else {
                value.append(c);
            }
        }
        values.add(value.toString());
        return values;
    }

    /** Puts quotes around a value if it contains a separator, a quote or a line break. */
    public static String quote(String value, char separator) {
        boolean needed = value.indexOf(separator) >= 0 || value.indexOf('"') >= 0 || value.indexOf('\n') >= 0;
        if (!needed) {
            return value;
        }
        return '"' + value.replace("\"", "\"\"") + '"';
    }

    /** Joins values to one record. */
    public static String join(List<String> values, char separator) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < values.size(); i++) {
            if (i > 0) {
                out.append(separator);
            }
            out.append(quote(values.get(i), separator));
        }
        return out.toString();
    }

    /**
     * Guesses the separator of a line as the most frequent of comma, semicolon and tab.
     *
     * @param line the first line of a file
     * @return the guess, which is a comma if none of the three occurs
     */
    public static char guessSeparator(String line) {
        char[] candidates = {',', ';', '\t'};
        int[] counts = new int[candidates.length];
        boolean quoted = false;
        for (char c : line.toCharArray()) {
            if (c == '"') {
                quoted = !quoted;
            }
            for (int k = 0; k < candidates.length; k++) {
                if (!quoted && c == candidates[k]) {
                    counts[k]++;
                }
            }
        }
        int best = 0;
        for (int k = 1; k < counts.length; k++) {
            if (counts[k] > counts[best]) {
                best = k;
            }
        }
        return candidates[best];
    }

    /** Computes the width of the widest value of each column. */
    public static int[] columnWidths(List<List<String>> records) {
        int columns = 0;
        for (List<String> record : records) {
            columns = Math.max(columns, record.size());
        }
        int[] widths = new int[columns];
        for (List<String> record : records) {
            for (int c = 0; c < record.size(); c++) {
                if (record.get(c).length() > widths[c]) {
                    widths[c] = record.get(c).length();
                }
            }
        }
        return widths;
    }

    @Override
    public void close() throws IOException {
        input.close();
    }
}
