package org.example.http;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Cuts the body of a multipart request into its parts.
 */
public class MultipartReader {

  private final byte[] body;
  private final byte[] delimiter;

  /** Creates a reader for a body whose parts are separated by the given boundary. */
  public MultipartReader(byte[] body, String boundary) {
    this.body = body;
    this.delimiter = ("--" + boundary).getBytes();
  }

  /**
   * Finds the first place at or after an offset where a pattern occurs.
   *
   * @param data    the bytes to search
   * @param pattern the bytes to find
   * @param from    where to begin
   * @return the offset of the match, or -1 if there is none
   */
  static int indexOf(byte[] data, byte[] pattern, int from) {
    outer:
    for (int i = from; i <= data.length - pattern.length; i++) {
      for (int j = 0; j < pattern.length; j++) {
        if (data[i + j] != pattern[j]) {
          continue outer;
        }
      }
      return i;
    }
    return -1;
  }

  /** Counts how often the delimiter occurs in the body. */
  public int countDelimiters() {
    int count = 0;
    int at = indexOf(body, delimiter, 0);
    while (at >= 0) {
      count++;
      at = indexOf(body, delimiter, at + delimiter.length);
    }
    return count;
  }

  /** Returns the bytes of each part, headers included. */
  public List<byte[]> parts() {
    List<byte[]> parts = new ArrayList<>();
    int start = indexOf(body, delimiter, 0);
    while (start >= 0) {
      int from = start + delimiter.length;
      int end = indexOf(body, delimiter, from);
      if (end < 0) {
        break;
      }
      if (body[from] == '\r' && body[from + 1] ==
      parts.add(Arrays.copyOfRange(body,
      start = end;
    }
    return parts;
  }

  /**
   * Takes the boundary out of a content type, removing the quotes around it if there are any.
   *
   * @param contentType the value of the header
   * @return the boundary, or null if the header has none
   */
  public static String boundaryOf(String contentType) {
    for (String part : contentType.split(";")) {
      String trimmed = part.trim();
      if (trimmed.startsWith("boundary=")) {
        String value = trimmed.substring("boundary=".length());
        if (value.length() >= 2 && value.startsWith("\"") && value.endsWith("\"")) {
          value = value.substring(1, value.length() - 1);
        }
        return value;
      }
    }
    return null;
  }

  /** Adds up the lengths of the parts. */
  static int totalLength(List<byte[]> parts) {
    int total = 0;
    for (byte[] part : parts) {
      total += part.length;
    }
    return total;
  }

  /** Tells whether the bytes look like text, that is, contain no control characters but blanks. */
  static boolean looksLikeText(byte[] data) {
    boolean text = true;
    for (int i = 0; i < data.length && text; i++) {
      int value = data[i] & 0xFF;
      if (value < 32 && value != '\n' && value != '\r' && value != '\t') {
        text = false;
      }
    }
    return text;
  }
}
