package org.example.cache;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * A store of values that may forget them.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
public interface Cache<K, V> {

	/** Returns the value kept for a key, or null if there is none. */
	V find(K key);

	/** Keeps a value for a key and returns the value kept before, or null. */
	V store(K key, V value);

	/** Forgets the value of a key and tells whether there was one. */
	boolean discard(K key);

	/** Returns the number of values kept at the moment. */
	int size();

	/** Tells whether a value is kept for the key. */
	default boolean contains(K key) {
		return find(key) != null;
	}

	/** Tells whether nothing is kept at all. */
	default boolean isEmpty() {
		return size() == 0;
	}

	/**
	 * Returns the value kept for a key, computing and keeping it first if it is missing.
	 *
	 * @param key    the key to look up
	 * @param loader computes the value; a null result is returned but not kept
	 * @return the value
	 */
	default V findOrLoad(K key, Function<? super K, ? extends V> loader) {
		V value = find(key);
		if (value == null) {
			value = loader.apply(key);
			if (value != null) {
				store(key, value);
			}
		}
		return value;
	}

	/** Collects the values of those keys for which one is kept, in the order of the keys. */
	default List<V> findAll(Iterable<? extends K> keys) {
		List<V> found = new ArrayList<V>();
		for (K key : keys) {
			V value = find(key);
			if (value != null) {
				found.add(value);
			}
		}
		return found;
	}

	/** Forgets the values of several keys and returns how many of them had one. */
	@SuppressWarnings("unchecked")
	default int discardAll(K... keys) {
		int discarded = 0;
		for (K key : keys) {
			if (discard(key)) {
				discarded++;
			}
		}
		return discarded;
	}
}
