package org.gamenet.rgs.core.session;

import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.reconfiguration.MemberState;

/** This member, as its parts see it: who it is, how its machine stands, in which game, and how late it is there. Worker's thread only. */
record ThisMember(Seat seat, Stepper stepper, CurrentGame game, SessionTime time) {

    /** As what the game was advertised last, if it was and this member leads it. */
    void sayAdvert(Voice voice, MemberId to) {
        MemberState at = stepper.state();
        Narrator telling = game.narratorIfAny();
        if (at != null && at.leads() && telling != null && telling.advert().version() > 0) voice.say(to, telling.advert());
    }
}
