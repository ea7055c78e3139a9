package org.gamenet.rgs.bench.failover;

/**
 * A request that must take effect exactly once.
 *
 * @param number from 1 on, a player's own count
 * @param ordered whether it has its place among the player's others
 */
record Coin(int number, boolean ordered) {}
