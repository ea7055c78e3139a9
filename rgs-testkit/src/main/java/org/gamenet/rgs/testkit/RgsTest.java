package org.gamenet.rgs.testkit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test that is given a {@link Cluster}, in the place of JUnit's {@code @Test}. It runs once, with seed 1, unless
 * {@link Seeds} says otherwise. When it fails, the message ends with how to play it again, {@code -Drgs.seed=…}; with
 * that property set every such test runs once, with that seed.
 *
 * @since 0.1
 */
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@TestTemplate
@ExtendWith(ClusterExtension.class)
public @interface RgsTest {}
