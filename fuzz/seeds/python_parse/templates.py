f"{a['b']!r:>{w}}" t'{x:{y:{z}}}' rf"\{q}" f'{f"{f'{1}'}"}' f"{" f'{a:
}' f"""{
#c
x=}""" f"{x:=5}" f"{*a, b}" f"{lambda: 1}" f"}" f"{a!}"
match x:
    case {**r, -1: [*_, A(b=c)]} | (d.e as f) if (g := h): pass
print >>f, "a", ; exec a in b, c; print [x for x in 1, 2]
raise E, v, t; x = 0777L <> ur"a"; lambda (a, b)=c: a
