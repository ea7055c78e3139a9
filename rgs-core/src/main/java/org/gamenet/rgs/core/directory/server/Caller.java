package org.gamenet.rgs.core.directory.server;

/** Who waits for an answer. */
record Caller(long line, long requestId) {}
