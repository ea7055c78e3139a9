package org.gamenet.rgs.core.session;

/** The parts of a worker that an effect, or a way into a game, sets going. */
record Parts(DirectoryDesk desk, Timers timers, Watch watch, Group group, Renewals renewals, Packages packages) {}
