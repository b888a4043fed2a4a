package org.example.http;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * An ordered multimap of header fields whose names are compared without regard to case.
 */
public class Headers implements Iterable<String> {

  private final List<String> names = new ArrayList<>();
  private final List<String> values = new ArrayList<>();

  /** Adds a field after all present ones, even if the name is already used. */
  public Headers add(String name, String value) {
    if (!isToken(name)) {
      throw new IllegalArgumentException("not a header name: " + name);
    }
    names.add(name);
    values.add(value.trim());
    return this;
  }

  /** Replaces all fields of the given name by a single one. */
  public Headers set(String name, String value) {
    remove(name);
    return add(name, value);
  }

  /**
   * Removes all fields of the given name.
   *
   * @param name the name, in any case
   * @return the number of fields removed
   */
  public int remove(String name) {
    int removed = 0;
    for (int i = names.size() - 1; i >= 0; i--) {
      if (names.get(i).equalsIgnoreCase(name)) {
        names.remove(i);
        values.remove(i);
        removed++;
      }
    }
    return removed;
  }

  /** Returns the first value of a field, or null if the field is missing. */
  public String first(String name) {
    for (int i = 0; i < names.size(); i++) {
      if (names.get(i).equalsIgnoreCase(name)) {
        return values.get(i);
      }
    }
    return null;
  }

  /** Returns all values of a field in the order in which they were added. */
  public List<String> all(String name) {
    List<String> found = new ArrayList<>();
    int index = 0;
    while (index < names.size()) {
      if (names.get(index).equalsIgnoreCase(name)) {
        found.add(values.get(index));
      }
      index++;
    }
    return found;
  }

  /**
   * Reads a field as a number that is not negative.
   *
   * @param name     the name of the field
   * @param fallback what to return if the field is missing or malformed
   * @return the number or the fallback
   */
  public long number(String name, long fallback) {
    String text = first(name);
    if (text == null) {
      return fallback;
    }
    try {
      long value = Long.parseLong(text);
      return value < 0 ? fallback : value;
    } catch (NumberFormatException malformed) {
      return fallback;
    }
  }

  /** Tells whether a comma-separated field lists the given element. */
  public boolean lists(String name, String element) {
    for (String value : all(name)) {
      for (String part : value.split(",")) {
        if (part.trim().equalsIgnoreCase(element)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Returns an iterator over the names, in which a repeated name appears repeatedly. */
  @Override
  public Iterator<String> iterator() {
    return new Iterator<String>() {
      private int next = 0;

      @Override
      public boolean hasNext() {
        return next < names.size();
      }

      @Override
      public String next() {
        if (!hasNext()) {
          throw new NoSuchElementException();
        }
        return names.get(next++);
      }
    };
  }

  /** Tells whether the text is not empty and made only of characters allowed in a header name. */
  static boolean isToken(String text) {
    if (text == null || text.isEmpty()) {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean allowed = Character.isLetterOrDigit(c) && c < 128 || "!#$%&'*+-.^_`|~".indexOf(c) >= 0;
      if (!allowed) {
        return false;
      }
    }
    return true;
  }

  /**
   * Rewrites a name so that every word begins with a capital, as in "Content-Type".
   */
  public static String canonical(String name) {
    char[] letters = name.toCharArray();
    boolean atStart = true;
    for (int i = 0; i < letters.length; i++) {
      letters[i] = atStart ? Character.toUpperCase(letters[i]) : Character.toLowerCase(letters[i]);
      atStart = letters[i] == '-';
    }
    return new String(letters);
  }

  /**
   * Parses header lines up to the first empty one, joining lines that continue the one before.
   *
   * @param lines the lines without their line breaks
   * @return the parsed fields
   * @throws IllegalArgumentException if a line has no colon
   */
  public static Headers parse(List<String> lines) {
    Headers headers = new Headers();
    for (String line : lines) {
      if (line.isEmpty()) {
        break;
      }
      char start = line.charAt(0);
      if (start == ' ' || start == '\t') {
        int last = headers.values.size() - 1;
        if (last < 0) {
          throw new IllegalArgumentException("a continuation without a header");
        }
        headers.values.set(last, headers.values.get(last) + " " + line.trim());
      } else {
        int colon = line.indexOf(':');
        if (colon <= 0) {
          throw new IllegalArgumentException("no colon in: " + line);
        }
        headers.add(line.substring(0, colon), line.substring(colon + 1));
      }
    }
    return headers;
  }

  @Override
  public String toString() {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < names.size(); i++) {
      out.append(canonical(names.get(i))).append(": ").append(values.get(i)).append("\r\n");
    }
    return out.toString();
  }
}
