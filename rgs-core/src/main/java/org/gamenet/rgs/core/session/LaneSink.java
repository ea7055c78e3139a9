package org.gamenet.rgs.core.session;

import org.gamenet.rgs.core.lanes.Sink;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.port.Lane;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Does what the lanes want done. What it asks of the machine waits in the mailbox: the lanes are not to be called back. Worker's thread. */
final class LaneSink implements Sink {
    private static final Logger LOG = LoggerFactory.getLogger(LaneSink.class);

    private final Common with;
    private final Mailbox mailbox;

    LaneSink(Common with, Mailbox mailbox) {
        this.with = with;
        this.mailbox = mailbox;
    }

    @Override public void transmit(MemberId to, byte[] frame, Lane lane) {
        with.voice().transmit(to, frame, lane);
    }

    @Override public void cast(byte[] frame, Lane lane) {
        with.voice().cast(frame, lane);
    }

    @Override public void order(long number, int type, double sentAt, Payload message) {
        Message.OrderRequest request = new Message.OrderRequest(number, type, sentAt, message);
        MemberState at = with.stepper().state();
        if (at == null || at.log().authority().isEmpty()) return;
        MemberId primary = at.log().authority().get(0);
        if (primary.equals(with.seat().id())) mailbox.offer(new Input.Asked(new Event.Heard(primary, request)));
        else with.voice().say(primary, (Record) request);
    }

    @Override public void stale(MemberId from) {
        MemberState at = with.stepper().state();
        if (at != null) with.voice().sayStale(from, at.promise(), with.time().now());
    }

    /** Only who serves acts on it: a follower that does not read says so itself, in its echoes (P25). */
    @Override public void full(MemberId receiver, long forNanos) {
        MemberState at = with.stepper().state();
        if (at == null || forNanos < with.game().timing().suspectNanos()) return;
        if (at.leads()) mailbox.offer(new Input.Asked(new Event.MemberOverdue(receiver, "it takes too little of what it is sent")));
    }

    @Override public void fellOut(String what, int messages) {
        LOG.warn("{}: {} messages were given up: {}", with.seat().self(), messages, what);
    }
}
