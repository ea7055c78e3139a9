package org.gamenet.rgs.core.directory;

/** Who waits for an answer. */
record Caller(long line, long requestId) {}
