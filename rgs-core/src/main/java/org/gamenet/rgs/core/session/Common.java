package org.gamenet.rgs.core.session;

import org.gamenet.rgs.core.lanes.Peers;

/** What all parts of one worker stand on. */
record Common(SessionSetup setup, SessionPorts ports, SessionTime time, Peers names, Seat seat, Stepper stepper, CurrentGame game,
              Neighbours neighbours, Voice voice, ClockTalk clock, Tallies tallies, FailoverLog failovers) {}
