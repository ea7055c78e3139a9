package org.gamenet.rgs.core.session;

import org.gamenet.rgs.core.lanes.Peers;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.reconfiguration.MemberState;

/** What all parts of one worker stand on. */
record Common(SessionSetup setup, SessionPorts ports, SessionTime time, Peers names, Seat seat, Stepper stepper, CurrentGame game,
              Neighbours neighbours, Ties ties, Voice voice, ClockTalk clock, Tallies tallies, FailoverLog failovers) {

    /** As what the game was advertised last, if it was and I lead it. */
    void sayAdvert(MemberId to) {
        MemberState at = stepper.state();
        Narrator telling = game.narratorIfAny();
        if (at != null && at.leads() && telling != null && telling.advert().version() > 0) voice.say(to, telling.advert());
    }
}
