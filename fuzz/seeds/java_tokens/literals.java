0x1.8p-3f 1__0L 08 .5e 'ab' '' "open
"""
  text \""" """ """never /**/ /** doc */ /* never >>>= -> :: ... #` é€