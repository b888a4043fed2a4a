class A:
    x = [
        1,
    y = {2: (3
    def f(self, a=(1, b:
        return g(a[1:, k=`b`

def h(:
    if (x:
        pass
    elif y)):
        pass
