package org.gamenet.rgs.testkit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * With how many seeds an {@link RgsTest} is played: each is a run of its own, with a cluster of its own.
 * {@code -Drgs.seeds=N} plays N instead, {@code -Drgs.seeds.from=N} begins with another, {@code -Drgs.seed=N} plays
 * that one alone.
 *
 * @since 0.1
 */
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
public @interface Seeds {

    /** How many, 1 or more. */
    int value();

    /** The first of them. */
    long from() default 1;
}
