package org.gamenet.rgs.bench.cut;

/** Numbers in a row, both ends included. */
record Span(long from, long to) {}
