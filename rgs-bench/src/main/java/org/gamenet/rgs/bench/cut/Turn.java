package org.gamenet.rgs.bench.cut;

/** A totally ordered message. */
record Turn(String by, long number) {}
