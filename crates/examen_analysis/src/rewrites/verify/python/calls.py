"""Calls of a function on made-up arguments."""

import contextlib
import copy
import inspect
import io
import signal
import types

import inputs

# What a call may take: of the processor, and, since it may sleep, of the clock.
CPU_SECONDS = 1.5
CLOCK_SECONDS = 10
MOST_BYTES = 2 << 30
MOST_CHARS = 100_000
MOST_ITEMS = 1000
MOST_DEPTH = 8


def limit_memory():
    """An endless list ends the call, not the machine."""
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
    except (ImportError, ValueError, OSError):
        pass


class TakesTooLong(BaseException):
    """Raised in the middle of a call."""


@contextlib.contextmanager
def limited():
    def stop(*_):
        raise TakesTooLong

    signal.signal(signal.SIGALRM, stop)
    signal.signal(signal.SIGVTALRM, stop)
    # Code that catches everything is interrupted again.
    signal.setitimer(signal.ITIMER_REAL, CLOCK_SECONDS, 0.2)
    signal.setitimer(signal.ITIMER_VIRTUAL, CPU_SECONDS, 0.2)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


class NotRun(Exception):
    """Why a function is not called."""


def module_of(code, place):
    """The names of a module after it was loaded."""
    module = types.ModuleType("rewritten")
    module.__file__ = place
    try:
        with limited(), contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            exec(code, module.__dict__)
    except TakesTooLong:
        raise NotRun("module-takes-too-long") from None
    except BaseException:
        raise NotRun("module-does-not-load") from None
    return module.__dict__


def functions(names):
    """The functions of a module and of its classes, with the path to them."""
    for name, value in list(names.items()):
        if isinstance(value, type):
            for inner, member in list(vars(value).items()):
                yield (name, inner), member
        else:
            yield (name,), value


def first_line(value):
    """The line of a function's `def` or first decorator."""
    function = inspect.unwrap(value.__func__ if isinstance(value, (staticmethod, classmethod)) else value)
    return function.__code__.co_firstlineno if isinstance(function, types.FunctionType) else None


def find(names, line):
    for path, value in functions(names):
        with contextlib.suppress(Exception):
            if first_line(value) == line:
                return path
    raise NotRun("function-not-found")


def bound(names, path):
    """The function to call, with a new receiver if it needs one."""
    value = names[path[0]]
    if len(path) == 1:
        return value
    member = vars(value)[path[1]]
    if isinstance(member, (staticmethod, classmethod)):
        return getattr(value, path[1])
    try:
        return getattr(value(), path[1])
    except Exception:
        raise NotRun("no-receiver") from None


def parameters(function):
    if inspect.iscoroutinefunction(function) or inspect.isasyncgenfunction(function):
        raise NotRun("coroutine")
    try:
        listed = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        raise NotRun("no-signature") from None
    taken = [it for it in listed if it.kind not in (it.VAR_POSITIONAL, it.VAR_KEYWORD)]
    if not all(inputs.is_simple(it) for it in taken):
        raise NotRun("parameter-type")
    return taken


def outcomes(code, place, path):
    """What came of each call: (arguments, result), the result None where memory or stack ended."""
    names = module_of(code, place)
    made = []
    taken = parameters(bound(names, path))
    for number in range(inputs.COUNT if taken else 1):
        arguments = inputs.make(taken, number)
        made.append((shown(list(arguments.values())), call(bound(names, path), taken, arguments)))
    return made


def call(function, taken, arguments):
    positional = [arguments[it.name] for it in taken if it.kind != it.KEYWORD_ONLY]
    named = {it.name: arguments[it.name] for it in taken if it.kind == it.KEYWORD_ONLY}
    before = shown(list(arguments.values()))
    printed = io.StringIO()
    try:
        with limited(), contextlib.redirect_stdout(printed), contextlib.redirect_stderr(io.StringIO()):
            value = function(*positional, **named)
            if isinstance(value, types.GeneratorType):
                value = [item for item, _ in zip(value, range(MOST_ITEMS))]
            result = "returns " + shown(value)
    except TakesTooLong:
        raise NotRun("takes-too-long") from None
    except (RecursionError, MemoryError):
        return None
    except BaseException as error:
        result = f"raises {type(error).__name__} {error}"
    if printed.getvalue():
        result += ", prints " + repr(printed.getvalue()[:MOST_CHARS])
    after = shown(list(arguments.values()))
    if after != before:
        result += ", arguments become " + after
    receiver = getattr(function, "__self__", None)
    return result if receiver is None or isinstance(receiver, type) else result + ", self " + shown(receiver)


def of_original(code, place, line):
    """The path to a function, the outcomes of its calls, and why there are none. What differs from itself is not compared."""
    try:
        path = find(module_of(code, place), line)
        first = outcomes(code, place, path)
        if difference(first, (outcomes(code, place, path), None)) is not None:
            return path, None, "not-deterministic"
        return path, first, None
    except NotRun as reason:
        return None, None, str(reason)


def of_rewrite(code, place, path):
    try:
        return outcomes(code, place, path), None
    except NotRun as reason:
        return None, str(reason)


def difference(known, other):
    """What differs, or None."""
    results, reason = other
    if reason is not None:
        return f"not called: {reason}"
    for (arguments, own), (_, others) in zip(known, results):
        if own is not None and others is not None and own != others:
            return f"({arguments}): {own}; then {others}"
    return None


def shown(value, depth=0):
    """A value as text that does not depend on where it lies in memory."""
    if depth > MOST_DEPTH:
        return "…"
    if value is None or isinstance(value, (bool, int, float, complex, str, bytes, bytearray, range)):
        return repr(value)[:MOST_CHARS]
    if isinstance(value, (list, tuple, set, frozenset)):
        parts = sorted(shown(it, depth + 1) for it in value) if isinstance(value, (set, frozenset)) else None
        parts = parts if parts is not None else [shown(it, depth + 1) for it in value[:MOST_ITEMS]]
        return f"{type(value).__name__}[{', '.join(parts)}]"
    if isinstance(value, dict):
        parts = [f"{shown(key, depth + 1)}: {shown(it, depth + 1)}" for key, it in list(value.items())[:MOST_ITEMS]]
        return f"{{{', '.join(parts)}}}"
    if isinstance(value, BaseException):
        return f"{type(value).__name__} {value}"
    fields = getattr(value, "__dict__", None)
    if isinstance(fields, dict) and not isinstance(value, (type, types.FunctionType, types.ModuleType)):
        return f"{type(value).__name__}{shown(copy.copy(fields), depth + 1)}"
    return f"a {type(value).__name__}"
