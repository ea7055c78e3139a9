package org.gamenet.rgs.examples.contract;

/** What players send to the server. */
record Hit(int points) {}
