/**
 * Failure drills for a game. A {@link org.gamenet.rgs.testkit.Cluster} runs the game's own code at as many processes as
 * a test wants, each with the real session of RGS, on a network, a directory and a clock that are simulated. All chance
 * comes from one seed, so that a drill that fails fails again. {@link org.gamenet.rgs.testkit.RgsTest} hands a cluster
 * to a JUnit 5 test, {@link org.gamenet.rgs.testkit.Seeds} plays the test with many seeds, and
 * {@link org.gamenet.rgs.testkit.FakeSession} is for tests of handlers that need no network at all.
 *
 * <p>Everything happens on the thread of the test, within {@code step}, {@code play}, {@code await} and {@code settle}.
 * Time stands still in between, and no call waits for real time.
 */
@NullMarked
package org.gamenet.rgs.testkit;

import org.jspecify.annotations.NullMarked;
