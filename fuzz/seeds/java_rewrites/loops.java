class C { int f(int a) { int s = 0; for (int i = 0; i < a; i++) { if (a > 3 && s != 2) { s += i; } else { s--; } } boolean b = true; switch (a) { case 1: s++; break; default: s = 0; } return s; } }
