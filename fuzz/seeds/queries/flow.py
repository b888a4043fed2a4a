def f(x, *a, **k):
    for i in a:
        try:
            while True:
                if x == None or x < 3 < x: continue
                if x >= 3: return f(i)
                for i in k: locals()['x'] = next(k)
            else: del x
        except BaseException: pass
        finally: z = z
    assert print(x) == (1 == 1), ["a" "b", "c"]
    global y; y = yield f(); raise NotImplemented()
    match x:
        case {1: [*_, y], **r} if y: r = {1: 2, 1: 3}
    "example.com" in x; 'é' ; x = lambda: (yield)
global q
