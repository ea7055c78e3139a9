package org.gamenet.rgs.core.session.peers;

import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.session.game.EventPublisher;
import org.gamenet.rgs.core.session.game.ThisMember;

/**
 * The ways to the others: where they listen, which of them are linked, and the sender that reaches them. Worker's
 * thread only.
 */
public record Routes(Neighbours neighbours, LinkTargets linkTargets, FrameSender frameSender) {

    /** As what the game was advertised last, if it was and this member leads it. */
    public void sayAdvert(ThisMember my, MemberId to) {
        MemberState at = my.stepper().state();
        EventPublisher telling = my.game().publisherIfAny();
        if (at != null && at.leads() && telling != null && telling.advert().version() > 0)
            frameSender.say(to, telling.advert());
    }
}
