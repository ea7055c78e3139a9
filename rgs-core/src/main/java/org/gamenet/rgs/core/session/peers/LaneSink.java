package org.gamenet.rgs.core.session.peers;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.gamenet.rgs.core.lanes.Sink;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.ordering.Log;
import org.gamenet.rgs.core.port.Lane;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.session.base.Mailbox;
import org.gamenet.rgs.core.session.base.WorkerInput;
import org.gamenet.rgs.core.session.game.ThisMember;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does what the lanes want done. Questions to the machine wait in the mailbox: the lanes are not to be called back.
 * Worker's thread.
 */
public final class LaneSink implements Sink {
    private static final Logger LOG = LoggerFactory.getLogger(LaneSink.class);

    /** Of messages that are asked for at once; one may be larger alone. */
    private static final int TO_ORDER_BYTES_MAX = 16_384;

    /** A flood begins such an episode several times a second. */
    private static final long LET_GO_AGAIN_NANOS = 60_000_000_000L;

    private final ThisMember my;
    private final FrameSender frameSender;
    private final Mailbox mailbox;
    private final OutputTalk outputs;
    /** The messages that this turn wants ordered, from this number on. */
    private final List<Message.ToOrder> toOrder = new ArrayList<>();

    private long firstToOrder;
    private int bytesToOrder;
    private @Nullable Long letGoSaidAt;

    public LaneSink(ThisMember my, FrameSender frameSender, Mailbox mailbox, OutputTalk outputs) {
        this.my = my;
        this.frameSender = frameSender;
        this.mailbox = mailbox;
        this.outputs = outputs;
    }

    @Override
    public void transmit(MemberId to, byte[] frame, Lane lane) {
        frameSender.transmit(to, frame, lane);
    }

    @Override
    public void transmit(MemberId to, ByteBuffer frame, Lane lane) {
        frameSender.transmit(to, frame, lane);
    }

    @Override
    public void cast(byte[] frame, Lane lane) {
        frameSender.cast(frame, lane);
    }

    @Override
    public void order(long number, int type, double sentAt, Payload message) {
        if (my.game().rules().byPermission()) {
            Message.OrderRequest own = new Message.OrderRequest(number, type, sentAt, message);
            mailbox.offer(new WorkerInput.Asked(new Event.OrderAsked(own)));
            return;
        }
        boolean follows = number == firstToOrder + toOrder.size();
        boolean hasRoom = toOrder.size() < Message.ENTRIES_MAX && bytesToOrder + message.size() <= TO_ORDER_BYTES_MAX;
        if (!follows || !hasRoom) ordered();
        if (toOrder.isEmpty()) firstToOrder = number;
        toOrder.add(new Message.ToOrder(type, sentAt, message));
        bytesToOrder += message.size();
    }

    @Override
    public void ordered() {
        if (toOrder.isEmpty()) return;
        Message.OrderRequest request = new Message.OrderRequest(firstToOrder, toOrder);
        toOrder.clear();
        bytesToOrder = 0;
        MemberState at = my.stepper().state();
        if (at == null || at.log().authority().isEmpty()) return;
        MemberId primary = at.log().authority().get(0);
        if (primary.equals(my.seat().id())) mailbox.offer(new WorkerInput.Asked(new Event.Heard(primary, request)));
        else frameSender.say(primary, (Record) request);
    }

    @Override
    public long upTo() {
        return outputs.upTo();
    }

    @Override
    public void stale(MemberId from) {
        MemberState at = my.stepper().state();
        if (at != null)
            frameSender.sayStale(
                    from, new Message.Stale(at.promise()), my.time().now());
    }

    /** Only who serves acts on it: a follower that does not read says so itself, in its echoes (P25). */
    @Override
    public void full(MemberId receiver, long forNanos) {
        MemberState at = my.stepper().state();
        if (at == null || forNanos < my.game().timing().suspectNanos()) return;
        if (at.leads())
            mailbox.offer(
                    new WorkerInput.Asked(new Event.MemberOverdue(receiver, "it takes too little of what it is sent")));
    }

    @Override
    public void letGo() {
        long now = my.time().now();
        if (letGoSaidAt != null && now - letGoSaidAt < LET_GO_AGAIN_NANOS) return;
        letGoSaidAt = now;
        LOG.warn(
                "{}: more requests wait to be in everybody's copy of the state than are kept: the oldest are let go, and lost if a "
                        + "server dies before they are in it (Stats.requestsAtRisk)",
                my.seat().self());
    }

    /** The machine is told in an input of its own: it may list the member from now on (P71). */
    @Override
    public void reported(MemberId member) {
        mailbox.offer(new WorkerInput.Asked(new Event.PackageReported(member)));
    }

    /** As the machine knows the arbiter's list, entries that are not confirmed among them (P72). */
    @Override
    public Collection<MemberId> listed() {
        MemberState at = my.stepper().state();
        return at == null ? List.of() : at.listed();
    }

    @Override
    public Log log() {
        MemberState at = my.stepper().state();
        return at == null ? Log.EMPTY : at.log();
    }
}
