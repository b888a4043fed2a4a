class C { int getValue(int a) { int b = a; while (b > 0) { b--; } return b; } }
