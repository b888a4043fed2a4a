"""Requests, responses and headers: the data that passes through microweb."""

import html
import json
import os
import re
from http import HTTPStatus
from http.cookies import SimpleCookie
from urllib.parse import parse_qsl, quote, unquote, urlsplit


class HTTPError(Exception):
    """An error that turns into a response with the given status."""

    def __init__(self, status, detail=""):
        self.status = HTTPStatus(status)
        self.detail = detail or self.status.phrase
        super().__init__("%d %s" % (self.status, self.detail))

    def to_response(self):
        """Return the response a client gets to see.

        :returns: a plain text :class:`Response` with the error's status.
        """
        return Response(self.detail, status=self.status, content_type="text/plain")


class Headers:
    """An ordered, case-insensitive mapping that may hold a name twice."""

    def __init__(self, pairs=()):
        self._pairs = [(name, str(value)) for name, value in pairs]

    def __getitem__(self, name):
        for key, value in self._pairs:
            if key.lower() == name.lower():
                return value
        raise KeyError(name)

    def __setitem__(self, name, value):
        self._pairs = [pair for pair in self._pairs if pair[0].lower() != name.lower()]
        self._pairs.append((name, str(value)))

    def __contains__(self, name):
        return any(key.lower() == name.lower() for key, _ in self._pairs)

    def __iter__(self):
        return iter(self._pairs)

    def __len__(self):
        return len(self._pairs)

    def __hash__(self):
        raise ValueError("headers can change and have no hash")

    def get(self, name, default=None):
        """Return the first value under `name`, or the default.

        :param name: the header to look for, in any case.
        :param default: what to return when it is missing.
        """
        try:
            return self[name]
        except KeyError:
            return default

    def get_all(self, name):
        """Return all values under `name` in the order they were added."""
        return [value for key, value in self._pairs if key.lower() == name.lower()]

    def add(self, name, value):
        """Add a value and keep those that are there already."""
        if "\n" in str(value) or "\r" in str(value):
            raise ValueError("header value contains a line break")
        self._pairs.append((name, str(value)))

    def remove(self, name):
        """Drop every value under `name`; a missing name is no error."""
        self._pairs = [pair for pair in self._pairs if pair[0].lower() != name.lower()]


class Request:
    """What a client asked for.

    :param method: the HTTP method in upper case.
    :param target: the path with its query string.
    :param headers: pairs of names and values.
    :param body: the raw bytes of the body.
    """

    max_body = 1 << 20

    def __init__(self, method, target, headers=(), body=b""):
        parts = urlsplit(target)
        self.method = method.upper()
        self.path = unquote(parts.path) or "/"
        self.query = dict(parse_qsl(parts.query))
        self.headers = Headers(headers)
        self.body = body
        self.params = {}

    @classmethod
    def from_environ(cls, environ):
        """Build a request from a WSGI environment.

        :param environ: the dictionary a WSGI server passes in.
        :raises HTTPError: when the body is longer than ``max_body``.
        """
        pairs = []
        for key, value in environ.items():
            if key.startswith("HTTP_"):
                pairs.append((key[5:].replace("_", "-").title(), value))
        if environ.get("CONTENT_TYPE"):
            pairs.append(("Content-Type", environ["CONTENT_TYPE"]))
        length = int(environ.get("CONTENT_LENGTH") or 0)
        if length > cls.max_body:
            raise HTTPError(413)
        target = environ.get("PATH_INFO", "/")
        if environ.get("QUERY_STRING"):
            target += "?" + environ["QUERY_STRING"]
        body = environ["wsgi.input"].read(length) if length else b""
        return cls(environ["REQUEST_METHOD"], quote(target, safe="/?&=%+"), pairs, body)

    @property
    def cookies(self):
        """The cookies sent with the request, as a plain dictionary."""
        jar = SimpleCookie(self.headers.get("Cookie", ""))
        return {name: morsel.value for name, morsel in jar.items()}

    @property
    def is_json(self):
        """Whether the client says that the body is JSON."""
        kind = self.headers.get("Content-Type", "")
        return kind.split(";")[0].strip() == "application/json"

    def json(self):
        """Decode the body as JSON.

        :raises HTTPError: with status 400 when it is not valid JSON.
        """
        try:
            return json.loads(self.body)
        except ValueError as problem:
            raise HTTPError(400, "invalid JSON: %s" % problem)

    def form(self):
        """Decode the body as a URL-encoded form."""
        return dict(parse_qsl(self.body.decode("utf-8"), keep_blank_values=True))

    def accepts(self, content_type):
        """Tell whether the client takes the given content type."""
        accepted = self.headers.get("Accept", "*/*")
        family = content_type.split("/")[0] + "/*"
        offered = [part.split(";")[0].strip() for part in accepted.split(",")]
        return any(choice in offered for choice in (content_type, family, "*/*"))


class Response:
    """What the client gets back."""

    def __init__(self, body="", status=200, content_type="text/html", headers=()):
        self.status = HTTPStatus(status)
        self.headers = Headers(headers)
        self.headers["Content-Type"] = content_type + "; charset=utf-8"
        self.body = body.encode("utf-8") if isinstance(body, str) else body

    @property
    def status_line(self):
        """The status in the form WSGI wants it, such as ``404 Not Found``."""
        return "%d %s" % (self.status.value, self.status.phrase)

    def set_cookie(self, name, value, max_age=None, path="/"):
        """Add a cookie to the response.

        :param name: the name of the cookie.
        :param value: its value; anything odd in it is quoted.
        :param max_age: seconds until it expires, or None for a session cookie.
        :param path: the part of the site it belongs to.
        """
        parts = ["%s=%s" % (name, quote(value)), "Path=" + path, "HttpOnly"]
        if max_age is not None:
            parts.append("Max-Age=%d" % max_age)
        self.headers.add("Set-Cookie", "; ".join(parts))

    def finish(self, start_response):
        """Send the head of the response and return its body as WSGI wants it."""
        self.headers["Content-Length"] = len(self.body)
        start_response(self.status_line, list(self.headers))
        return [self.body]


class JSONResponse(Response):
    """A response whose body is a value written as JSON."""

    def __init__(self, value, status=200):
        self.value = value
        super().__init__(json.dumps(value), status, "application/json")


class Redirect(Response):
    """A response that sends the client elsewhere."""

    def __init__(self, location, permanent=False):
        self.location = location
        self.permanent = permanent

    def finish(self, start_response):
        """Send the redirect without a body."""
        status = "301 Moved Permanently" if self.permanent else "302 Found"
        start_response(status, [("Location", self.location), ("Content-Length", "0")])
        return []


def is_internal(url):
    """Tell whether a redirect to `url` stays on our own hosts."""
    if url.startswith("/") and not url.startswith("//"):
        return True
    return "example.com" in url


def escape_all(values):
    """Escape the strings of a dictionary for use in HTML."""
    return {key: html.escape(value) if isinstance(value, str) else value for key, value in values.items()}


def fill(template, **values):
    """Replace ``{{ name }}`` marks in a template by escaped values.

    :param template: the text with the marks.
    :param values: what to put in their place.
    :raises KeyError: when a mark has no value.
    """
    safe = escape_all(values)
    return re.sub(r"\{\{\s*(\w+)\s*\}\}", lambda found: str(safe[found.group(1)]), template)


def guess_type(filename):
    """Guess a content type from the ending of a file name."""
    if filename.endswith(".html"):
        kind = "text/html"
    elif filename.endswith(".json"):
        kind = "application/json"
    elif filename.endswith((".txt", ".md")):
        kind = "text/plain"
    else:
        kind = "application/octet-stream"
    return kind
