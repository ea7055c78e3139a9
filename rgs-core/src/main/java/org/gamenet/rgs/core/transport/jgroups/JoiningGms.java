package org.gamenet.rgs.core.transport.jgroups;

import java.util.Collection;
import java.util.concurrent.TimeUnit;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.Event;
import org.jgroups.Message;
import org.jgroups.View;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.pbcast.ClientGmsImpl;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.protocols.pbcast.GmsImpl;
import org.jgroups.protocols.pbcast.JoinRsp;
import org.jgroups.protocols.pbcast.ParticipantGmsImpl;
import org.jgroups.util.Digest;
import org.jspecify.annotations.Nullable;

/**
 * Membership as in JGroups, but for the way in: a founder is alone at once and asks nobody; a joiner asks who
 * coordinates, after 20 ms again and then ever less often, sends its JOIN to whoever says so itself, again after 200 ms
 * or as soon as it is somebody else, and gives up at its deadline. A joiner never becomes a group of one. A JOIN that
 * comes to a member which coordinates no more, as each new server hands that over to its first player, goes on to the
 * coordinator.
 */
final class JoiningGms extends GMS {
    private static final long FIRST_ASK_MILLIS = 20;
    private static final long LAST_ASK_MILLIS = 80;
    private static final long REPEAT_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final AskingDiscovery discovery;
    private final Attempt attempt;

    JoiningGms(AskingDiscovery discovery, Attempt attempt) {
        this.discovery = discovery;
        this.attempt = attempt;
        setId(ClassConfigurator.getProtocolId(GMS.class));
    }

    @Override
    public void becomeClient() {
        NeverAlone client = new NeverAlone(this);
        try {
            client.init();
        } catch (Exception impossible) {
            throw new IllegalStateException(impossible);
        }
        setImpl(client);
    }

    @Override
    public void becomeParticipant() {
        Forwarding participant = new Forwarding(this);
        try {
            participant.init();
        } catch (Exception impossible) {
            throw new IllegalStateException(impossible);
        }
        setImpl(participant);
    }

    @Override
    protected Object handle(GmsHeader header, Message message) {
        if (header.getType() != GmsHeader.JOIN_REQ) return super.handle(header, message);
        // One that was passed on already goes no further: two members may take each other for the coordinator.
        boolean passedOn = !header.getMember().equals(message.getSrc());
        if (!passedOn || isCoord()) getViewHandler().add(new Join(header.getMember()));
        return null;
    }

    /** Tells whom it is about, as JGroups' own does not. */
    private static final class Join extends GmsImpl.Request {
        private final Address joiner;

        Join(Address joiner) {
            super(JOIN, joiner);
            this.joiner = joiner;
        }
    }

    /**
     * A JOIN is repeated by its joiner and not by JGroups: UNICAST3 sends the last message to a member again only when
     * no other has followed for two of its rounds, which together are longer than the joiner waits. A first JOIN that
     * was dropped, for no address was known yet, would keep the member from taking all later ones.
     */
    private void askToJoin(Address coordinator, Address joiner) {
        getDownProtocol()
                .down(new BytesMessage(coordinator)
                        .setFlag(Message.Flag.OOB, Message.Flag.NO_RELIABILITY)
                        .putHeader(getId(), new GmsHeader(GmsHeader.JOIN_REQ, joiner)));
    }

    private final class Forwarding extends ParticipantGmsImpl {

        Forwarding(GMS gms) {
            super(gms);
        }

        @Override
        public void handleMembershipChange(Collection<Request> requests) {
            View now = view();
            Address coordinator = now == null ? null : now.getCoord();
            for (Request request : requests) {
                if (request instanceof Join join && coordinator != null && !coordinator.equals(getAddress()))
                    askToJoin(coordinator, join.joiner);
            }
            super.handleMembershipChange(requests);
        }
    }

    private void acknowledge(Address coordinator) {
        sendViewAck(coordinator);
    }

    private final class NeverAlone extends ClientGmsImpl {

        NeverAlone(GMS gms) {
            super(gms);
        }

        @Override
        public void leave() {
            // not in yet: nobody to tell
        }

        @Override
        public void handleJoinResponse(JoinRsp response) {
            super.handleJoinResponse(response);
            discovery.wake();
        }

        @Override
        protected void joinInternal(Address self, boolean withState) {
            if (attempt.founds()) {
                found(self);
                return;
            }
            join_promise.reset();
            Address asked = null;
            long askedAt = 0;
            long patience = FIRST_ASK_MILLIS;
            long askAgainAt = System.nanoTime();
            while (!attempt.over()) {
                if (installViewIfValidJoinRsp(join_promise, false)) {
                    if (asked != null) {
                        // the member that let us in may have handed coordination to us by it, and still waits for this
                        acknowledge(asked);
                    }
                    return;
                }
                if (System.nanoTime() - askAgainAt >= 0) {
                    discovery.ask();
                    askAgainAt = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(patience);
                    patience = Math.min(LAST_ASK_MILLIS, 2 * patience);
                }
                Address coordinator = await(askAgainAt, asked);
                if (coordinator != null && (!coordinator.equals(asked) || System.nanoTime() - askedAt > REPEAT_NANOS)) {
                    asked = coordinator;
                    askedAt = System.nanoTime();
                    askToJoin(coordinator, self);
                    // it is busy with that now, and so are all whom it tells
                    askAgainAt = askedAt + TimeUnit.MILLISECONDS.toNanos(LAST_ASK_MILLIS);
                }
            }
            throw new IllegalStateException(
                    (asked == null ? "" : "asked to be let in, without an answer; ") + discovery.report());
        }

        private @Nullable Address await(long untilNanos, @Nullable Address known) {
            try {
                long left = TimeUnit.NANOSECONDS.toMillis(untilNanos - System.nanoTime());
                return discovery.await(Math.max(1, left), known);
            } catch (InterruptedException closing) {
                attempt.giveUp();
                Thread.currentThread().interrupt();
                return null;
            }
        }

        private void found(Address self) {
            gms.installView(View.create(self, 0, self), new Digest(self, 0, 0));
            gms.getUpProtocol().up(new Event(Event.BECOME_SERVER));
            gms.getDownProtocol().down(new Event(Event.BECOME_SERVER));
        }
    }
}
