if x:
	y = (1,
  2)
  # odd
 \
  z = 3 \
 + 4
  q
