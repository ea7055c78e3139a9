package org.gamenet.rgs.core.directory.server;

/** The process that waits for an answer. */
record Caller(long line, long requestId) {}
