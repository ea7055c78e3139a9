package org.gamenet.rgs.bench.cut;

/** A totally ordered message. */
record CutTurn(String by, long number) {}
