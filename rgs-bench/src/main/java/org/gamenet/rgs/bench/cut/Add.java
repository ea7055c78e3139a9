package org.gamenet.rgs.bench.cut;

/** A request. Whoever serves counts it: its player's name and its number are its id, which no other has. */
record Add(String by, long number) {}
