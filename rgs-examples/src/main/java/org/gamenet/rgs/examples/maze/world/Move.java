package org.gamenet.rgs.examples.maze.world;

/**
 * The only message of a peer.
 *
 * @param number counts the moves of one peer from 1, so that a drill sees whether one is doubled, lost or swapped
 */
public record Move(Act act, int number) {}
