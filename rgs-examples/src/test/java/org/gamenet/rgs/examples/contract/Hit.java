package org.gamenet.rgs.examples.contract;

/** A message of a player to the server. */
record Hit(int points) {}
