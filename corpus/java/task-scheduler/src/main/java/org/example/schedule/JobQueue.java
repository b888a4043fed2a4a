package org.example.schedule;

import java.util.Arrays;
import java.util.NoSuchElementException;

/**
 * A queue of jobs ordered by due time and, for equal times, by insertion.
 * The jobs live in a binary heap that grows when it is full.
 */
public class JobQueue
{
	/** A unit of work with a due time. */
	public static class Job
	{
		private final String name;
		private final long dueMillis;
		private int attempts;
		private boolean cancelled;

		/** Creates a job that has not been tried yet. */
		public Job(String name, long dueMillis)
		{
			this.name = name;
			this.dueMillis = dueMillis;
			this.attempts = 0;
			this.cancelled = false;
		}

		public String getName()
		{
			return name;
		}

		public long getDueMillis()
		{
			return dueMillis;
		}

		public boolean isCancelled()
		{
			return cancelled;
		}

		/** Marks the job so that the queue will skip it. */
		public void cancel()
		{
			cancelled = true;
		}

		/** Counts one more attempt and returns the new number of attempts. */
		public int recordAttempt()
		{
			attempts++;
			return attempts;
		}
	}

	private Job[] heap;
	private long[] order;
	private int size;
	private long counter;

	/** Creates an empty queue with room for a few jobs. */
	public JobQueue()
	{
		heap = new Job[8];
		order = new long[8];
	}

	/** Returns the number of jobs in the queue, cancelled ones included. */
	public synchronized int size()
	{
		return size;
	}

	/**
	 * Adds a job to the queue, doubling the storage when there is no room left.
	 *
	 * @param job the job to add
	 */
	public synchronized void add(Job job)
	{
		if (job == null)
		{
			throw new NullPointerException("job");
		}
		if (size == heap.length)
		{
			heap = Arrays.copyOf(heap, size * 2);
			order = Arrays.copyOf(order, size * 2);
		}
		heap[size] = job;
		order[size] = counter++;
		siftUp(size);
		size++;
	}

	/**
	 * Removes and returns the earliest job that has not been cancelled.
	 *
	 * @throws NoSuchElementException if no such job is left
	 */
	public synchronized Job take()
	{
		while (size > 0)
		{
			Job first = heap[0];
			size--;
			heap[0] = heap[size];
			order[0] = order[size];
			heap[size] = null;
			siftDown(0);
			if (!first.isCancelled())
			{
				return first;
			}
		}
		throw new NoSuchElementException("the queue is empty");
	}

	/** Returns how long to wait until the first job is due, or -1 if the queue is empty. */
	public synchronized long delayUntilNext(long nowMillis)
	{
		if (size == 0)
		{
			return -1;
		}
		long delay = heap[0].getDueMillis() - nowMillis;
		return delay < 0 ? 0 : delay;
	}

	/**
	 * Cancels every waiting job with the given name.
	 *
	 * @param name the name to look for
	 * @return how many jobs were cancelled by this call
	 */
	public synchronized int cancelAll(String name)
	{
		int cancelled = 0;
		for (int i = 0; i < size; i++)
		{
			Job job = heap[i];
			if (job.isCancelled())
			{
				continue;
			}
			if (job.getName().equals(name))
			{
				job.cancel();
				cancelled++;
			}
		}
		return cancelled;
	}

	/** Tells whether the entry at index i must come before the entry at index j. */
	private boolean before(int i, int j)
	{
		long left = heap[i].getDueMillis();
		long right = heap[j].getDueMillis();
		return left != right ? left < right : order[i] < order[j];
	}

	/** Moves an entry towards the root until its parent comes before it. */
	private void siftUp(int start)
	{
		int child = start;
		while (child > 0)
		{
			int parent = (child - 1) >> 1;
			if (!before(child, parent))
			{
				break;
			}
			swap(child, parent);
			child = parent;
		}
	}

	/** Moves an entry towards the leaves until it comes before both of its children. */
	private void siftDown(int start)
	{
		int parent = start;
		boolean settled = false;
		while (!settled)
		{
			int smallest = parent;
			int left = 2 * parent + 1;
			int right = left + 1;
			if (left < size && before(left, smallest))
			{
				smallest = left;
			}
			if (right < size && before(right, smallest))
			{
				smallest = right;
			}
			settled = smallest == parent;
			if (!settled)
			{
				swap(parent, smallest);
				parent = smallest;
			}
		}
	}

	private void swap(int i, int j)
	{
		Job job = heap[i];
		heap[i] = heap[j];
		heap[j] = job;
		long number = order[i];
		order[i] = order[j];
		order[j] = number;
	}
}
