# coding: latin-1
é = 1