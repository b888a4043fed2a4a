package org.example.graph;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;

/**
 * A maze on a grid of characters: '#' is a wall, ' ' is open, 'S' and 'E' mark start and exit.
 */
public class Maze
{
  private static final int[] DX = {0, 1, 0, -1};
  private static final int[] DY = {-1, 0, 1, 0};

  private final char[][] cells;

  /** Creates a maze from rows of equal length. */
  public Maze(String... rows)
  {
    cells = new char[rows.length][];
    for (int y = 0; y < rows.length; y++)
    {
      cells[y] = rows[y].toCharArray();
    }
  }

  /** Tells whether a place lies inside of the maze and is not a wall. */
  public boolean isOpen(int x, int y)
  {
    return y >= 0 && y < cells.length && x >= 0 && x < cells[y].length && cells[y][x] != '#';
  }

  /**
   * Finds the first place with the given character.
   *
   * @param wanted the character to look for
   * @return the column and the row, or null if the character does not occur
   */
  public int[] locate(char wanted)
  {
    int[] place = null;
    rows:
    for (int y = 0; y < cells.length; y++)
    {
      for (int x = 0; x < cells[y].length; x++)
      {
        if (cells[y][x] == wanted)
        {
          place = new int[] {x, y};
          break rows;
        }
      }
    }
    return place;
  }

  /**
   * Computes the number of steps on a shortest way from the start to the exit.
   *
   * @return the number of steps, or -1 if the exit cannot be reached
   */
  public int solve()
  {
    int[] start = locate('S');
    int[] exit = locate('E');
    if (start == null || exit == null)
    {
      return -1;
    }
    int width = cells[0].length;
    int[] steps = new int[width * cells.length];
    Deque<Integer> waiting = new ArrayDeque<>();
    steps[start[1] * width + start[0]] = 1;
    waiting.add(start[1] * width + start[0]);
    while (!waiting.isEmpty())
    {
      int place = waiting.poll();
      int x = place % width;
      int y = place / width;
      if (x == exit[0] && y == exit[1])
      {
        return steps[place] - 1;
      }
      for (int d = 0; d < 4; d++)
      {
        int nx = x + DX[d];
        int ny = y + DY[d];
        if (isOpen(nx, ny) && steps[ny * width + nx] == 0)
        {
          steps[ny * width + nx] = steps[place] + 1;
          waiting.add(ny * width + nx);
        }
      }
    }
    return -1;
  }

  /** Counts the open places that have only one open neighbour. */
  public int countDeadEnds()
  {
    int deadEnds = 0;
    for (int y = 0; y < cells.length; y++)
    {
      for (int x = 0; x < cells[y].length; x++)
      {
        if (isOpen(x, y))
        {
          int exits = 0;
          for (int d = 0; d < 4; d++)
          {
            if (isOpen(x + DX[d], y + DY[d]))
            {
              exits++;
            }
          }
          if (exits == 1)
          {
            deadEnds++;
          }
        }
      }
    }
    return deadEnds;
  }

  /** Walks along a string of moves and returns the last place, stopping at the first wall. */
  public int[] walk(int x, int y, String moves)
  {
    int column = x;
    int row = y;
    for (char move : moves.toCharArray())
    {
      int direction;
      switch (move)
      {
        case 'N':
          direction = 0;
          break;
        case 'E':
          direction = 1;
          break;
        case 'S':
          direction = 2;
          break;
        case 'W':
          direction = 3;
          break;
        default:
          continue;
      }
      if (!isOpen(column + DX[direction], row + DY[direction]))
      {
        break;
      }
      column += DX[direction];
      row += DY[direction];
    }
    return new int[] {column, row};
  }

  /**
   * Digs a random maze by walking to unvisited cells until none is left.
   *
   * @param columns the number of cells in a row
   * @param rows    the number of rows
   * @param seed    makes the maze repeatable
   * @return a maze without start and exit
   */
  public static Maze generate(int columns, int rows, long seed)
  {
    int width = 2 * columns + 1;
    int height = 2 * rows + 1;
    char[][] grid = new char[height][width];
    for (char[] row : grid)
    {
      java.util.Arrays.fill(row, '#');
    }
    Random random = new Random(seed);
    Deque<int[]> trail = new ArrayDeque<>();
    trail.push(new int[] {1, 1});
    grid[1][1] = ' ';
    while (!trail.isEmpty())
    {
      int[] here = trail.peek();
      int first = random.nextInt(4);
      boolean moved = false;
      for (int i = 0; i < 4 && !moved; i++)
      {
        int d = (first + i) & 3;
        int nx = here[0] + 2 * DX[d];
        int ny = here[1] + 2 * DY[d];
        if (nx > 0 && ny > 0 && nx < width && ny < height && grid[ny][nx] == '#')
        {
          grid[here[1] + DY[d]][here[0] + DX[d]] = ' ';
          grid[ny][nx] = ' ';
          trail.push(new int[] {nx, ny});
          moved = true;
        }
      }
      if (!moved)
      {
        trail.pop();
      }
    }
    String[] lines = new String[height];
    for (int y = 0; y < height; y++)
    {
      lines[y] = new String(grid[y]);
    }
    return new Maze(lines);
  }
}
