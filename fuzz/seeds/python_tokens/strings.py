a = f'{x!r:>{w}}' rb"\x" '''a
b''' 'open
u"é\
ü" """never
