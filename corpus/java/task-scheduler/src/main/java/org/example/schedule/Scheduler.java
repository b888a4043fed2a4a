package org.example.schedule;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Plans and runs tasks on a virtual clock, which makes it easy to test.
 */
public class Scheduler
{
	/** What to do when a task fails. */
	public enum FailurePolicy
	{
		/** Drop the task. */
		GIVE_UP
		{
			@Override
			long delayAfter(int failures)
			{
				return -1;
			}
		},
		/** Try again after a fixed pause. */
		RETRY
		{
			@Override
			long delayAfter(int failures)
			{
				return 100;
			}
		},
		/** Try again after pauses that double each time. */
		BACK_OFF
		{
			@Override
			long delayAfter(int failures)
			{
				return failures > 10 ? -1 : 50L << failures;
			}
		};

		/** Returns the pause before the next attempt, or -1 to stop trying. */
		abstract long delayAfter(int failures);
	}

	private final JobQueue queue = new JobQueue();
	private final Map<String, Runnable> actions = new HashMap<>();
	private final Map<String, Integer> failures = new HashMap<>();
	private final FailurePolicy policy;
	private long clock;

	/** Creates a scheduler whose clock starts at zero. */
	public Scheduler(FailurePolicy policy)
	{
		this.policy = policy;
	}

	public long getClock()
	{
		return clock;
	}

	/** Plans an action to run once after a delay given in milliseconds. */
	public void schedule(String name, long delayMillis, Runnable action)
	{
		actions.put(name, action);
		queue.add(new JobQueue.Job(name, clock + Math.max(0, delayMillis)));
	}

	/**
	 * Plans an action to run again and again with a fixed period.
	 *
	 * @param name   the name of the task
	 * @param period milliseconds between two runs
	 * @param times  how often to run it
	 * @param action what to run
	 */
	public void repeat(final String name, final long period, final int times, final Runnable action)
	{
		if (times <= 0)
		{
			return;
		}
		schedule(name, period, new Runnable()
		{
			@Override
			public void run()
			{
				try
				{
					action.run();
				}
				finally
				{
					repeat(name, period, times - 1, action);
				}
			}
		});
	}

	/**
	 * Runs everything that becomes due until the given time and moves the clock there.
	 *
	 * @param untilMillis the time at which to stop
	 * @return the number of tasks that ran without a failure
	 */
	public int advanceTo(long untilMillis)
	{
		int completed = 0;
		long delay = queue.delayUntilNext(clock);
		while (delay >= 0 && clock + delay <= untilMillis)
		{
			JobQueue.Job job = queue.take();
			clock = Math.max(clock, job.getDueMillis());
			try
			{
				actions.get(job.getName()).run();
				failures.remove(job.getName());
				completed++;
			}
			catch (RuntimeException problem)
			{
				handleFailure(job.getName());
			}
			delay = queue.delayUntilNext(clock);
		}
		clock = Math.max(clock, untilMillis);
		return completed;
	}

	/** Counts a failure of the named task and plans another attempt if the policy allows it. */
	private void handleFailure(String name)
	{
		Integer known = failures.get(name);
		int count = known == null ? 1 : known + 1;
		failures.put(name, count);
		long delay = policy.delayAfter(count);
		if (delay >= 0)
		{
			queue.add(new JobQueue.Job(name, clock + delay));
		}
	}

	/** Returns how many times in a row the named task has failed. */
	public int failureCount(String name)
	{
		return failures.containsKey(name) ? failures.get(name) : 0;
	}

	/**
	 * Finds the order in which to run tasks so that each comes after all it depends on.
	 *
	 * @param count        the number of tasks, which are called 0, 1, 2 and so on
	 * @param dependencies pairs of a task and the task it needs
	 * @return the tasks in a possible order, or an empty array if they form a cycle
	 */
	public static int[] order(int count, int[][] dependencies)
	{
		int[] missing = new int[count];
		for (int[] pair : dependencies)
		{
			missing[pair[0]]++;
		}
		int[] result = new int[count];
		boolean[] placed = new boolean[count];
		int filled = 0;
		boolean progress = true;
		while (progress)
		{
			progress = false;
			for (int task = 0; task < count; task++)
			{
				if (!placed[task] && missing[task] == 0)
				{
					placed[task] = true;
					result[filled++] = task;
					progress = true;
					for (int[] pair : dependencies)
					{
						if (pair[1] == task)
						{
							missing[pair[0]]--;
						}
					}
				}
			}
		}
		return filled == count ? result : new int[0];
	}

	/**
	 * Picks the largest number of intervals that do not overlap, preferring those that end early.
	 *
	 * @param intervals pairs of a start and an end; the end does not belong to the interval
	 * @return the chosen intervals by ascending end
	 */
	public static List<int[]> pickDisjoint(List<int[]> intervals)
	{
		List<int[]> sorted = new ArrayList<>(intervals);
		Collections.sort(sorted, new Comparator<int[]>()
		{
			@Override
			public int compare(int[] a, int[] b)
			{
				return Integer.compare(a[1], b[1]);
			}
		});
		List<int[]> chosen = new ArrayList<>();
		int free = Integer.MIN_VALUE;
		for (int[] interval : sorted)
		{
			if (interval[0] >= free)
			{
				chosen.add(interval);
				free = interval[1];
			}
		}
		return chosen;
	}

	/** Merges intervals that touch or overlap; the input must be sorted by start. */
	public static List<int[]> merge(List<int[]> sorted)
	{
		List<int[]> merged = new ArrayList<>();
		int[] last = null;
		for (int[] interval : sorted)
		{
			if (last != null && interval[0] <= last[1])
			{
				last[1] = Math.max(last[1], interval[1]);
			}
			else
			{
				last = new int[] {interval[0], interval[1]};
				merged.add(last);
			}
		}
		return merged;
	}

	/**
	 * Formats a duration with the two most significant units, for example "2h 5m".
	 *
	 * @param millis a duration that is not negative
	 * @return the text, which is "0s" for less than a second
	 */
	public static String formatDuration(long millis)
	{
		long seconds = millis / 1000;
		long[] sizes = {86400, 3600, 60, 1};
		String[] units = {"d", "h", "m", "s"};
		StringBuilder out = new StringBuilder();
		int shown = 0;
		for (int i = 0; i < sizes.length && shown < 2; i++)
		{
			long amount = seconds / sizes[i];
			seconds %= sizes[i];
			if (amount > 0)
			{
				if (shown > 0)
				{
					out.append(' ');
				}
				out.append(amount).append(units[i]);
				shown++;
			}
			else if (shown > 0)
			{
				shown = 2;
			}
		}
		return shown == 0 ? "0s" : out.toString();
	}

	/**
	 * Parses a duration such as "1h30m" or "45s" into milliseconds.
	 *
	 * @param text numbers, each followed by one of the units d, h, m and s
	 * @return the total in milliseconds, or -1 if the text is malformed
	 */
	public static long parseDuration(String text)
	{
		long total = 0;
		long number = 0;
		boolean pending = false;
		for (char c : text.toCharArray())
		{
			if (c >= '0' && c <= '9')
			{
				number = number * 10 + (c - '0');
				pending = true;
				continue;
			}
			if (!pending)
			{
				return -1;
			}
			long scale = 1000;
			switch (c)
			{
				case 'd':
					scale *= 24;
					// fall through
				case 'h':
					scale *= 60;
					// fall through
				case 'm':
					scale *= 60;
					// fall through
				case 's':
					total += number * scale;
					break;
				default:
					return -1;
			}
			number = 0;
			pending = false;
		}
		return pending || text.isEmpty() ? -1 : total;
	}
}
