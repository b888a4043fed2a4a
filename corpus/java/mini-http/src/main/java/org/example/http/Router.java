package org.example.http;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds the handler of a request by its method and path.
 * A pattern may contain parameters ("/users/:id") and end in a wildcard ("/files/*").
 */
public class Router {

  /** Answers a request. */
  public interface Handler {

    /** Produces the body of the answer from the path parameters. */
    String handle(Map<String, String> parameters) throws Exception;

    /** Wraps this handler so that failures give the fallback body. */
    default Handler orElse(final String fallback) {
      final Handler inner = this;
      return new Handler() {
        @Override
        public String handle(Map<String, String> parameters) {
          try {
            return inner.handle(parameters);
          } catch (Exception failure) {
            return fallback;
          }
        }
      };
    }
  }

  /** The status codes that the router itself can produce. */
  public enum Status {
    OK(200, "OK"),
    NO_CONTENT(204, "No Content"),
    BAD_REQUEST(400, "Bad Request"),
    NOT_FOUND(404, "Not Found"),
    METHOD_NOT_ALLOWED(405, "Method Not Allowed"),
    SERVER_ERROR(500, "Internal Server Error");

    final int code;
    final String reason;

    Status(int code, String reason) {
      this.code = code;
      this.reason = reason;
    }

    /** Returns true if the code reports a mistake of the client or of the server. */
    public boolean isError() {
      return code >= 400;
    }

    /** Finds a status by its code, or returns null if the code is not known. */
    public static Status ofCode(int code) {
      for (Status status : values()) {
        if (status.code == code) {
          return status;
        }
      }
      return null;
    }

    /** Returns the first line of a response with this status. */
    public String statusLine() {
      return "HTTP/1.1 " + code + " " + reason;
    }
  }

  private static class Route {
    final String method;
    final String[] segments;
    final Handler handler;

    Route(String method, String pattern, Handler handler) {
      this.method = method;
      this.segments = split(pattern);
      this.handler = handler;
    }
  }

  /** The outcome of a dispatch. */
  public static class Response {
    private final Status status;
    private final String body;

    Response(Status status, String body) {
      this.status = status;
      this.body = body;
    }

    public Status getStatus() {
      return status;
    }

    public String getBody() {
      return body;
    }
  }

  private final List<Route> routes = new ArrayList<>();

  /** Registers a handler for a method and a path pattern; earlier routes win over later ones. */
  public Router on(String method, String pattern, Handler handler) {
    routes.add(new Route(method.toUpperCase(), pattern, handler));
    return this;
  }

  /** Registers a handler for the GET method. */
  public Router get(String pattern, Handler handler) {
    return on("GET", pattern, handler);
  }

  /**
   * Runs the first route that fits the request.
   *
   * @param method the request method
   * @param path   the request path without a query
   * @return the response of the handler, or an error response if no route fits
   */
  public Response dispatch(String method, String path) {
    String[] segments = split(path);
    boolean pathKnown = false;
    for (Route route : routes) {
      Map<String, String> parameters = match(route.segments, segments);
      if (parameters == null) {
        continue;
      }
      pathKnown = true;
      if (route.method.equalsIgnoreCase(method)) {
        return run(route.handler, parameters);
      }
    }
    if (pathKnown) {
      return new Response(Status.METHOD_NOT_ALLOWED, allowedMethods(path));
    }
    return new Response(Status.NOT_FOUND, path);
  }

  /** Calls a handler and turns its exceptions into error responses. */
  private static Response run(Handler handler, Map<String, String> parameters) {
    try {
      String body = handler.handle(parameters);
      if (body == null || body.isEmpty()) {
        return new Response(Status.NO_CONTENT, "");
      }
      return new Response(Status.OK, body);
    } catch (IllegalArgumentException mistake) {
      return new Response(Status.BAD_REQUEST, mistake.getMessage());
    } catch (Exception failure) {
      return new Response(Status.SERVER_ERROR, failure.getClass().getSimpleName());
    }
  }

  /** Lists the methods that some route accepts for the path, separated by commas. */
  public String allowedMethods(String path) {
    String[] segments = split(path);
    List<String> methods = new ArrayList<>();
    for (Route route : routes) {
      if (match(route.segments, segments) != null && !methods.contains(route.method)) {
        methods.add(route.method);
      }
    }
    return String.join(", ", methods);
  }

  /**
   * Compares the segments of a path with those of a pattern.
   *
   * @return the values of the parameters, or null if the path does not fit the pattern
   */
  static Map<String, String> match(String[] pattern, String[] path) {
    Map<String, String> parameters = new HashMap<>();
    int i = 0;
    for (; i < pattern.length; i++) {
      String expected = pattern[i];
      if (expected.equals("*") && i == pattern.length - 1) {
        parameters.put("*", join(path, i));
        return parameters;
      }
      if (i >= path.length) {
        return null;
      }
      if (expected.startsWith(":")) {
        parameters.put(expected.substring(1), path[i]);
      } else if (!expected.equals(path[i])) {
        return null;
      }
    }
    return i == path.length ? parameters : null;
  }

  /** Splits a path at its slashes and drops empty segments. */
  static String[] split(String path) {
    List<String> segments = new ArrayList<>();
    int start = 0;
    for (int i = 0; i <= path.length(); i++) {
      if (i == path.length() || path.charAt(i) == '/') {
        if (i > start) {
          segments.add(path.substring(start, i));
        }
        start = i + 1;
      }
    }
    return segments.toArray(new String[0]);
  }

  /** Joins the segments from an index on with slashes. */
  private static String join(String[] segments, int from) {
    StringBuilder out = new StringBuilder();
    for (int i = from; i < segments.length; i++) {
      out.append(i > from ? "/" : "").append(segments[i]);
    }
    return out.toString();
  }
}
