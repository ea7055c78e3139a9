package org.gamenet.rgs.core.reconfiguration;

/**
 * Where a game was set back: what states of earlier epochs show of the time after that is gone (P44).
 *
 * @param epoch number of the epoch that began with it
 * @param to time of the state that was gone on from, seconds of game time; 0: it began anew with nothing
 */
public record Setback(long epoch, double to) {}
