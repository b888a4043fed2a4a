print >>f, `x`, 0777,
exec a in b
try: pass
except E, e: raise E, 'v', t
if x <> y: print
