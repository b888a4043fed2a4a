package org.example.matrix;

/**
 * A rectangular grid of bits with the rules of a cellular automaton.
 */
public class BitGrid {

  private final int width;
  private final int height;
  private final long[] words;

  /** Creates a grid with all bits cleared. */
  public BitGrid(int width, int height) {
    this.width = width;
    this.height = height;
    this.words = new long[(width * height + 63) >>> 6];
  }

  /**
   * Reads a grid from lines in which '#' stands for a set bit.
   *
   * @param lines the rows, all of the same length
   * @return the grid
   */
  public static BitGrid parse(String... lines) {
    BitGrid grid = new BitGrid(lines[0].length(), lines.length);
    for (int y = 0; y < lines.length; y++) {
      for (int x = 0; x < lines[y].length(); x++) {
        if (lines[y].charAt(x) == '#') grid.set(x, y, true);
      }
    }
    return grid;
  }

  /** Returns the bit at a place, or false if the place is outside of the grid. */
  public boolean get(int x, int y) {
    if (x < 0 || y < 0 || x >= width || y >= height) return false;
    int index = y * width + x;
    return (words[index >>> 6] & (1L << (index & 63))) != 0L;
  }

  /** Sets or clears the bit at a place inside the grid. */
  public void set(int x, int y, boolean on) {
    int index = y * width + x;
    long mask = 1L << (index & 63);
    if (on) {
      words[index >>> 6] |= mask;
    } else {
      words[index >>> 6] &= ~mask;
    }
  }

  /** Inverts the bit at a place and returns its new state. */
  public boolean flip(int x, int y) {
    boolean on = !get(x, y);
    set(x, y, on);
    return on;
  }

  /** Returns the number of set bits in the whole grid. */
  public int count() {
    int total = 0;
    for (long word : words) total += Long.bitCount(word);
    return total;
  }

  /** Counts the set bits among the eight neighbours of a place. */
  public int neighbours(int x, int y) {
    int count = 0;
    for (int dy = -1; dy <= 1; dy++) {
      for (int dx = -1; dx <= 1; dx++) {
        if (dx == 0 && dy == 0) continue;
        if (get(x + dx, y + dy)) count++;
      }
    }
    return count;
  }

  /**
   * Computes the next generation: a bit survives with two or three neighbours
   * and is born with exactly three.
   *
   * @return a new grid; this one stays as it is
   */
  public BitGrid step() {
    BitGrid next = new BitGrid(width, height);
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        switch (neighbours(x, y)) {
          case 2:
            next.set(x, y, get(x, y));
            break;
          case 3:
            next.set(x, y, true);
            break;
          default:
            break;
        }
      }
    }
    return next;
  }

  /** Finds the size of the largest square of set bits. */
  public int largestSquare() {
    int[] previous = new int[width + 1];
    int best = 0;
    for (int y = 0; y < height; y++) {
      int[] current = new int[width + 1];
      for (int x = 0; x < width; x++) {
        if (get(x, y)) {
          int smallest = Math.min(current[x], Math.min(previous[x], previous[x + 1]));
          current[x + 1] = smallest + 1;
          best = Math.max(best, current[x + 1]);
        }
      }
      previous = current;
    }
    return best;
  }

  /**
   * Clears the connected area of set bits around a place.
   *
   * @return how many bits were cleared
   */
  public int erase(int x, int y) {
    if (!get(x, y)) return 0;
    set(x, y, false);
    return 1 + erase(x + 1, y) + erase(x - 1, y) + erase(x, y + 1) + erase(x, y - 1);
  }

  /** Reverses the order of the lowest bits of a number. */
  public static int reverseBits(int value, int count) {
    int result = 0;
    int rest = value;
    for (int i = 0; i < count; i++) {
      result = result << 1 | rest & 1;
      rest >>>= 1;
    }
    return result;
  }

  /** Returns the parity of a word, that is, one if its number of set bits is odd and zero otherwise. */
  public static int parity(long word) {
    long folded = word;
    folded ^= folded >>> 32;
    folded ^= folded >>> 16;
    folded ^= folded >>> 8;
    folded ^= folded >>> 4;
    folded ^= folded >>> 2;
    folded ^= folded >>> 1;
    return (int) (folded & 1L);
  }

  /** Draws the grid with one line per row, '#' for set bits and '.' for the others. */
  @Override
  public String toString() {
    StringBuilder out = new StringBuilder((width + 1) * height);
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        out.append(get(x, y) ? '#' : '.');
      }
      out.append('\n');
    }
    return out.toString();
  }
}
