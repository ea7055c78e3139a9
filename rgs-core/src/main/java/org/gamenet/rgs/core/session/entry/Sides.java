package org.gamenet.rgs.core.session.entry;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.gamenet.rgs.core.arbiter.Ballot;
import org.gamenet.rgs.core.arbiter.Election;
import org.gamenet.rgs.core.arbiter.Ledger;
import org.gamenet.rgs.core.arbiter.Precedence;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.directory.protocol.GameEntry;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.Position;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.session.game.ThisMember;
import org.gamenet.rgs.core.session.peers.Routes;
import org.jspecify.annotations.Nullable;

/**
 * Two sides of one game that played on apart and meet again (P63 to P66): whoever serves one tells the other's where it
 * stands; the lesser gives way, once the other has a number above its own. Worker's thread only.
 */
final class Sides {
    /** News of another side is forgotten after so long. */
    private static final long FRESH_NANOS = 3_000_000_000L;

    /** A side that is served has told of itself within that time. */
    private static final long UNSERVED_NANOS = 1_500_000_000;

    private static final int PLACES_MOST = 4;
    /** Each change of the list takes one, and so does each attempt at a takeover. */
    static final long NUMBERS_AHEAD = 1L << 33;

    private final ThisMember my;
    private final Routes routes;
    private final DirectoryAccess directoryAccess;
    private final Consumer<Event> events;
    private final Consumer<Effect.Rejoin> rejoins;
    /** Where I came in. */
    private Position joined = Position.NONE;

    private long heardAt = Long.MIN_VALUE / 2;
    /** When a member without a vote here said last that its promise is above mine, and since when that is so. */
    private long outdoneAt = Long.MIN_VALUE / 2;

    private long outdoneSince;
    /** The server of the side that this one is to give way to, as soon as that side has a number above. */
    private @Nullable MemberId awaited;

    /** When its last word came. */
    private long awaitedAt = Long.MIN_VALUE / 2;

    Sides(
            ThisMember my,
            Routes routes,
            DirectoryAccess directoryAccess,
            Consumer<Event> events,
            Consumer<Effect.Rejoin> rejoins) {
        this.my = my;
        this.routes = routes;
        this.directoryAccess = directoryAccess;
        this.events = events;
        this.rejoins = rejoins;
    }

    void joined(Position at) {
        joined = at;
    }

    /** A datagram says that the game goes on there: from then on I tell them where I stand, and they me. */
    void elsewhere(GameEntry there, Election election) {
        boolean mine = there.id().equals(my.game().id())
                && election.quorum().mayPart()
                && election.active().filter(e -> !e.equals(there.epoch())).isPresent();
        if (!mine || !serves()) return;
        heardAt = my.time().now();
        there.endpoints().stream().limit(PLACES_MOST).forEach(routes.linkTargets()::claims);
    }

    private boolean serves() {
        MemberState at = my.stepper().state();
        return at != null && at.leads() && at.plays();
    }

    /**
     * Some time has passed.
     *
     * @param decides whether those who hear me are enough to decide: otherwise I serve nobody
     */
    void beat(Election election, boolean decides) {
        if (my.time().now() - heardAt > FRESH_NANOS || !serves() || !decides) return;
        own(election).ifPresent(side -> routes.frameSender().cast(side));
    }

    private Optional<Ballot.Side> own(Election election) {
        return election.mine()
                .map(m -> new Ballot.Side(
                        m.active().epoch(),
                        m.active().electorate().size(),
                        joined,
                        my.seat().me()));
    }

    /** The server of another side says so, or my own server that gives way to it. */
    void heard(MemberId from, Ballot.Side side, Election election, boolean decides) {
        MemberState at = my.stepper().state();
        Optional<Ballot.Side> own = own(election);
        if (at == null
                || own.isEmpty()
                || !election.quorum().mayPart()
                || my.seat().isLeaving()) return;
        if (!isPossible(side, at.promise())) return;
        boolean itself = side.holder().id().equals(from);
        if (at.leads()) {
            if (itself && serves() && decides && !side.epoch().equals(own.get().epoch())) meet(side, own.get());
        } else if (!itself && at.obeys().or(at::watches).filter(from::equals).isPresent()) {
            giveWay(side);
        }
    }

    /**
     * P65: the promise of a member without a vote here is above mine. It comes in under a number above that promise. If
     * its side is served, that side's server tells of itself, and the rank of the two sides decides.
     */
    void outdone(MemberId by, Epoch number, Election election, boolean decides) {
        if (!serves()) return;
        long now = my.time().now();
        Epoch mine = my.stepper().state().promise();
        boolean above = !mine.allowedBy(number) && number.number() <= mine.number() + NUMBERS_AHEAD;
        // A voter with a later number is asked for its vote above that one (P21).
        boolean asked = election.mayVote(by) && number.isAfter(mine);
        if (!above || asked || !decides || !election.quorum().mayPart()) return;
        boolean served = now - heardAt <= FRESH_NANOS;
        if (served || now - outdoneAt > FRESH_NANOS) outdoneSince = now;
        outdoneAt = now;
        if (now - outdoneSince < UNSERVED_NANOS) return;
        outdoneSince = now;
        goAbove(number);
    }

    /** By a planned change, with the same backup. */
    private void goAbove(Epoch number) {
        events.accept(new Event.ChangeAsked(my.stepper().state().log().authority(), number.number()));
    }

    /** A number that nobody can be at is made up, and no number may bind anybody for good. */
    private static boolean isPossible(Ballot.Side side, Epoch promise) {
        return side.electorate() > 0
                && side.electorate() <= Ledger.LISTED_MAX
                && side.epoch().number() > 0
                && side.epoch().number() <= promise.number() + NUMBERS_AHEAD;
    }

    private void meet(Ballot.Side other, Ballot.Side own) {
        heardAt = my.time().now();
        Endpoint place = other.holder().endpoint();
        routes.linkTargets().claims(place);
        Precedence choice = Precedence.of(own, other, my.stepper().state().promise());
        await(other.holder().id(), choice == Precedence.WAITS);
        switch (choice) {
            case GOES_ABOVE -> goAbove(other.epoch());
            case GIVES_WAY -> {
                routes.frameSender().cast(other);
                giveWay(other);
            }
            case GOES_ON, WAITS -> {}
        }
    }

    private void await(MemberId other, boolean waits) {
        if (waits) {
            awaited = other;
            awaitedAt = heardAt;
        } else if (other.equals(awaited)) {
            awaited = null;
        }
    }

    /**
     * P64: a side that is to give way lets nobody in. Each newcomer would raise its number, and the other side would
     * take the one above that too late, again and again. The other side lets the newcomer in.
     */
    boolean letsIn(MemberId newcomer) {
        boolean waits = awaited != null && my.time().now() - awaitedAt <= FRESH_NANOS && serves();
        if (waits)
            routes.frameSender()
                    .say(newcomer, new Message.FrozenWait(my.stepper().state().promise()));
        return !waits;
    }

    /** P64: it asks for a seat there, and keeps its own game until it has one. */
    private void giveWay(Ballot.Side other) {
        MemberState at = my.stepper().state();
        if (!other.epoch().isAfter(at.promise())) return;
        if (at.leads())
            directoryAccess.ask(new DirectoryRequest.Release(my.game().id(), at.epoch()), reply -> {});
        heardAt = Long.MIN_VALUE / 2;
        rejoins.accept(new Effect.Rejoin(
                at.promise(),
                "another part of the game, of " + other.electorate() + ", is met again: it goes on there",
                at.log()));
        routes.linkTargets().sought(List.of(other.holder().endpoint()));
    }
}
