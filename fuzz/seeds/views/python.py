def get_value(a, b):
    c = a
    while c:
        c = b[c] or None
    return c
