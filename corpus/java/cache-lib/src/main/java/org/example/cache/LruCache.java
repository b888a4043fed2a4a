package org.example.cache;

import java.util.HashMap;
import java.util.Map;

/**
 * A cache of limited size that forgets the entry which was not used for the longest time.
 * The entries form a ring around a sentinel, the most recent one right after it.
 */
public class LruCache<K, V> implements Cache<K, V> {

	/** Gets told about entries that had to make room. */
	public interface EvictionListener<K, V> {
		void evicted(K key, V value);
	}

	private static final class Entry<K, V> {
		K key;
		V value;
		Entry<K, V> newer;
		Entry<K, V> older;

		/** Takes this entry out of the ring. */
		void unlink() {
			newer.older = older;
			older.newer = newer;
		}

		/** Puts this entry into the ring right after another one. */
		void linkAfter(Entry<K, V> place) {
			newer = place;
			older = place.older;
			place.older.newer = this;
			place.older = this;
		}
	}

	private final Map<K, Entry<K, V>> index = new HashMap<K, Entry<K, V>>();
	private final Entry<K, V> sentinel = new Entry<K, V>();
	private EvictionListener<K, V> listener;
	private int capacity;
	private long hits;
	private long misses;

	/**
	 * Creates an empty cache.
	 *
	 * @param capacity how many entries to keep at most, at least one
	 */
	public LruCache(int capacity) {
		if (capacity < 1) {
			throw new IllegalArgumentException("capacity " + capacity);
		}
		this.capacity = capacity;
		sentinel.newer = sentinel;
		sentinel.older = sentinel;
	}

	public void setListener(EvictionListener<K, V> listener) {
		this.listener = listener;
	}

	public synchronized int getCapacity() {
		return capacity;
	}

	/** Returns the value of a key and makes its entry the most recent one. */
	@Override
	public synchronized V find(K key) {
		Entry<K, V> entry = index.get(key);
		if (entry == null) {
			misses++;
			return null;
		}
		hits++;
		entry.unlink();
		entry.linkAfter(sentinel);
		return entry.value;
	}

	/** Keeps a value, evicting the oldest entry if the cache is full and the key is new. */
	@Override
	public synchronized V store(K key, V value) {
		Entry<K, V> entry = index.get(key);
		V previous = null;
		if (entry != null) {
			previous = entry.value;
			entry.unlink();
		} else {
			if (index.size() >= capacity) {
				evictOldest();
			}
			entry = new Entry<K, V>();
			entry.key = key;
			index.put(key, entry);
		}
		entry.value = value;
		entry.linkAfter(sentinel);
		return previous;
	}

	@Override
	public synchronized boolean discard(K key) {
		Entry<K, V> entry = index.remove(key);
		if (entry != null) {
			entry.unlink();
		}
		return entry != null;
	}

	@Override
	public synchronized int size() {
		return index.size();
	}

	/**
	 * Changes the capacity and evicts the oldest entries that no longer fit.
	 *
	 * @param newCapacity the new limit, at least one
	 * @return the number of entries evicted
	 */
	public synchronized int resize(int newCapacity) {
		if (newCapacity < 1) {
			throw new IllegalArgumentException("capacity " + newCapacity);
		}
		int evicted = 0;
		capacity = newCapacity;
		while (index.size() > capacity) {
			evictOldest();
			evicted++;
		}
		return evicted;
	}

	/** Removes the entry that was used least recently and tells the listener about it. */
	private void evictOldest() {
		Entry<K, V> oldest = sentinel.newer;
		oldest.unlink();
		index.remove(oldest.key);
		if (listener != null) {
			listener.evicted(oldest.key, oldest.value);
		}
	}

	/** Returns the share of lookups that found a value, or zero before the first lookup. */
	public synchronized double hitRate() {
		long lookups = hits + misses;
		return lookups == 0 ? 0.0 : (double) hits / lookups;
	}

	/** Lists the keys from the most recently used to the least recently used. */
	public synchronized String describe() {
		StringBuilder out = new StringBuilder("[");
		for (Entry<K, V> entry = sentinel.older; entry != sentinel; entry = entry.older) {
			if (entry != sentinel.older) {
				out.append(" > ");
			}
			out.append(entry.key);
		}
		return out.append(']').toString();
	}
}
