package org.gamenet.rgs.bench.cut;

/** How many totally ordered messages of a player have come, which are those from 1 on. */
record Heard(String by, long count) {}
