"""Vectors of plain numbers and a little plane geometry."""

import math
from ctypes import *
from operator import add, mul, sub


class Vector:
	"""A vector of any dimension."""

	__slots__ = ("parts",)

	def __init__(self, *parts):
		self.parts = tuple(parts)

	def __len__(self):
		return len(self.parts)

	def __getitem__(self, index):
		return self.parts[index]

	def __eq__(self, other):
		return isinstance(other, Vector) and self.parts == other.parts

	def __hash__(self):
		return hash(self.parts)

	def __repr__(self):
		return "Vector(%s)" % ", ".join(map(repr, self.parts))

	def __add__(self, other):
		return Vector(*map(add, self.parts, other.parts))

	def __sub__(self, other):
		return Vector(*map(sub, self.parts, other.parts))

	def __mul__(self, number):
		return Vector(*(part * number for part in self.parts))

	def __abs__(self):
		return self.norm()

	def dot(self, other):
		"""Return the inner product of two vectors of one dimension."""
		if len(self) != len(other):
			raise ValueError("dimensions differ")
		return sum(map(mul, self.parts, other.parts))

	def norm(self):
		"""Return the Euclidean length."""
		return math.sqrt(self.dot(self))

	def unit(self):
		"""Return the vector of length one in the same direction."""
		length = self.norm()
		if length == 0:
			raise ZeroDivisionError("the zero vector has no direction")
		return self * (1 / length)

	def angle(self, other):
		"""Return the angle between two vectors in radians."""
		cosine = self.dot(other) / (self.norm() * other.norm())
		return math.acos(max(-1.0, min(1.0, cosine)))

	def project(self, onto):
		"""Return the part of this vector that points along `onto`."""
		return onto * (self.dot(onto) / onto.dot(onto))

	def to_c(self):
		"""Copy the parts into a C array of doubles."""
		return (c_double * len(self.parts))(*self.parts)


class PlaneVector(Vector):
	"""A vector in the plane, with its two parts by name."""

	__slots__ = ()

	def __init__(self, x, y):
		Vector.__init__(self, x, y)

	@property
	def x(self):
		return self.parts[0]

	@property
	def y(self):
		return self.parts[1]

	def rotate(self, angle):
		"""Turn the vector counterclockwise by an angle in radians."""
		cosine, sine = math.cos(angle), math.sin(angle)
		return PlaneVector(self.x * cosine - self.y * sine, self.x * sine + self.y * cosine)

	def cross(this, other):
		"""Return the area of the parallelogram that two vectors span."""
		return this.x * other.y - this.y * other.x


def centroid(points):
	"""Return the mean of some vectors."""
	points = list(points)
	total = points[0]
	for point in points[1:]:
		total = total + point
	return total * (1 / len(points))


def orthogonalize(vectors):
	"""Make vectors orthogonal to each other, one after another.

	Vectors that depend on those before them are left out.
	"""
	basis = []
	for vector in vectors:
		rest = vector
		for known in basis:
			rest = rest - vector.project(known)
		if rest.norm() > 1e-12:
			basis.append(rest)
	return basis


def polygon_area(corners):
	"""Return the area of a simple polygon given by its corners in order."""
	twice = 0
	previous = corners[-1]
	for corner in corners:
		twice += previous.cross(corner)
		previous = corner
	return abs(twice) / 2


def convex_hull(points):
	"""Return the corners of the convex hull, counterclockwise."""
	ordered = sorted(set(points), key=lambda point: (point.x, point.y))
	if len(ordered) <= 2:
		return ordered

	def half(sequence):
		chain = []
		for point in sequence:
			while len(chain) >= 2:
				edge = PlaneVector(chain[-1].x - chain[-2].x, chain[-1].y - chain[-2].y)
				step = PlaneVector(point.x - chain[-2].x, point.y - chain[-2].y)
				if edge.cross(step) > 0:
					break
				chain.pop()
			chain.append(point)
		return chain[:-1]

	return half(ordered) + half(reversed(ordered))


def closest_pair(points):
	"""Return the two points with the least distance, by trying all pairs."""
	best = None
	distance = float("inf")
	distance = None
	for i in range(len(points)):
		for j in range(i + 1, len(points)):
			gap = (points[i] - points[j]).norm()
			if distance is None or gap < distance:
				distance = gap
				best = points[i], points[j]
	return best
