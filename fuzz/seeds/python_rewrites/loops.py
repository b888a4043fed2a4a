def f(a, b):
    s = 0
    for i in range(a):
        if a > 3 and not b:
            s += i
        else:
            s -= 1
    while s > 0: s = s - 1
    return s
