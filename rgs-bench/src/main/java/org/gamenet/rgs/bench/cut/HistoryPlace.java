package org.gamenet.rgs.bench.cut;

/**
 * How far a history went under one server.
 *
 * @param stint who served, and for which time: {@code p0.1}; a new one with each state that was restored in order to
 *     serve
 * @param made when the last world of it that counts was made, on the machine's shared clock, in nanoseconds
 */
record HistoryPlace(String stint, long made) {}
