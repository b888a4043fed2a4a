package org.example.schedule;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Marks a method that the scheduler should run again and again. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Periodic
{
	/** How many milliseconds to wait between two runs. */
	long everyMillis() default 1000L;

	/** How many times to run the method, or zero for no limit. */
	int times() default 0;

	/** Labels that can be used to switch groups of methods off. */
	String[] tags() default {};
}
