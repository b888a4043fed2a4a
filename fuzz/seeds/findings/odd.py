import os, sys
def f(a=[]):
    x = 1
    if a == None: print("[2J‮")
    return f(1, 2)
