"""Dense matrices over Python numbers.

The classes here favour clear code over speed: a matrix is a list of rows,
and each operation returns a new matrix.
"""
from __future__ import division

import math
import random
from fractions import Fraction


class ShapeError(ValueError):
    """Raised when the shapes of two operands do not fit."""


class Matrix(object):
    """A rectangular table of numbers.

    Parameters
    ----------
    rows : sequence of sequences
        The rows of the matrix; all must have the same length.
    """

    def __init__(self, rows):
        self.rows = [list(row) for row in rows]
        if not self.rows or not self.rows[0]:
            raise ShapeError("a matrix needs at least one entry")
        width = len(self.rows[0])
        if any(len(row) != width for row in self.rows):
            raise ShapeError("rows differ in length")

    @classmethod
    def zeros(cls, height, width):
        """Make a matrix filled with zeros.

        Parameters
        ----------
        height, width : int
            The shape of the result.
        """
        return cls([[0] * width for _ in range(height)])

    @classmethod
    def identity(cls, size):
        """Make the identity matrix of the given size."""
        return cls([[1 if i == j else 0 for j in range(size)] for i in range(size)])

    @classmethod
    def diagonal(cls, values):
        """Make a square matrix with the given values on its diagonal."""
        values = list(values)
        result = cls.zeros(len(values), len(values))
        for i, value in enumerate(values):
            result.rows[i][i] = value
        return result

    @classmethod
    def random(cls, height, width, low=0.0, high=1.0, seed=None):
        """Make a matrix of uniform random numbers.

        Parameters
        ----------
        height, width : int
            The shape of the result.
        low, high : float, optional
            The range the numbers are drawn from.
        seed : int, optional
            Makes the result repeatable.

        Returns
        -------
        Matrix
        """
        source = random.Random(seed)
        return cls([[source.uniform(low, high) for _ in range(width)] for _ in range(height)])

    @property
    def shape(self):
        """The height and width as a pair."""
        return len(self.rows), len(self.rows[0])

    @property
    def is_square(self):
        """Whether height and width are equal."""
        height, width = self.shape
        return height == width

    def __getitem__(self, index):
        i, j = index
        return self.rows[i][j]

    def __setitem__(self, index, value):
        i, j = index
        self.rows[i][j] = value

    def __getslice__(self, start, stop):
        return Matrix(self.rows[start:stop])

    def __eq__(self, other):
        if not isinstance(other, Matrix):
            return NotImplemented
        return self.rows == other.rows

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        raise TypeError("unhashable type: 'Matrix'")

    def __repr__(self):
        return "Matrix(%r)" % (self.rows,)

    def __str__(self):
        cells = [[_show(value) for value in row] for row in self.rows]
        width = max(len(cell) for row in cells for cell in row)
        return "\n".join("  ".join(cell.rjust(width) for cell in row) for row in cells)

    def __add__(self, other):
        self._check_same_shape(other)
        return Matrix([[a + b for a, b in zip(r, s)] for r, s in zip(self.rows, other.rows)])

    def __sub__(self, other):
        self._check_same_shape(other)
        return Matrix([[a - b for a, b in zip(r, s)] for r, s in zip(self.rows, other.rows)])

    def __neg__(self):
        return self.map(lambda value: -value)

    def __mul__(self, other):
        if isinstance(other, Matrix):
            return self.multiply(other)
        return self.map(lambda value: value * other)

    def __rmul__(self, number):
        return self.map(lambda value: number * value)

    def __pow__(self):
        return self.multiply(self)

    def _check_same_shape(self, other):
        if self.shape != other.shape:
            raise ShapeError("shapes %r and %r differ" % (self.shape, other.shape))

    def map(self, function):
        """Apply a function to each entry and return the new matrix."""
        return Matrix([[function(value) for value in row] for row in self.rows])

    def column(self, j):
        """Return column `j` as a list."""
        return [row[j] for row in self.rows]

    def transpose(self):
        """Return the matrix mirrored at its diagonal."""
        return Matrix(zip(*self.rows))

    def multiply(self, other):
        """Return the matrix product of this matrix and another.

        Parameters
        ----------
        other : Matrix
            Must be as high as this matrix is wide.

        Returns
        -------
        Matrix

        Raises
        ------
        ShapeError
            If the shapes do not fit.
        """
        if self.shape[1] != other.shape[0]:
            raise ShapeError("cannot multiply %r by %r" % (self.shape, other.shape))
        columns = list(zip(*other.rows))
        return Matrix([[sum(a * b for a, b in zip(row, column)) for column in columns] for row in self.rows])

    def power(self, exponent):
        """Raise a square matrix to a whole power by repeated squaring."""
        if not self.is_square:
            raise ShapeError("only square matrices have powers")
        if exponent < 0:
            return self.inverse().power(-exponent)
        result = Matrix.identity(len(self.rows))
        base = self
        while exponent:
            if exponent & 1:
                result = result.multiply(base)
            base = base.multiply(base)
            exponent >>= 1
        return result

    def trace(self):
        """Return the sum of the diagonal."""
        if not self.is_square:
            raise ShapeError("only square matrices have a trace")
        return sum(self.rows[i][i] for i in range(len(self.rows)))

    def minor(self, i, j):
        """Return the matrix without row `i` and column `j`."""
        return Matrix([row[:j] + row[j + 1:] for k, row in enumerate(self.rows) if k != i])

    def determinant(self):
        """Return the determinant, by elimination with row swaps.

        Returns
        -------
        number
            Zero when the matrix is singular.
        """
        if not self.is_square:
            raise ShapeError("only square matrices have a determinant")
        work = [list(row) for row in self.rows]
        size = len(work)
        sign = 1
        for k in range(size):
            pivot = max(range(k, size), key=lambda i: abs(work[i][k]))
            if work[pivot][k] == 0:
                return 0
            if pivot != k:
                work[k], work[pivot] = work[pivot], work[k]
                sign = -sign
            for i in range(k + 1, size):
                factor = work[i][k] / work[k][k]
                for j in range(k, size):
                    work[i][j] -= factor * work[k][j]
        result = sign
        for k in range(size):
            result *= work[k][k]
        return result

    def solve(self, right):
        """Solve the linear system with this matrix on the left.

        Parameters
        ----------
        right : sequence of numbers
            The right hand side.

        Returns
        -------
        list
            The solution, one number per column.

        Raises
        ------
        ZeroDivisionError
            If the matrix is singular.
        """
        size = len(self.rows)
        work = [list(row) + [value] for row, value in zip(self.rows, right)]
        for k in range(size):
            pivot = max(range(k, size), key=lambda i: abs(work[i][k]))
            if work[pivot][k] == 0:
                raise ZeroDivisionError("matrix is singular")
            work[k], work[pivot] = work[pivot], work[k]
            for i in range(size):
                if i != k:
                    factor = work[i][k] / work[k][k]
                    work[i] = [a - factor * b for a, b in zip(work[i], work[k])]
        return [work[k][size] / work[k][k] for k in range(size)]

    def inverse(self):
        """Return the inverse, found column by column."""
        size = len(self.rows)
        columns = []
        for k in range(size):
            unit = [1 if i == k else 0 for i in range(size)]
            columns.append(self.solve(unit))
        return Matrix(columns).transpose()

    def exact(self):
        """Return the same matrix with fractions for entries."""
        return self.map(Fraction)

    def is_close(self, other, tolerance=1e-9):
        """Tell whether two matrices are equal but for rounding."""
        if self.shape != other.shape:
            return False
        return all(
            math.isclose(a, b, rel_tol=tolerance, abs_tol=tolerance)
            for row, others in zip(self.rows, other.rows)
            for a, b in zip(row, others)
        )


class LabelledMatrix(Matrix):
    """A matrix whose rows and columns have names."""

    def __init__(self, rows, row_names, column_names):
        Matrix.__init__(self, rows)
        self.row_names = list(row_names)
        self.column_names = list(column_names)

    def at(self, row_name, column_name):
        """Return the entry in the named row and column."""
        return self.rows[self.row_names.index(row_name)][self.column_names.index(column_name)]

    def transpose(self, swap_names):
        """Mirror the matrix, with its names if asked to."""
        mirrored = list(zip(*self.rows))
        if swap_names:
            return LabelledMatrix(mirrored, self.column_names, self.row_names)
        return LabelledMatrix(mirrored, self.row_names, self.column_names)


def _show(value):
    if value != value:
        return "nan"
    if isinstance(value, float):
        return "%.4g" % value
    return str(value)


def lu(matrix):
    """Factor a square matrix into a lower and an upper triangle.

    Parameters
    ----------
    matrix : Matrix
        Must not need row swaps.

    Returns
    -------
    lower, upper : Matrix
        Their product is the matrix; `lower` has ones on its diagonal.
    """
    size = len(matrix.rows)
    lower = Matrix.identity(size)
    upper = Matrix(matrix.rows)
    for k in range(size):
        for i in range(k + 1, size):
            factor = upper[i, k] / upper[k, k]
            lower[i, k] = factor
            for j in range(k, size):
                upper[i, j] -= factor * upper[k, j]
    return lower, upper


def power_iteration(matrix, steps=100):
    """Estimate the largest eigenvalue of a square matrix and its vector.

    Returns
    -------
    value : float
        The estimate after the given number of steps.
    vector : list of float
        A vector of length one.
    """
    vector = [1.0] * len(matrix.rows)
    value = 0.0
    for step in range(steps):
        image = [sum(a * x for a, x in zip(row, vector)) for row in matrix.rows]
        value = math.sqrt(sum(x * x for x in image))
        if value == 0:
            break
        vector = [x / value for x in image]
    return value, vector


def count_zeros(matrices):
    """Count the zero entries of several matrices together."""
    zeros = 0
    for row in matrices:
        for row in row.rows:
            zeros += sum(1 for value in row if value == 0)
        assert row is not None
    return zeros


def condition_hint(matrix):
    """Describe in a word how safe it is to invert the matrix."""
    determinant = abs(matrix.determinant())
    if determinant < 1e-12:
        return "singular"
    if determinant < 1e-6:
        if determinant < 1e-3:
            return "poor"
        return "fair"
    return "good"
