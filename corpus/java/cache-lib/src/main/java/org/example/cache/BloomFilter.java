package org.example.cache;

import java.util.Collection;

/**
 * A compact set of strings that can answer "perhaps" and "certainly not".
 */
public class BloomFilter {

	private final long[] words;
	private final int bits;
	private final int probes;
	private int added;

	/**
	 * Creates an empty filter.
	 *
	 * @param bits   how many bits to use; rounded up to a power of two
	 * @param probes how many bits to set for each string
	 */
	public BloomFilter(int bits, int probes) {
		this.bits = Math.max(64, roundUp(bits));
		this.probes = probes;
		this.words = new long[this.bits >>> 6];
	}

	/** Returns the smallest power of two that is not below the given number. */
	static int roundUp(int number) {
		int power = 1;
		while (power < number && power > 0) {
			power <<= 1;
		}
		return power;
	}

	/**
	 * Adds a string and tells whether the filter changed.
	 *
	 * @param text the string to add
	 * @return false if all bits of the string were set before
	 */
	public boolean add(String text) {
		int first = hash(text, 0x9747);
		int second = hash(text, 0x5bd1) | 1;
		boolean changed = false;
		for (int i = 0; i < probes; i++) {
			int bit = (first + i * second) & (bits - 1);
			long mask = 1L << bit;
			if ((words[bit >>> 6] & mask) == 0) {
				words[bit >>> 6] |= mask;
				changed = true;
			}
		}
		added++;
		return changed;
	}

	/** Returns false if the string was certainly never added, and true if it may have been. */
	public boolean mayContain(String text) {
		int first = hash(text, 0x9747);
		int second = hash(text, 0x5bd1) | 1;
		int i = 0;
		while (i < probes) {
			int bit = (first + i * second) & (bits - 1);
			if ((words[bit >>> 6] >>> bit & 1L) == 0) {
				return false;
			}
			i++;
		}
		return true;
	}

	/** Counts those strings of a collection which the filter rules out. */
	public int countAbsent(Collection<String> texts) {
		int absent = 0;
		for (String text : texts) {
			if (!mayContain(text)) absent++;
		}
		return absent;
	}

	/** Mixes the characters of a string with a seed to a well spread number. */
	static int hash(String text, int seed) {
		int h = seed;
		for (int i = 0; i < text.length(); i++) {
			h ^= text.charAt(i);
			h *= 0x01000193;
			h ^= h >>> 15;
		}
		h ^= h >>> 13;
		return h;
	}

	/** Estimates the chance that a string which was never added is reported as present. */
	public double falsePositiveRate() {
		double zeroShare = Math.exp(-(double) probes * added / bits);
		return Math.pow(1.0 - zeroShare, probes);
	}

	/**
	 * Adds everything another filter contains.
	 *
	 * @param other a filter of the same size
	 * @throws IllegalArgumentException if the sizes differ
	 */
	public void merge(BloomFilter other) {
		if (bits != other.bits || probes != other.probes) {
			throw new IllegalArgumentException("the filters are not compatible");
		}
		for (int i = 0; i < words.length; i++) {
			words[i] |= other.words[i];
		}
		added += other.added;
	}

	/** Removes all strings. */
	public void clear() {
		for (int i = 0; i < words.length; i++) {
			words[i] = 0L;
		}
		added = 0;
	}
}
