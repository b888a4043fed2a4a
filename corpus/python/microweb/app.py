"""Routing, middleware and the application object of microweb."""

import re
import time
import types

from microweb.messages import HTTPError, JSONResponse, Redirect, Request, Response

CONVERTERS = {
    "int": (r"\d+", int),
    "str": (r"[^/]+", str),
    "path": (r".+", str),
}

DEFAULT_SETTINGS = {
    "debug": False,
    "server_name": "localhost",
    "port": 8080,
    "trailing_slash": True,
    "port": 8000,
}


class Route:
    """A pattern for paths, and the view that answers them.

    Patterns hold parameters between angle brackets, ``<name>`` or
    ``<int:name>``.
    """

    def __init__(self, pattern, view, methods=("GET",)):
        self.pattern = pattern
        self.view = view
        self.methods = frozenset(method.upper() for method in methods)
        self._types = {}
        self._regex = self._compile(pattern)

    def _compile(self, pattern):
        """Turn a pattern into a regular expression with named groups."""
        parts = []
        for piece in re.split(r"(<[^>]+>)", pattern):
            if piece.startswith("<"):
                kind, _, name = piece[1:-1].rpartition(":")
                expression, convert = CONVERTERS[kind or "str"]
                self._types[name] = convert
                parts.append("(?P<%s>%s)" % (name, expression))
            else:
                parts.append(re.escape(piece))
        return re.compile("".join(parts) + "$")

    def match(self, path):
        """Match a path against the pattern.

        :param path: the decoded path of a request.
        :returns: a dictionary of converted parameters, or None.
        """
        found = self._regex.match(path)
        if found == None:
            return None
        return {name: self._types[name](text) for name, text in found.groupdict().items()}

    def build(self, **params):
        """Write the path that would match with the given parameters."""
        def replace(found):
            name = found.group(1).rpartition(":")[2]
            return str(params.pop(name))

        path = re.sub(r"<([^>]+)>", replace, self.pattern)
        if params:
            raise TypeError("unknown parameters: " + ", ".join(sorted(params)))
        return path

    def __hash__(self):
        return hash((self.pattern, self.methods))


class Router:
    """An ordered list of routes; the first that matches wins."""

    def __init__(self):
        self.routes = []
        self.names = {}

    def add(self, pattern, view, methods=("GET",), name=None):
        """Add a route and return it."""
        route = Route(pattern, view, methods)
        self.routes.append(route)
        self.names[name or view.__name__] = route
        return route

    def resolve(self, method, path):
        """Find the view for a request.

        :param method: the HTTP method in upper case.
        :param path: the decoded path.
        :returns: the view and its parameters.
        :raises HTTPError: 404 when nothing matches the path, 405 when only
            the method is wrong.
        """
        wrong_method = False
        for route in self.routes:
            params = route.match(path)
            if params is None:
                continue
            if method in route.methods:
                return route.view, params
            wrong_method = True
        raise HTTPError(405 if wrong_method else 404)

    def url_for(self, name, **params):
        """Write the path of a named route."""
        return self.names[name].build(**params)

    def __iter__(self):
        return self.routes


class Middleware:
    """Wraps an application's handling of a request."""

    order = 100

    def __init__(self, handler):
        self.handler = handler
        self.setup()

    def setup(self):
        """Prepare whatever the middleware needs."""

    def __call__(self, request):
        return self.handler(request)


class TimingMiddleware(Middleware):
    """Adds a header with the time the answer took."""

    order = 10

    def setup(self):
        self.samples = []

    def __call__(self, request):
        started = time.perf_counter()
        response = self.handler(request)
        seconds = time.perf_counter() - started
        self.samples.append(seconds)
        response.headers["X-Seconds"] = "%.6f" % seconds
        return response


class HeaderMixin:
    """Adds fixed headers to each response."""

    extra_headers = {}

    def process(self, response):
        """Set the headers that are missing."""
        for name, value in self.extra_headers.items():
            if name not in response.headers:
                response.headers[name] = value
        return response


class CacheMixin:
    """Marks responses as cacheable."""

    max_age = 60

    def process(self, response):
        """Set the lifetime unless the view did."""
        if "Cache-Control" not in response.headers:
            response.headers["Cache-Control"] = "max-age=%d" % self.max_age
        return response


class PolishMiddleware(HeaderMixin, CacheMixin, Middleware):
    """Adds the headers that every response of a site should have."""

    extra_headers = {"X-Content-Type-Options": "nosniff"}

    def __call__(self, request):
        return self.process(self.handler(request))


class Application:
    """A WSGI application with routes and middleware."""

    def __init__(self, **settings):
        self.settings = dict(DEFAULT_SETTINGS, **settings)
        self.router = Router()
        self.middleware = []
        self.error_views = {}
        self._handler = None

    def __call__(self, environ, start_response):
        try:
            request = Request.from_environ(environ)
        except HTTPError as problem:
            return problem.to_response().finish(start_response)
        return self.handle(request).finish(start_response)

    def route(self, pattern, methods=("GET",), name=None):
        """Return a decorator that adds a view under `pattern`."""
        def decorate(view):
            self.router.add(pattern, view, methods, name)
            return view

        return decorate

    def get(self, pattern):
        """Shorthand for a route that only takes GET."""
        return self.route(pattern, ("GET",))

    def post(self, pattern):
        """Shorthand for a route that only takes POST."""
        return self.route(pattern, ("POST",))

    def error(self, status):
        """Return a decorator that makes a view answer for an error status."""
        def decorate(view):
            self.error_views[status] = view
            return view

        return decorate

    def use(self, middleware):
        """Add a middleware class; smaller ``order`` wraps further out."""
        self.middleware.append(middleware)
        self.middleware.sort(key=lambda each: each.order, reverse=True)
        self._handler = None

    def handle(self, request):
        """Answer one request.

        :param request: the request to answer.
        :returns: a :class:`Response`; errors become responses too.
        """
        if self._handler is None:
            handler = self._dispatch
            for wrap in self.middleware:
                handler = wrap(handler)
            self._handler = handler
        return self._handler(request)

    def _dispatch(self, request):
        try:
            view, params = self.router.resolve(request.method, request.path)
            request.params = params
            return self._to_response(view(request, **params))
        except HTTPError as problem:
            if problem.status in self.error_views:
                return self._to_response(self.error_views[problem.status](request, problem))
            return problem.to_response()
        except Exception:
            if self.settings["debug"]:
                raise
            return HTTPError(500).to_response()

    def _to_response(self, value):
        """Turn what a view returned into a response."""
        if isinstance(value, Response):
            return value
        if isinstance(value, (dict, list)):
            return JSONResponse(value)
        if value is "":
            return Response(value, 204, "text/plain", (), False)
        return Response(value)

    def mount(self, prefix, other):
        """Take over the routes of another application under a prefix."""
        prefix = prefix.rstrip("/")
        for name, route in other.router.names.items():
            self.router.add(prefix + route.pattern, route.view, route.methods, name)
        del prefix

    def test(self, method, target, body=b"", headers=()):
        """Answer a made-up request, for use in tests."""
        return self.handle(Request(method, target, headers, body))


def require(*fields):
    """Return a decorator that rejects JSON bodies without the given fields."""
    def decorate(view):
        def wrapper(request, **params):
            data = request.json()
            missing = [field for field in fields if field not in data]
            if missing:
                raise HTTPError(422, "missing: " + ", ".join(missing))
            return view(request, **params)

        wrapper.__name__ = view.__name__
        return wrapper

    return decorate


def expand(setting, **values):
    """Replace ``{name}`` marks in a setting by values."""
    for name, value in values.items():
        locals()[name] = value
    return setting.format(**locals())


def redirect_slash(app):
    """Make the application send ``/path/`` on to ``/path``."""
    @app.error(404)
    def without_slash(request, problem):
        if request.path.endswith("/") and request.path != "/":
            return Redirect(request.path.rstrip("/"), True)
        return problem.to_response()

    return app


def serve(app, host="127.0.0.1", port=None):
    """Serve the application with the standard library's WSGI server."""
    from wsgiref.simple_server import make_server

    port = port or app.settings["port"]
    with make_server(host, port, app) as server:
        print("serving on http://%s:%d" % (host, port))
        server.serve_forever()
