package org.gamenet.rgs.core.session.entry;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.gamenet.rgs.core.arbiter.Ballot;
import org.gamenet.rgs.core.arbiter.Election;
import org.gamenet.rgs.core.arbiter.Quorum;
import org.gamenet.rgs.core.arbiter.Reign;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.EntryBody;
import org.gamenet.rgs.core.ordering.LogEntry;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.session.game.EventPublisher;
import org.gamenet.rgs.core.session.game.ThisMember;
import org.gamenet.rgs.core.session.peers.FailureWatch;
import org.gamenet.rgs.core.session.peers.Routes;

/**
 * The arbiter of a game without a directory: its members, of whom this is one ({@link Election}). Worker's thread only.
 */
public final class MembersDesk implements ArbiterDesk {
    private static final long LEAST_SILENCE_MILLIS = 10_000;
    private static final int SILENCES = 3;
    private static final int PEERS_MOST = 1_024;

    private final ThisMember my;
    private final Routes routes;
    private final FailureWatch watch;
    private final DirectoryAccess desk;
    private final Consumer<Event> events;
    private final Map<Long, MemberId> newest = new HashMap<>();
    /** Who has been silent for so long that nobody waits for it. */
    private final Set<MemberId> given = new HashSet<>();

    private String game = "";
    private Election election;

    public MembersDesk(ThisMember my, Routes routes, FailureWatch watch, DirectoryAccess desk, Consumer<Event> events) {
        this.my = my;
        this.routes = routes;
        this.watch = watch;
        this.desk = desk;
        this.events = events;
        this.election = Election.of(my.seat().id(), Quorum.BY_SIZE);
    }

    /** In another game, or in another incarnation, nothing is known and no vote was given. */
    private Election election() {
        MemberId me = my.seat().id();
        if (!election.me().equals(me) || !game.equals(my.game().id())) election = Election.of(me, Quorum.BY_SIZE);
        if (!game.equals(my.game().id())) given.clear();
        game = my.game().id();
        return election;
    }

    private void take(Election.Turn turn) {
        election = turn.next();
        for (Election.Ruling ruling : turn.rulings()) {
            if (ruling instanceof Election.Say say) routes.frameSender().say(say.to(), (Record) say.ballot());
            else if (ruling instanceof Election.Tell tell) events.accept(tell.event());
        }
    }

    // ---- what the machine asks for

    @Override
    public void claim(Effect.Claim claim, MemberId me) {
        take(election().claim(claim, sight()));
    }

    @Override
    public void activate(Effect.Activate activate) {
        take(election().activate(activate, sight()));
    }

    @Override
    public void enlist(Effect.Enlist entry) {
        take(election().enlist(entry));
    }

    @Override
    public void release(Effect.Release release) {
        take(election().release(release.epoch()));
        desk.ask(new DirectoryRequest.Release(game, release.epoch()), reply -> {});
    }

    @Override
    public void tellEnd(Effect.TellEnd end) {
        take(election().end(end.epoch()));
        desk.ask(new DirectoryRequest.End(game, end.epoch()), reply -> {});
    }

    @Override
    public void askStanding() {
        take(election().standing(sight()));
    }

    // ---- what comes from the others

    @Override
    public void delivered(LogEntry frame) {
        if (!(frame.body() instanceof EntryBody.Ack ack) || ack.listed().isEmpty()) return;
        election = election().knowing(new Reign(frame.epoch(), ack.authority(), ack.listed()));
    }

    @Override
    public void heard(MemberId from, Ballot ballot) {
        take(election().heard(from, ballot, sight()));
    }

    @Override
    public Optional<MemberId> whoHas(Epoch number) {
        return election().mine().flatMap(mine -> mine.whoHas(number));
    }

    @Override
    public boolean mayVote(MemberId member) {
        return election().mayVote(member);
    }

    @Override
    public void suspects(MemberId member) {
        take(election().suspects(member, sight()));
    }

    @Override
    public void speaks(MemberId member) {
        if (newest.size() >= PEERS_MOST) newest.clear();
        newest.merge(
                member.peer(),
                member,
                (known, now) -> now.incarnation().compareTo(known.incarnation()) > 0 ? now : known);
    }

    /** P62: whoever serves acts while it, and those that echo it, are a quorum. */
    @Override
    public void renewed(Runnable renewed) {
        Set<MemberId> echoing = new HashSet<>(watch.echoing(my.time().now()));
        echoing.add(my.seat().id());
        boolean decides = election()
                .mine()
                .filter(m -> election.quorum()
                        .isMet(m.active().electorate(), echoing, lost(m.active().electorate())))
                .isPresent();
        if (decides) renewed.run();
    }

    // ---- what this member sees

    private Election.Sight sight() {
        MemberState at = my.stepper().state();
        Epoch promise = at == null ? Epoch.NONE : at.promise();
        List<MemberId> electorate =
                election().mine().map(m -> m.active().electorate()).orElse(List.of());
        boolean suspects = at != null && at.watches().isEmpty() && !at.leads();
        return new Election.Sight(
                suspects, at != null && at.plays(), at != null && at.leads(), promise, lost(electorate));
    }

    /**
     * P59: whose process is gone, in whose place a newer incarnation speaks, and who has been silent for long since the
     * game froze.
     */
    private Set<MemberId> lost(List<MemberId> electorate) {
        long now = my.time().now();
        long patience =
                Math.max(LEAST_SILENCE_MILLIS, SILENCES * my.game().rules().suspectAfterMillis());
        EventPublisher telling = my.game().narratorIfAny();
        boolean waited = telling != null && telling.frozenMillis(now) >= patience;
        Set<MemberId> lost = new HashSet<>();
        for (MemberId id : electorate) {
            MemberId known = newest.get(id.peer());
            boolean replaced = known != null && known.incarnation().compareTo(id.incarnation()) > 0;
            boolean silent = !id.equals(my.seat().id()) && watch.silentMillis(id, now) >= patience;
            // Once the game has waited for it, it is waited for no more until it is heard.
            if (!silent) given.remove(id);
            else if (waited) given.add(id);
            if (replaced || given.contains(id) || watch.isGone(id)) lost.add(id);
        }
        return lost;
    }
}
