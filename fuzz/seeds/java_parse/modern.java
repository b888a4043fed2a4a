package a.b;
/** Doc. */
@A(b = {1, 2}) public sealed interface S<T extends Comparable<? super T>> permits R, Q {
    record R<T>(int... xs) implements S<T> { R { if (xs == null) throw new E(); } }
    /** Says.
     * @return it */
    default <U> U m(final List<Map<String, U>>[] a, S<T> this) throws E, F {
        return switch (a) { case R(var x, int y) when y > 0 -> (U) null; default -> { yield new U() { void n() {} }; } };
    }
    enum E { A { int f() { return 1; } }, B; }
}
