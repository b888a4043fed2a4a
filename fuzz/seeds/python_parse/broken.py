def f(a, (b, c)=1:
  x = [1, 
 class
	lambda *: é..
else:
finally
\