package org.gamenet.rgs.examples.contract;

/** As large as one likes. */
record Blob(int number, byte[] bytes) {}
