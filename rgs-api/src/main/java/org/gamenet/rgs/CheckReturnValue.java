package org.gamenet.rgs;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a method whose result must not be dropped, or a type all of whose methods are like that:
 * {@code spec.unlisted();} on a line of its own changes nothing, because a {@link GameSpec} stays what it is. Only
 * tools that check a game's sources, such as Error Prone, read the annotation; they know it by this simple name.
 *
 * @since 0.1
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface CheckReturnValue {}
