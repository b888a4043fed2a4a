@d
async def f[T: (A, B)](a, /, b=1, *c, d, **e) -> g:
    match x:
        case {'k': [1, *_], **r} | A(b=C.D) if y: return await z
    async with a as (b, c), d: yield from [i async for i in f'{x!r:>{w}}' if (n := i)]
class Ä(B, metaclass=M):
    """doc"""
    if t:
        def m(self): pass
