package org.example.http;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Percent encoding, query strings and request paths.
 */
public final class UrlCodec {

  private static final char[] HEX = "0123456789ABCDEF".toCharArray();

  private UrlCodec() {
  }

  /**
   * Replaces every byte that is not safe in a URL by a percent sign and two hexadecimal digits.
   *
   * @param text the text to encode as UTF-8
   * @return the encoded text
   */
  public static String encode(String text) {
    StringBuilder out = new StringBuilder();
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      int value = b & 0xFF;
      if (isUnreserved(value)) {
        out.append((char) value);
      } else {
        out.append('%');
        out.append(HEX[value >>> 4]);
        out.append(HEX[value & 0x0F]);
      }
    }
    return out.toString();
  }

  /**
   * Decodes percent escapes and turns plus signs into blanks.
   *
   * @param text the encoded text
   * @return the decoded text
   * @throws IllegalArgumentException if an escape is cut short or has a bad digit
   */
  public static String decode(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length());
    int i = 0;
    while (i < text.length()) {
      char c = text.charAt(i);
      if (c == '+') {
        bytes.write(' ');
        i++;
      } else if (c == '%') {
        if (i + 2 >= text.length()) {
          throw new IllegalArgumentException("incomplete escape at " + i);
        }
        int high = hexValue(text.charAt(i + 1));
        int low = hexValue(text.charAt(i + 2));
        if (high < 0 || low < 0) {
          throw new IllegalArgumentException("bad escape at " + i);
        }
        bytes.write(high << 4 | low);
        i += 3;
      } else {
        byte[] encoded = String.valueOf(c).getBytes(StandardCharsets.UTF_8);
        bytes.write(encoded, 0, encoded.length);
        i++;
      }
    }
    return new String(bytes.toByteArray(), StandardCharsets.UTF_8);
  }

  /** Returns the value of a hexadecimal digit, or -1 if the character is not one. */
  static int hexValue(char c) {
    if (c >= '0' && c <= '9') {
      return c - '0';
    }
    int lower = c | 0x20;
    if (lower >= 'a' && lower <= 'f') {
      return lower - 'a' + 10;
    }
    return -1;
  }

  private static boolean isUnreserved(int value) {
    return value >= 'a' && value <= 'z' || value >= 'A' && value <= 'Z'
        || value >= '0' && value <= '9'
        || value == '-' || value == '.' || value == '_' || value == '~';
  }

  /**
   * Splits a query string into its parameters, keeping the first of several equal names.
   *
   * @param query the part of a URL after the question mark; may be null
   * @return names and values in their original order
   */
  public static Map<String, String> parseQuery(String query) {
    Map<String, String> parameters = new LinkedHashMap<String, String>();
    if (query == null || query.isEmpty()) {
      return parameters;
    }
    for (String pair : query.split("&")) {
      if (pair.isEmpty()) {
        continue;
      }
      int equals = pair.indexOf('=');
      String name = equals < 0 ? pair : pair.substring(0, equals);
      String value = equals < 0 ? "" : pair.substring(equals + 1);
      String key = decode(name);
      if (!parameters.containsKey(key)) {
        parameters.put(key, decode(value));
      }
    }
    return parameters;
  }

  /** Joins parameters to a query string, leaving out those whose value is null. */
  public static String formatQuery(Map<String, String> parameters) {
    StringBuilder out = new StringBuilder();
    for (Map.Entry<String, String> entry : parameters.entrySet()) {
      if (entry.getValue() == null) continue;
      if (out.length() > 0) out.append('&');
      out.append(encode(entry.getKey()));
      out.append('=');
      out.append(encode(entry.getValue()));
    }
    return out.toString();
  }

  /**
   * Resolves "." and ".." in a path and removes repeated slashes.
   *
   * @param path a path that may leave the root
   * @return a path that starts with a slash and never leaves the root
   */
  public static String normalize(String path) {
    List<String> kept = new ArrayList<String>();
    for (String segment : path.split("/")) {
      switch (segment) {
        case "":
        case ".":
          break;
        case "..":
          if (!kept.isEmpty()) {
            kept.remove(kept.size() - 1);
          }
          break;
        default:
          kept.add(segment);
          break;
      }
    }
    StringBuilder out = new StringBuilder();
    for (String segment : kept) {
      out.append('/').append(segment);
    }
    return out.length() == 0 ? "/" : out.toString();
  }

  /** Returns the extension of the last path segment in lower case, or an empty string if it has none. */
  public static String extensionOf(String path) {
    int slash = path.lastIndexOf('/');
    int dot = path.lastIndexOf('.');
    if (dot <= slash + 1) {
      return "";
    }
    return path.substring(dot + 1).toLowerCase();
  }

  /** Guesses the media type of a file from its extension. */
  public static String mediaType(String path) {
    switch (extensionOf(path)) {
      case "html":
      case "htm":
        return "text/html; charset=utf-8";
      case "css":
        return "text/css";
      case "js":
      case "mjs":
        return "text/javascript";
      case "json":
        return "application/json";
      case "png":
        return "image/png";
      case "jpg":
      case "jpeg":
        return "image/jpeg";
      case "txt":
        return "text/plain; charset=utf-8";
      default:
        return "application/octet-stream";
    }
  }
}
