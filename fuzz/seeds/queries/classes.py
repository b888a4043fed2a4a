import os, sys as é
from md5 import *
class Base(object):
    def __init__(self, a, b=[]):
        self.a = a; b.append(self.a); self.set()
    def set(self): pass
    def __eq__(self, other): return self.a is 'a'
    def __iter__(self): return self
class Mid(Base, dict):
    def __init__(s): super(Base, s).__init__()
    def set(x, y): self.é = y
    def __lt__(self, o): raise OSError
    __hash__ = None
Mid(1, 2).set()(3)
