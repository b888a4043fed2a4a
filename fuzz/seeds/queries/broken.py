class A(A, B(
    def __init__(self, x=[], :
        super(C, self.__init__(x.append(é
  else:
import
from . import (a, b as
try: import sets
except: pass
    return 1; pass
