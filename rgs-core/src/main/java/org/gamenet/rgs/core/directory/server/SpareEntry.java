package org.gamenet.rgs.core.directory.server;

/**
 * A spare, for a person to read.
 *
 * @param kind of the games that it serves
 * @param game id of the game that it is offered, or reserved for; empty while it is free
 */
public record SpareEntry(String kind, String game) {}
