package org.example.schedule;

import java.util.ArrayList;
import java.util.List;

/**
 * One field of a cron line, kept as a set of bits.
 */
public final class CronField
{
	private final int lowest;
	private final int highest;
	private final long bits;

	private CronField(int lowest, int highest, long bits)
	{
		this.lowest = lowest;
		this.highest = highest;
		this.bits = bits;
	}

	/**
	 * Parses a field such as "1-5", "0,30" or "3-59/10".
	 *
	 * @param text    the text of the field
	 * @param lowest  the smallest value the field can take
	 * @param highest the largest value the field can take, at most 63
	 * @return the parsed field
	 * @throws IllegalArgumentException if the text is malformed or a value is out of range
	 */
	public static CronField parse(String text, int lowest, int highest)
	{
		if (lowest < 0 || highest > 63 || lowest > highest)
		{
			throw new IllegalArgumentException("bad range " + lowest + ".." + highest);
		}
		long bits = 0L;
		for (String part : text.split(","))
		{
			int step = 1;
			String range = part.trim();
			int slash = range.indexOf('/');
			if (slash >= 0)
			{
				step = parseNumber(range.substring(slash + 1));
				range = range.substring(0, slash);
				if (step == 0)
				{
					throw new IllegalArgumentException("a step of zero in " + part);
				}
			}
			int from;
			int to;
			int dash = range.indexOf('-');
			if (range.equals("*"))
			{
				from = lowest;
				to = highest;
			}
			else if (dash > 0)
			{
				from = parseNumber(range.substring(0, dash));
				to = parseNumber(range.substring(dash + 1));
			}
			else
			{
				from = parseNumber(range);
				to = slash >= 0 ? highest : from;
			}
			if (from < lowest || to > highest || from > to)
			{
				throw new IllegalArgumentException("out of range: " + part);
			}
			for (int value = from; value <= to; value += step)
			{
				bits |= 1L << value;
			}
		}
		return new CronField(lowest, highest, bits);
	}

	/** Reads an unsigned decimal number, refusing signs, blanks and empty text. */
	private static int parseNumber(String digits)
	{
		if (digits.isEmpty() || digits.length() > 4)
		{
			throw new IllegalArgumentException("not a number: '" + digits + "'");
		}
		int value = 0;
		for (int i = 0; i < digits.length(); i++)
		{
			char c = digits.charAt(i);
			if (c < '0' || c > '9')
			{
				throw new IllegalArgumentException("not a number: '" + digits + "'");
			}
			value = value * 10 + (c - '0');
		}
		return value;
	}

	/** Tells whether the field fires at the given value. */
	public boolean matches(int value)
	{
		return value >= lowest && value <= highest && (bits >>> value & 1L) != 0;
	}

	/**
	 * Finds the first matching value that is not below the given one.
	 *
	 * @param start where to begin the search
	 * @return the value, or -1 if the field has to wrap around
	 */
	public int nextFrom(int start)
	{
		int value = Math.max(start, lowest);
		while (value <= highest)
		{
			if ((bits & (1L << value)) != 0)
			{
				return value;
			}
			value++;
		}
		return -1;
	}

	/** Returns how many different values make the field fire. */
	public int size()
	{
		int count = 0;
		long rest = bits;
		while (rest != 0)
		{
			rest &= rest - 1;
			count++;
		}
		return count;
	}

	/** Lists all matching values in ascending order. */
	public List<Integer> values()
	{
		List<Integer> result = new ArrayList<>();
		for (int value = lowest; value <= highest; value++)
		{
			if (matches(value))
			{
				result.add(value);
			}
		}
		return result;
	}

	/** Tells whether the field matches everything in its range. */
	public boolean isWildcard()
	{
		return size() == highest - lowest + 1;
	}

	/**
	 * Renders the field in a compact form where runs of three or more values become ranges.
	 */
	@Override
	public String toString()
	{
		if (isWildcard())
		{
			return "*";
		}
		StringBuilder out = new StringBuilder();
		int value = nextFrom(lowest);
		while (value >= 0)
		{
			int end = value;
			while (matches(end + 1))
			{
				end++;
			}
			if (out.length() > 0)
			{
				out.append(',');
			}
			out.append(value);
			if (end - value >= 2)
			{
				out.append('-').append(end);
			}
			else if (end > value)
			{
				out.append(',').append(end);
			}
			value = nextFrom(end + 1);
		}
		return out.toString();
	}

	/**
	 * Works out the number of days in a month of the Gregorian calendar.
	 *
	 * @param year  the year, for example 2024
	 * @param month the month, from 1 to 12
	 * @return 28 to 31
	 */
	public static int daysInMonth(int year, int month)
	{
		int days;
		switch (month)
		{
			case 4:
			case 6:
			case 9:
			case 11:
				days = 30;
				break;
			case 2:
				days = isLeapYear(year) ? 29 : 28;
				break;
			default:
				if (month < 1 || month > 12)
				{
					throw new IllegalArgumentException("no month " + month);
				}
				days = 31;
		}
		return days;
	}

	/** Returns true if February has 29 days in the given year. */
	public static boolean isLeapYear(int year)
	{
		return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
	}

	/**
	 * Computes the day of the week of a date by counting days since a known Monday.
	 *
	 * @return 1 for Monday up to 7 for Sunday
	 */
	public static int dayOfWeek(int year, int month, int day)
	{
		if (year < 1900)
		{
			throw new IllegalArgumentException("years before 1900 are not supported");
		}
		int total = 0;
		for (int y = 1900; y < year; y++)
		{
			total += isLeapYear(y) ? 366 : 365;
		}
		for (int m = 1; m < month; m++)
		{
			total += daysInMonth(year, m);
		}
		total += day - 1;
		return total % 7 + 1;
	}
}
