class A:
x = 1
    def f(self):
            pass
      def g(self): return 1; if x: pass
	else:
    except E, (a, b): pass
finally
  else
@d
\
   z
