package org.gamenet.rgs.core.session.entry;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.gamenet.rgs.core.arbiter.Ballot;
import org.gamenet.rgs.core.arbiter.Election;
import org.gamenet.rgs.core.arbiter.Electorate;
import org.gamenet.rgs.core.arbiter.Quorum;
import org.gamenet.rgs.core.arbiter.Reign;
import org.gamenet.rgs.core.arbiter.Sight;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.directory.protocol.GameEntry;
import org.gamenet.rgs.core.machine.Basis;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.EntryBody;
import org.gamenet.rgs.core.ordering.LogEntry;
import org.gamenet.rgs.core.ordering.Position;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.Joining;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.session.game.EventPublisher;
import org.gamenet.rgs.core.session.game.ThisMember;
import org.gamenet.rgs.core.session.peers.FailureWatch;
import org.gamenet.rgs.core.session.peers.Routes;
import org.jspecify.annotations.Nullable;

/**
 * The arbiter of a game without a directory: its members, of whom this is one ({@link Election}). Worker's thread only.
 */
public final class ElectorateAccess implements ArbiterAccess {
    private static final long LEAST_SILENCE_MILLIS = 10_000;
    private static final int SILENCES = 3;
    /** An echo counts for 0.8 of the time after which silence is suspect: so much of each millisecond of that. */
    private static final long ECHO_NANOS_A_MILLI = 800_000;
    /** A claim is repeated every 100 ms. */
    private static final long ASKS_EVERY_NANOS = 300_000_000;

    private final ThisMember my;
    private final Routes routes;
    private final FailureWatch watch;
    private final DirectoryAccess directoryAccess;
    private final Consumer<Event> events;
    private final HeardElectors heardElectors = new HeardElectors();
    /** Since when this member is in the incarnation that it is in. */
    private long itselfSince = Long.MIN_VALUE / 2;
    /** The members that have been silent for so long that nobody waits for them. */
    private final Set<MemberId> given = new HashSet<>();
    /** Electors of this epoch whose promise does not let it pass: they cannot echo it. */
    private final Set<MemberId> bound = new HashSet<>();

    /** The highest number for which another asks, and when it did last. */
    private Epoch asking = Epoch.NONE;

    private long askedAt = Long.MIN_VALUE / 2;
    private String game = "";
    private Election election;
    private final Sides sides;

    public ElectorateAccess(
            ThisMember my,
            Routes routes,
            FailureWatch watch,
            DirectoryAccess directoryAccess,
            Consumer<Event> events,
            Consumer<Effect.Rejoin> rejoins) {
        this.my = my;
        this.routes = routes;
        this.watch = watch;
        this.directoryAccess = directoryAccess;
        this.events = events;
        this.election = Election.of(my.seat().id(), Quorum.BY_SIZE);
        this.sides = new Sides(my, routes, directoryAccess, events, rejoins);
    }

    /** In another game, or in another incarnation, nothing is known and no vote was given. */
    private Election election() {
        MemberId me = my.seat().id();
        Quorum rule = Quorum.of(my.game().rules());
        if (!game.equals(my.game().id())) election = Election.of(me, rule);
        else if (!election.me().equals(me)) {
            election = election.as(me);
            itselfSince = my.time().now();
        }
        election = election.by(rule);
        if (!game.equals(my.game().id())) {
            given.clear();
            bound.clear();
        }
        game = my.game().id();
        return election;
    }

    private void take(Election.Turn turn) {
        election = turn.next();
        for (Election.Ruling ruling : turn.rulings()) {
            if (ruling instanceof Election.Say say)
                routes.frameSender().say(heardElectors.present(say.to()), (Record) say.ballot());
            else if (ruling instanceof Election.Tell tell) events.accept(tell.event());
        }
    }

    // ---- what the machine asks for

    /**
     * P57: a claim that this member voted for, and that is still asked for, is not outdone by another one here: both
     * would begin again and again.
     */
    @Override
    public void claim(Effect.Claim claim, MemberId me) {
        boolean outdoes = votedFor(asking) && claim.expected() + 1 > asking.number();
        boolean waits = outdoes && my.time().now() - askedAt <= ASKS_EVERY_NANOS;
        if (hasNoSay(claim, me))
            events.accept(new Event.Denied(claim.claimId(), Epoch.NONE, Event.DenialReason.NOT_ADMITTED));
        else if (!waits) take(election().claim(claim, sight()));
    }

    private boolean votedFor(Epoch number) {
        return election().mine().filter(m -> m.top().equals(number)).isPresent();
    }

    /**
     * Whether another one is to claim: this member is not of the electorate, or knows only that of an epoch before its
     * log's.
     */
    private boolean hasNoSay(Effect.Claim claim, MemberId me) {
        Election known = election();
        MemberState at = my.stepper().state();
        boolean isNew = at != null
                && known.active().filter(at.log().end().epoch()::isAfter).isPresent();
        boolean isOut = claim.basis() == Basis.REBUILD && known.mine().isPresent() && !known.mayVote(me);
        return isNew || isOut;
    }

    @Override
    public void activate(Effect.Activate activate) {
        take(election().activate(activate, sight()));
    }

    /**
     * P61: while those that are heard could not decide it, or nothing after it, the change is put off, for it would
     * keep the game from going on; it is asked for again.
     */
    @Override
    public void enlist(Effect.Enlist entry) {
        if (decides() && areQuorum(entry.members(), heard())) take(election().enlist(entry));
    }

    @Override
    public void release(Effect.Release release) {
        take(election().release(release.epoch()));
        directoryAccess.ask(new DirectoryRequest.Release(game, release.epoch()), reply -> {});
    }

    @Override
    public void tellEnd(Effect.TellEnd end) {
        take(election().end(end.epoch()));
        directoryAccess.ask(new DirectoryRequest.End(game, end.epoch()), reply -> {});
    }

    @Override
    public void askGameStatus() {
        take(election().askGameStatus(sight()));
    }

    // ---- what comes from the others

    @Override
    public void outdone(MemberId by, Epoch number) {
        askGameStatus();
        if (electorate().contains(by)) bound.add(by);
        sides.outdone(by, number, election(), decidesWith(by));
    }

    @Override
    public void admitted(Position at) {
        sides.joined(at);
    }

    @Override
    public void elsewhere(GameEntry there) {
        sides.elsewhere(there, election());
    }

    @Override
    public void delivered(LogEntry entry) {
        if (entry.at().epoch().number() == 1 && entry.at().seq() == 0) sides.joined(entry.at());
        if (!(entry.body() instanceof EntryBody.Ack ack) || ack.listed().isEmpty()) return;
        bound.clear();
        election = election().knowing(new Reign(entry.epoch(), ack.authority(), ack.listed()));
    }

    @Override
    public void heard(MemberId from, Ballot ballot) {
        heardElectors.spoke(from, my.time().now());
        boolean counts = true;
        if (ballot instanceof Ballot.VoteWanted vote)
            counts = vote.claimant().equals(from) && mayClaim(from, vote.after(), vote.number());
        else if (ballot instanceof Ballot.AcceptanceWanted accept)
            counts = accept.claimant().equals(from) && mayClaim(from, accept.after(), accept.by());
        if (!counts) return;
        if (ballot instanceof Ballot.Side side) sides.heard(from, side, election(), decides());
        take(election().heard(from, ballot, sight()));
        if (!(ballot instanceof Ballot.VoteWanted vote) || vote.isServers() || !votedFor(vote.number())) return;
        asking = vote.number();
        askedAt = my.time().now();
    }

    /**
     * P53: a stranger may know of a later epoch than I do, or may have made it up: the electorate is asked, and the
     * claim is heard again. One that follows an earlier epoch teaches nothing, and is told so.
     */
    private boolean mayClaim(MemberId claimant, Reign after, Epoch number) {
        MemberState at = my.stepper().state();
        Epoch promise = at == null ? Epoch.NONE : at.promise();
        long highest = Math.max(number.number(), after.epoch().number());
        if (highest - promise.number() > Sides.NUMBERS_AHEAD) return false;
        Optional<Electorate> mine = election().mine();
        boolean counts = mine.isEmpty()
                || !after.epoch().allowedBy(mine.get().active().epoch())
                || isKnown(claimant, mine.get(), at);
        if (!counts) askGameStatus();
        return counts;
    }

    private boolean isKnown(MemberId claimant, Electorate mine, @Nullable MemberState at) {
        Set<MemberId> known = new HashSet<>(mine.active().authority());
        mine.accepted().ifPresent(next -> {
            known.addAll(next.reign().authority());
            known.addAll(next.reign().electorate());
        });
        if (at != null) known.addAll(at.log().roster().ids());
        return election.mayVote(claimant) || known.stream().anyMatch(claimant::isOfSession);
    }

    @Override
    public Optional<MemberId> whoHas(Epoch number) {
        return election().mine().flatMap(mine -> mine.whoHas(number));
    }

    @Override
    public boolean mayVote(MemberId member) {
        return election().mayVote(member);
    }

    /**
     * P36: a player that holds an epoch after mine is of my electorate. One that is not is of a side of the game that
     * was parted from mine, or I know too little: the electorate is asked, and the holder calls again.
     */
    @Override
    public boolean mayBind(Message.Collect call) {
        Election known = election();
        Member holder = call.holder();
        boolean may = holder.kind() != Kind.PLAYER
                || known.mine().isEmpty()
                || known.mayVote(holder.id())
                || whoHas(call.epoch()).filter(holder.id()::equals).isPresent();
        if (!may) askGameStatus();
        return may;
    }

    @Override
    public void suspects(MemberId member) {
        take(election().suspects(member, sight()));
    }

    @Override
    public void speaks(MemberId member) {
        heardElectors.askedForSeat(member, my.time().now());
    }

    @Override
    public boolean letsIn(MemberId newcomer) {
        return sides.letsIn(newcomer);
    }

    /** P62: whoever serves acts while it, and those that echo it, are a quorum. */
    @Override
    public void renewed(Runnable renewed) {
        boolean decides = decides();
        if (decides) renewed.run();
        sides.beat(election, decides);
    }

    private boolean decides() {
        return areQuorum(electorate(), heard());
    }

    private boolean decidesWith(MemberId another) {
        Set<MemberId> more = heard();
        more.add(another);
        return areQuorum(electorate(), more);
    }

    /**
     * This member, which serves, and those that echo it. With them count others that are heard, and have a voice though
     * they do not follow: an evicted member that asks for its seat, and an elector that is bound to another number.
     */
    private Set<MemberId> heard() {
        long now = my.time().now();
        Set<MemberId> heard = new HashSet<>(watch.echoing(now));
        heard.add(my.seat().id());
        long most = ECHO_NANOS_A_MILLI * my.game().rules().suspectAfterMillis();
        heard.addAll(heardElectors.askingSince(now - most));
        for (MemberId elector : bound) if (watch.silentMillis(elector, now) < most / 1_000_000) heard.add(elector);
        return heard;
    }

    private boolean areQuorum(List<MemberId> electorate, Set<MemberId> members) {
        return election.quorum().isMet(electorate, members, election.notWaitedFor(lost(electorate)));
    }

    private List<MemberId> electorate() {
        return election().mine().map(m -> m.active().electorate()).orElse(List.of());
    }

    // ---- what this member sees

    private Sight sight() {
        MemberState at = my.stepper().state();
        Epoch promise = at == null ? Epoch.NONE : at.promise();
        boolean suspects = at != null && at.watches().isEmpty() && !at.leads();
        // One that comes back, in vain, asks the others of its own epoch how that stands, and nobody else.
        boolean asks = at != null && (at.leads() || at instanceof Joining);
        return new Sight(suspects, at != null && at.plays(), asks, promise, lost(electorate()));
    }

    /**
     * P59: electors whose process is gone, in whose place a newer incarnation speaks, that have been silent for long
     * since the game froze, or whose exit is in the log.
     */
    private Set<MemberId> lost(List<MemberId> electorate) {
        long now = my.time().now();
        long patience =
                Math.max(LEAST_SILENCE_MILLIS, SILENCES * my.game().rules().suspectAfterMillis());
        EventPublisher telling = my.game().publisherIfAny();
        boolean waited = telling != null && telling.frozenMillis(now) >= patience;
        MemberState at = my.stepper().state();
        boolean leads = at != null && at.leads();
        boolean returns = at instanceof Joining;
        Set<MemberId> lost = new HashSet<>();
        for (MemberId id : electorate) {
            boolean replaced = heardElectors.isReplaced(id) && !(returns && speaksFor(id));
            long silentFor = id.equals(my.seat().id()) ? 0 : silentMillis(id, returns, now);
            // A server is echoed by all: that one has not waited, but would keep the list from being changed.
            boolean missed = leads && silentFor != Long.MAX_VALUE;
            // Once the game has waited for it, it is waited for no more until it is heard.
            if (silentFor < patience) given.remove(id);
            else if (waited || missed) given.add(id);
            if (replaced || given.contains(id) || watch.isGone(id) || hasLeft(id, at)) lost.add(id);
        }
        return lost;
    }

    /** A returner needs the vote of another returner: else each would go on without the other. */
    private boolean speaksFor(MemberId elector) {
        return !heardElectors.present(elector).equals(elector);
    }

    /** A returner has no roster: what electors say to it is all by which it knows that they live. */
    private long silentMillis(MemberId elector, boolean returns, long now) {
        return returns
                ? (now - heardElectors.spokeAt(elector, itselfSince)) / 1_000_000
                : watch.silentMillis(elector, now);
    }

    /** The electorate was on the roster as its epoch began: an elector that a log of that epoch lacks has left. */
    private boolean hasLeft(MemberId elector, @Nullable MemberState at) {
        if (at == null || at.log().roster().has(elector)) return false;
        return election().active().filter(at.log().end().epoch()::equals).isPresent();
    }
}
