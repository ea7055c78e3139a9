package org.gamenet.rgs.bench.age;

/** How often its player has acted so far. */
record ActCount(long acts) {}
