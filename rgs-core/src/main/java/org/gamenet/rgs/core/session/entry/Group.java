package org.gamenet.rgs.core.session.entry;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.lanes.Lanes;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.port.GroupListener.Probe;
import org.gamenet.rgs.core.port.Node;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.GameOver;
import org.gamenet.rgs.core.reconfiguration.Joining;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.session.base.Announcement;
import org.gamenet.rgs.core.session.base.Beat;
import org.gamenet.rgs.core.session.base.OfferedGame;
import org.gamenet.rgs.core.session.base.SessionPorts;
import org.gamenet.rgs.core.session.base.WorkerInput;
import org.gamenet.rgs.core.session.game.ThisMember;
import org.gamenet.rgs.core.session.peers.Conditioner;
import org.gamenet.rgs.core.session.peers.FailureWatch;
import org.gamenet.rgs.core.session.peers.Neighbours;
import org.gamenet.rgs.core.session.peers.Routes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * This session's place in the transport's group: into it, out of it and anew, and what the group shows of the others.
 * Worker's thread only.
 */
public final class Group implements Beat {
    private static final Logger LOG = LoggerFactory.getLogger(Group.class);
    private static final long JOIN_MILLIS = 2_000;
    private static final long CONNECT_ANEW_NANOS = 1_000_000_000;
    private static final long ROLL_CALL_NANOS = 50_000_000;
    private static final int PLACES_MOST = 64;

    private final ThisMember my;
    private final Routes routes;
    private final SessionPorts ports;
    private final DirectoryAccess directoryAccess;
    private final FailureWatch watch;
    private final Conditioner conditioner;
    private boolean coordinates;
    private boolean joiningOffered;
    /** Left the group to find the others elsewhere, and has not found them. */
    private boolean outside;

    private long nextRollCallAt = Long.MAX_VALUE;
    private long connectAnewAt = Long.MAX_VALUE;
    private long askAroundAt = Long.MAX_VALUE;
    private long nextLookUpAt = Long.MIN_VALUE;

    public Group(
            ThisMember my,
            Routes routes,
            SessionPorts ports,
            DirectoryAccess directoryAccess,
            FailureWatch watch,
            Conditioner conditioner) {
        this.my = my;
        this.routes = routes;
        this.ports = ports;
        this.directoryAccess = directoryAccess;
        this.watch = watch;
        this.conditioner = conditioner;
    }

    @Override
    public int tick(long now) {
        connectAnew(now);
        if (now >= nextRollCallAt) callRoll(now);
        if (now >= askAroundAt) askAround(now);
        return 0;
    }

    @Override
    public long nextAt(long now) {
        return Math.min(askAroundAt, Math.min(connectAnewAt, nextRollCallAt));
    }

    // ---- in and out

    /** Into the group of the game that was offered. */
    public void joinOffered() {
        OfferedGame made = my.game().offer();
        if (made == null) throw new AssertionError("no offer to join");
        joiningOffered = true;
        List<Endpoint> where =
                new ArrayList<>(made.roster().stream().map(Member::endpoint).toList());
        for (Endpoint other : made.game().endpoints()) if (!where.contains(other)) where.add(other);
        where.remove(my.seat().me().endpoint());
        routes.linkTargets().sought(where);
        ports.transport().join(made.game().group(), where, JOIN_MILLIS);
    }

    /** Out of it. */
    void disconnect() {
        joiningOffered = false;
        nextRollCallAt = Long.MAX_VALUE;
        ports.transport().disconnect();
        forget();
    }

    /** An offer is to be expected, and will be in a hurry. */
    void prepare() {
        ports.transport().prepare();
    }

    /** This member is another incarnation from now on: no link of the one before is kept, nor what it was to send. */
    void drawIncarnation() {
        my.drawSelf();
        routes.linkTargets().none();
        forget();
    }

    /** Everything that was to be sent there is lost, and nobody speaks there any more. */
    private void forget() {
        conditioner.leaveGroup();
        routes.neighbours().leaveGroup();
    }

    /**
     * This member serves a game again that had left it behind. If it had left the group to look for the others, and has
     * not found them, it begins a group that newcomers find.
     */
    public void servesAgain() {
        if (!outside) return;
        disconnect();
        ports.transport().found(my.game().group());
    }

    /** @param gameSearch where there is no machine yet */
    public void connected(WorkerInput.Connected connected, GameSearch gameSearch) {
        routes.neighbours().enterGroup(connected.self(), connected.members());
        outside = false;
        if (joiningOffered) {
            joiningOffered = false;
            nextRollCallAt = my.time().now() + ROLL_CALL_NANOS;
            routes.frameSender().cast(new Announcement());
            my.stepper().happen(new Event.GroupJoined());
        } else if (my.stepper().state() == null) {
            gameSearch.connected();
        } else if (my.stepper().state().leads()) {
            routes.frameSender().cast(new Announcement());
        }
    }

    /** @param gameSearch where there is no machine yet */
    public void failed(WorkerInput.Failed failure, GameSearch gameSearch) {
        if (joiningOffered) {
            my.stepper().happen(new Event.GroupFailed(failure.reason(), failure.detail()));
            MemberState at = my.stepper().state();
            // Its members hear me over links; the group lets me in once it has a coordinator again that does.
            if (joiningOffered && at != null && at.leads()) joinOffered();
            else joiningOffered = false;
        } else if (my.stepper().state() == null) {
            gameSearch.failed(failure.reason(), failure.detail());
        } else {
            LOG.warn("{}: the group transport: {} {}", my.seat().self(), failure.reason(), failure.detail());
        }
    }

    // ---- a way that broke

    /** The others live: it is the connection to them that is broken (P31). */
    public void reconnect() {
        List<Endpoint> known = watch.roster().stream()
                .filter(m -> !m.id().equals(my.seat().id()))
                .map(Member::endpoint)
                .toList();
        // A spare has no roster of its own yet: it goes on with the places that it was offered.
        if (!known.isEmpty()) ports.transport().know(known);
    }

    /** Out of the game, with a way back in: perhaps the members are to be found elsewhere by now. */
    void seekMembers(long now) {
        connectAnewAt = now + CONNECT_ANEW_NANOS;
        lookUp(true);
    }

    /** A newcomer asks there where the directory says that the game is; that may be somewhere else by now. */
    void seeksAdmission(long now) {
        askAroundAt = now + CONNECT_ANEW_NANOS / 2;
    }

    private void askAround(long now) {
        askAroundAt = isOut() ? now + CONNECT_ANEW_NANOS / 2 : Long.MAX_VALUE;
        if (my.stepper().state() instanceof Joining) lookUp(true);
    }

    /** A newcomer that claims the game, because nobody serves it, is one again when it gives the claim up (P75). */
    private boolean isOut() {
        MemberState at = my.stepper().state();
        return at instanceof Joining || at != null && at.leads() && !at.plays();
    }

    /** In the game: the group is the right one. */
    void admitted() {
        connectAnewAt = Long.MAX_VALUE;
        tellWhetherCoordinating();
    }

    /** Only the group's views tell who coordinates: that one is asked to serve last (P33). */
    private void tellWhetherCoordinating() {
        if (my.stepper().state() != null) my.stepper().happen(new Event.Coordinates(coordinates));
    }

    /**
     * Not let in again for a while: perhaps the group has lost me without telling. Connects anew, where the directory
     * says the members are.
     */
    private void connectAnew(long now) {
        if (now < connectAnewAt) return;
        connectAnewAt = isOut() ? now + CONNECT_ANEW_NANOS : Long.MAX_VALUE;
        if (!(my.stepper().state() instanceof Joining)) return;
        if (routes.linkTargets().all().stream().anyMatch(ports.transport()::linked)) {
            // I am heard as it is: to leave the group now would undo what it does to unite again. But perhaps not by
            // who serves.
            connectAnewAt = now + CONNECT_ANEW_NANOS;
            lookUp(true);
            return;
        }
        connectAnewAt = now + 3 * CONNECT_ANEW_NANOS;
        lookUp(false);
    }

    /**
     * The game goes on in a later epoch whose ACK I lack: whoever serves it may have put me out, and be somebody to
     * whom I have no link, as a spare is. It is linked to, and asked for what I lack; it says whether I am still in.
     */
    public void onGameStatus(Event.GameStatusKnown known) {
        MemberState at = my.stepper().state();
        if (at == null || !known.served() || !isBehind(at, known)) return;
        routes.frameSender().cast(new Message.EntriesWanted(at.log().end()));
        long now = my.time().now();
        if (now < nextLookUpAt) return;
        nextLookUpAt = now + CONNECT_ANEW_NANOS / 2;
        lookUp(true);
    }

    private static boolean isBehind(MemberState at, Event.GameStatusKnown known) {
        return !at.leads()
                && !at.log().roster().members().isEmpty()
                && known.active().isAfter(at.log().end().epoch());
    }

    private void lookUp(boolean onlyTell) {
        if (!directoryAccess.knowsGame()) return;
        String game = my.game().id();
        directoryAccess.ask(new DirectoryRequest.Lookup(game), reply -> {
            // Refused there, it may be asking for a seat in another one by now.
            if (!game.equals(my.game().id())) return;
            MemberState at = my.stepper().state();
            if (at == null || at.leads() || at instanceof GameOver || !onlyTell && !(at instanceof Joining)) return;
            // Over, or forgotten: which one, the arbiter knows.
            if (reply instanceof DirectoryReply.NoGame)
                directoryAccess.arbiter().askGameStatus();
            if (!(reply instanceof DirectoryReply.Found found)) return;
            Endpoint mine = my.seat().me().endpoint();
            Set<Endpoint> places = new LinkedHashSet<>(found.game().endpoints());
            // A server may have put all others out, and does not coordinate: one of them may.
            places.addAll(routes.neighbours().allPlaces());
            places.remove(mine);
            List<Endpoint> others = places.stream().limit(PLACES_MOST).toList();
            routes.linkTargets().sought(others);
            ports.transport().know(others);
            if (onlyTell || others.isEmpty()) return;
            ports.transport().disconnect();
            forget();
            outside = true;
            ports.transport().join(found.game().group(), others, JOIN_MILLIS);
        });
    }

    // ---- what it shows

    public void view(WorkerInput.ViewSeen view) {
        coordinates = view.coordinates();
        Neighbours.Turnover turnover = routes.neighbours().see(view.members());
        tellWhetherCoordinating();
        turnover.lost().forEach(this::socketClosed);
        Lanes running = my.game().lanes();
        for (Node node : turnover.come()) {
            MemberId back = routes.neighbours().speakerAt(node);
            if (back != null && running != null) running.resend(back, my.time().now());
        }
        // A member that has nothing to say to all need not be known by all.
        MemberState at = my.stepper().state();
        if (at != null && at.leads())
            turnover.come().forEach(node -> routes.frameSender().say(node, new Announcement()));
    }

    public void socketClosed(Node node) {
        MemberId member = routes.neighbours().speakerAt(node);
        if (member != null) watch.socketClosed(member, my.time().now());
    }

    /** Words said before went with the link before: they are said again. */
    public void linked(Endpoint process) {
        Lanes running = my.game().lanes();
        if (running == null) return;
        for (MemberId member : routes.neighbours().at(process))
            running.resend(member, my.time().now());
    }

    /** A broken link is a hint as a closed socket is. */
    public void unlinked(Endpoint process) {
        for (MemberId member : routes.neighbours().at(process))
            watch.socketClosed(member, my.time().now());
    }

    public void probed(WorkerInput.Probed probed) {
        long now = my.time().now();
        for (MemberId member : routes.neighbours().at(probed.process())) {
            // Its socket closed before I came.
            if (nextRollCallAt != Long.MAX_VALUE
                    && probed.result() == Probe.REFUSED
                    && !isHeard(member, probed.process())) {
                watch.socketClosed(member, now);
            }
            watch.dialled(member, probed.result(), now);
        }
    }

    /**
     * A spare that collects never had a socket to a member that died together with the server: it dials members that
     * have said nothing yet, or it would wait for such a one's state until the deadline. Only a refusal counts: a slow
     * member answers later.
     */
    private void callRoll(long now) {
        MemberState at = my.stepper().state();
        nextRollCallAt = at != null && FailureWatch.collects(at) ? now + ROLL_CALL_NANOS : Long.MAX_VALUE;
        if (nextRollCallAt == Long.MAX_VALUE) return;
        for (Member member : watch.roster()) {
            boolean silent = !member.id().equals(my.seat().id()) && !isHeard(member.id(), member.endpoint());
            if (silent) ports.transport().probe(member.endpoint());
        }
    }

    private boolean isHeard(MemberId member, Endpoint place) {
        return ports.transport().linked(place) || routes.neighbours().nodeOf(member) != null;
    }
}
