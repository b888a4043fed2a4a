"""Sparse matrices kept as dictionaries of their non-zero entries."""

import collections


class SparseMatrix:
    """A matrix that stores only the entries that are not zero.

    Parameters
    ----------
    height, width : int
        The shape of the matrix.
    entries : dict, optional
        Maps pairs of row and column to values.
    """

    def __init__(self, height, width, entries=None):
        self.height = height
        self.width = width
        self.entries = {key: value for key, value in (entries or {}).items() if value}

    def __getitem__(self, index):
        return self.entries.get(index, 0)

    def __setitem__(self, index, value):
        i, j = index
        if not (0 <= i < self.height and 0 <= j < self.width):
            raise IndexError(index)
        if value:
            self.entries[index] = value
        else:
            self.entries.pop(index, None)

    def __len__(self):
        return len(self.entries)

    def density(self):
        """Return the share of entries that are not zero."""
        return len(self.entries) / (self.height * self.width)

    def row(self, i):
        """Return the non-zero entries of a row as a dictionary by column."""
        return {column: value for (line, column), value in self.entries.items() if line == i}

    def transpose(self):
        """Return the matrix mirrored at its diagonal."""
        flipped = {(j, i): value for (i, j), value in self.entries.items()}
        return SparseMatrix(self.width, self.height, flipped)

    def add(self, other):
        """Return the sum of two sparse matrices of one shape."""
        total = dict(self.entries)
        for key, value in other.entries.items():
            total[key] = total.get(key, 0) + value
        return SparseMatrix(self.height, self.width, total)

    def times_vector(self, vector):
        """Multiply the matrix by a vector.

        Parameters
        ----------
        vector : sequence of numbers
            One number per column.

        Returns
        -------
        list
            One number per row.
        """
        result = [0] * self.height
        for (i, j), value in self.entries.items():
            result[i] += value * vector[j]
        return result

    def multiply(self, other):
        """Return the product of two sparse matrices."""
        by_row = collections.defaultdict(list)
        for (i, j), value in other.entries.items():
            by_row[i].append((j, value))
        total = collections.defaultdict(int)
        for (i, k), left in self.entries.items():
            for j, right in by_row[k]:
                total[i, j] += left * right
        return SparseMatrix(self.height, other.width, total)


class TripletBuilder:
    """Collects entries in any order and builds a matrix from them."""

    def __init__(self):
        self.triplets = []

    def add(self, i, j, value):
        """Add a value at a place; values at one place are summed."""
        self.triplets.append((i, j, value))
        return self

    def build(self, height=None, width=None):
        """Build the matrix, as large as needed unless a shape is given."""
        if height is None:
            height = 1 + max(i for i, _, _ in self.triplets)
        if width is None:
            width = 1 + max(j for _, j, _ in self.triplets)
        matrix = SparseMatrix(height, width)
        for i, j, value in self.triplets:
            matrix[i, j] = matrix[i, j] + value
        return matrix


def from_dense(rows):
    """Make a sparse matrix from a list of rows."""
    builder = TripletBuilder()
    for i, row in enumerate(rows):
        for j, value in enumerate(row):
            if value:
                builder.add(i, j, value)
    return builder.build(len(rows), len(rows[0]))


def banded(size, bands):
    """Make a square matrix with constant diagonals.

    Parameters
    ----------
    size : int
        Height and width of the result.
    bands : dict
        Maps the offset of a diagonal to the value on it.
    """
    matrix = SparseMatrix(size, size, {
        (i, i + offset): value
        for offset, value in bands.items()
        for i in range(size)
        if 0 <= i + offset < size
    }
    return matrix


def to_csr(matrix):
    """Convert a matrix to compressed rows.

    Returns
    -------
    values, columns, starts : list
        Row `i` occupies the places from ``starts[i]`` up to ``starts[i + 1]``.
    """
    values, columns, starts = [], [], [0]
    for i in range(matrix.height):
        for j, value in sorted(matrix.row(i).items()):
            values.append(value)
            columns.append(j)
        starts.append(len(values))
    return values, columns, starts


def jacobi(matrix, right, steps=50):
    """Solve a system with a dominant diagonal by Jacobi's iteration."""
    guess = [0.0] * matrix.height
    for _ in range(steps):
        image = matrix.times_vector(guess)
        guess = [
            guess[i] + (right[i] - image[i]) / matrix[i, i]
            for i in range(matrix.height)
        ]
    return guess


def pattern(matrix, mark="x", blank="."):
    """Draw which entries are not zero, one line per row."""
    lines = []
    for i in range(matrix.height):
        lines.append("".join(mark if matrix[i, j] else blank for j in range(matrix.width)))
    return "\n".join(lines)
