package org.example.matrix;

import java.util.Arrays;

/**
 * A dense matrix of doubles stored row by row.
 */
public class Matrix {

    private static final double EPSILON = 1e-10;

    private final int rows;
    private final int columns;
    private final double[] cells;

    /**
     * Creates a matrix filled with zeros.
     *
     * @param rows    the number of rows, at least one
     * @param columns the number of columns, at least one
     */
    public Matrix(int rows, int columns) {
        if (rows < 1 || columns < 1) {
            throw new IllegalArgumentException("a matrix needs rows and columns");
        }
        this.rows = rows;
        this.columns = columns;
        this.cells = new double[rows * columns];
    }

    /**
     * Copies a rectangular array into a new matrix.
     *
     * @throws IllegalArgumentException if the rows differ in length
     */
    public static Matrix of(double[][] values) {
        Matrix result = new Matrix(values.length, values[0].length);
        for (int r = 0; r < values.length; r++) {
            if (values[r].length != result.columns) {
                throw new IllegalArgumentException("row " + r + " has a different length");
            }
            System.arraycopy(values[r], 0, result.cells, r * result.columns, result.columns);
        }
        return result;
    }

    /** Returns the square matrix with ones on the diagonal and zeros elsewhere. */
    public static Matrix identity(int size) {
        Matrix result = new Matrix(size, size);
        for (int i = 0; i < size; i++) {
            result.cells[i * size + i] = 1.0;
        }
        return result;
    }

    public int getRows() {
        return rows;
    }

    public int getColumns() {
        return columns;
    }

    /** Returns the number in the given row and column. */
    public double get(int row, int column) {
        return cells[index(row, column)];
    }

    /** Stores a number in the given row and column. */
    public void set(int row, int column, double value) {
        cells[index(row, column)] = value;
    }

    private int index(int row, int column) {
        if (row < 0 || row >= rows || column < 0 || column >= columns) {
            throw new IndexOutOfBoundsException(row + ", " + column);
        }
        return row * columns + column;
    }

    /** Returns the sum of this matrix and another one of the same shape. */
    public Matrix plus(Matrix other) {
        requireSameShape(other);
        Matrix result = new Matrix(rows, columns);
        for (int i = 0; i < cells.length; i++) {
            result.cells[i] = cells[i] + other.cells[i];
        }
        return result;
    }

    /** Returns a copy of this matrix with every number multiplied by a factor. */
    public Matrix scale(double factor) {
        Matrix result = new Matrix(rows, columns);
        int i = 0;
        while (i < cells.length) {
            result.cells[i] = cells[i] * factor;
            i++;
        }
        return result;
    }

    /**
     * Multiplies this matrix by another one.
     *
     * @param other a matrix with as many rows as this one has columns
     * @return the product
     * @throws IllegalArgumentException if the shapes do not fit
     */
    public Matrix times(Matrix other) {
        if (columns != other.rows) {
            throw new IllegalArgumentException("cannot multiply " + shape() + " by " + other.shape());
        }
        Matrix product = new Matrix(rows, other.columns);
        for (int r = 0; r < rows; r++) {
            for (int c = 0; c < other.columns; c++) {
                double sum = 0.0;
                for (int k = 0; k < columns; k++) {
                    sum += cells[r * columns + k] * other.cells[k * other.columns + c];
                }
                product.cells[r * other.columns + c] = sum;
            }
        }
        return product;
    }

    /** Returns a new matrix whose rows are the columns of this one. */
    public Matrix transpose() {
        Matrix result = new Matrix(columns, rows);
        for (int r = 0; r < rows; r++) {
            for (int c = 0; c < columns; c++) {
                result.cells[c * rows + r] = cells[r * columns + c];
            }
        }
        return result;
    }

    /**
     * Computes the determinant by elimination with row swaps.
     *
     * @return the determinant, which is zero for a singular matrix
     */
    public double determinant() {
        if (rows != columns) {
            throw new IllegalStateException("only a square matrix has a determinant");
        }
        double[] work = cells.clone();
        double determinant = 1.0;
        for (int pivot = 0; pivot < rows; pivot++) {
            int best = pivot;
            for (int r = pivot + 1; r < rows; r++) {
                if (Math.abs(work[r * columns + pivot]) > Math.abs(work[best * columns + pivot])) {
                    best = r;
                }
            }
            if (Math.abs(work[best * columns + pivot]) < EPSILON) {
                return 0.0;
            }
            if (best != pivot) {
                swapRows(work, columns, best, pivot);
                determinant = -determinant;
            }
            determinant *= work[pivot * columns + pivot];
            for (int r = pivot + 1; r < rows; r++) {
                double factor = work[r * columns + pivot] / work[pivot * columns + pivot];
                for (int c = pivot; c < columns; c++) {
                    work[r * columns + c] -= factor * work[pivot * columns + c];
                }
            }
        }
        return determinant;
    }

    /** Exchanges two rows of a matrix that is stored row by row. */
    private static void swapRows(double[] data, int width, int first, int second) {
        for (int c = 0; c < width; c++) {
            double saved = data[first * width + c];
            data[first * width + c] = data[second * width + c];
            data[second * width + c] = saved;
        }
    }

    /** Adds up the numbers on the main diagonal. */
    public double trace() {
        double sum = 0.0;
        int limit = rows < columns ? rows : columns;
        for (int i = 0; i < limit; i++) {
            sum += cells[i * columns + i];
        }
        return sum;
    }

    /** Tells whether the matrix equals its own transpose up to a small tolerance. */
    public boolean isSymmetric() {
        if (rows != columns) {
            return false;
        }
        boolean symmetric = true;
        for (int r = 0; r < rows && symmetric; r++) {
            for (int c = r + 1; c < columns; c++) {
                if (Math.abs(get(r, c) - get(c, r)) > EPSILON) {
                    symmetric = false;
                    break;
                }
            }
        }
        return symmetric;
    }

    /**
     * Raises a square matrix to a power that is not negative by repeated squaring.
     */
    public Matrix power(int exponent) {
        Matrix result = identity(rows);
        Matrix square = this;
        for (int rest = exponent; rest > 0; rest >>>= 1) {
            if ((rest & 1) != 0) {
                result = result.times(square);
            }
            square = square.times(square);
        }
        return result;
    }

    /**
     * Collects the numbers of the matrix in the order of a clockwise spiral from the top left corner.
     *
     * @return all numbers, the outermost ring first
     */
    public double[] spiral() {
        double[] out = new double[cells.length];
        int top = 0;
        int bottom = rows - 1;
        int left = 0;
        int right = columns - 1;
        int count = 0;
        while (top <= bottom && left <= right) {
            for (int c = left; c <= right; c++) {
                out[count++] = get(top, c);
            }
            top++;
            for (int r = top; r <= bottom; r++) {
                out[count++] = get(r, right);
            }
            right--;
            if (top <= bottom) {
                for (int c = right; c >= left; c--) {
                    out[count++] = get(bottom, c);
                }
                bottom--;
            }
            if (left <= right) {
                for (int r = bottom; r >= top; r--) {
                    out[count++] = get(r, left);
                }
                left++;
            }
        }
        return out;
    }

    private void requireSameShape(Matrix other) {
        if (rows != other.rows || columns != other.columns) {
            throw new IllegalArgumentException("shapes differ: " + shape() + " and " + other.shape());
        }
    }

    /** Describes the shape in the form "rows x columns". */
    public String shape() {
        return rows + "x" + columns;
    }

    @Override
    public boolean equals(Object other) {
        if (!(other instanceof Matrix)) {
            return false;
        }
        Matrix that = (Matrix) other;
        return columns == that.columns && Arrays.equals(cells, that.cells);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(cells) * 31 + columns;
    }
}
