import sha, posixfile
class Old:
    def __getslice__(self, (i, j), k): print >>k, `i`
    def __cmp__(self, o): raise "x", o
try: exec 'x' in locals()
except E, e: raise (E, e), 'v', None
