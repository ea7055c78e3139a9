package org.gamenet.rgs.testkit;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.SessionEvent.Away;
import org.gamenet.rgs.SessionEvent.Left;
import org.gamenet.rgs.SessionEvent.Resumed;
import org.jspecify.annotations.Nullable;

/** A server, two players, perhaps a spare, and what can be seen of their game when something happens to them. */
final class CheckedGame implements Watcher {
    private static final Duration BEGINS_WITHIN = Duration.ofSeconds(20);
    private static final Duration GOES_ON_WITHIN = Duration.ofSeconds(40);
    private static final Duration ARRIVES_WITHIN = Duration.ofMillis(60);
    private static final Duration QUIET = Duration.ofMillis(300);
    private static final int FRAMES_MAX = 250;
    /** Looks at the state while the game is played. */
    private static final int LOOKS = 10;

    private final ContractCheck contract;
    private final Failover way;
    private final Cluster cluster;
    private final ClusterProcess server;
    private final ClusterProcess bob;
    private final ClusterProcess eve;
    /** Players that left, or are away: as each session was told. */
    private final Map<WatchedSession, List<SessionEvent>> exits = new HashMap<>();

    private boolean stateSent;
    private boolean watches;
    private @Nullable WatchedSession successor;
    /** The package that the successor would make when it is about to go on. */
    private @Nullable Record restored;

    private @Nullable WatchedSession recorded;
    private final List<Taken> taken = new ArrayList<>();

    /** A message that the server was handed, at that time. */
    record Taken(Peer from, Record message, long atNanos) {}

    /** @param way how the game is to find its next server; a spare stands by if that is what it takes */
    CheckedGame(ContractCheck contract, long seed, Failover way) {
        this.contract = contract;
        this.way = way;
        this.cluster = Cluster.of(seed, contract.setup(), this);
        cluster.seen().exercised(contract.exercised());
        boolean dedicated = way == Failover.SPARE_SERVER;
        server = (ClusterProcess) (dedicated ? cluster.spare() : cluster.player("ann"));
        bob = (ClusterProcess) cluster.player("bob");
        eve = (ClusterProcess) cluster.player("eve");
    }

    Cluster cluster() {
        return cluster;
    }

    private WatchedSession plays(Rgs process, Session session) {
        cluster.everyFrame(process, contract.game().frameOf(session));
        return (WatchedSession) session;
    }

    private static WatchedSession session(ClusterProcess process) {
        return process.sessions().get(0);
    }

    /** The game has begun, and has been played for as long as was wanted. */
    void begin() {
        WatchedSession first =
                plays(server, server.register(contract.game().rules().failover(way)));
        cluster.await(BEGINS_WITHIN, () -> first.phase() == Phase.PLAYING);
        plays(bob, bob.join(first.game()));
        plays(eve, eve.join(first.game()));
        if (way == Failover.SPARE_SERVER) {
            Rgs spare = cluster.spare();
            plays(spare, spare.standBy());
        }
        int players = server.plays() ? 3 : 2;
        cluster.await(
                BEGINS_WITHIN,
                () -> List.of(server, bob, eve).stream()
                        .allMatch(p -> session(p).view().players().size() == players));
        if (!isSeenToHappen(first)) {
            throw new Violation("nothing happens in the server's state in "
                    + contract.game().play().toMillis() + " ms, so nothing of it can be checked: "
                    + "let the frames play, or play for longer");
        }
    }

    /** Plays; whether the state was ever another than at first: at the end it may be the same by chance. */
    private boolean isSeenToHappen(WatchedSession session) {
        Record before = state(session);
        boolean happens = false;
        for (int look = 0; look < LOOKS; look++) {
            cluster.play(contract.game().play().dividedBy(LOOKS));
            happens |= !state(session).equals(before);
        }
        return happens;
    }

    /** The package that the game there would make now, as others would see it. */
    private Record state(WatchedSession session) {
        WatchedState<?> handler = session.watchedState();
        if (handler == null)
            throw new Violation(
                    "the game names no state callback: session.state(type, handler), ahead of the first update");
        Record state = handler.packageState();
        return contract.setup()
                .records()
                .decode(ByteBuffer.wrap(contract.setup().records().encode(state)), this::named);
    }

    private Peer named(long id) {
        for (ClusterProcess process : cluster.processes()) {
            for (WatchedSession each : process.sessions()) if (each.self().id() == id) return each.self();
        }
        return Peer.of(id, "somebody");
    }

    // ---- a takeover

    /**
     * The server dies when all know what it knew; whoever takes over must come to know the same, but for those who are
     * gone.
     */
    void takesOver() {
        begin();
        List.of(bob, eve).forEach(player -> player.rest(true));
        cluster.play(QUIET);
        untilTheStateIsSent();
        server.hang();
        cluster.play(ARRIVES_WITHIN);
        WatchedSession old = session(server);
        watches = true;
        cluster.kill(server);
        if (!server.plays()) cluster.kill(eve);
        if (!cluster.passUntil(() -> restored != null, GOES_ON_WITHIN)) {
            throw new Violation("the game does not go on after its server's death: " + cluster.statuses());
        }
        for (SessionEvent exit : exits(successor)) tell(old, exit);
        compare(state(old));
    }

    private static void tell(WatchedSession old, SessionEvent exit) {
        if (exit instanceof Left left) old.tell(left.peer(), left);
        else if (exit instanceof Away away) old.tell(away.peer(), away);
    }

    private void untilTheStateIsSent() {
        stateSent = false;
        for (int i = 0; i < FRAMES_MAX && !stateSent; i++) cluster.step(Cluster.FRAME);
    }

    private void compare(Record expected) {
        String by = way == Failover.SPARE_SERVER ? "a spare that takes over" : "a player that takes over";
        String difference = States.difference(
                new States.Place("the old server", expected),
                new States.Place(by, restored),
                contract.game().ignored());
        if (difference.isEmpty()) return;
        contract.breaks("The survivors' packages and then their Left do not give the state that the server had, at "
                + by + ": " + difference
                + ". Look at restoreState, at the handlers of Joined and Left, and at whether the server sends all of its state"
                + (stateSent ? "" : " (it sent no state for " + FRAMES_MAX + " frames)"));
    }

    // ---- an exit

    /** A player leaves: nobody may know it afterwards, whoever serves. */
    void letsGo() {
        begin();
        List.of(server, bob, eve).forEach(player -> player.rest(true));
        cluster.play(QUIET);
        watches = true;
        session(eve).leave();
        cluster.await(
                BEGINS_WITHIN,
                () -> !exits(session(server)).isEmpty() && !exits(session(bob)).isEmpty());
    }

    // ---- what the server does, taken down

    /** The server's state, and the items that it was handed for so long. */
    Taping tape(Duration length) {
        begin();
        recorded = session(server);
        Record from = state(recorded);
        long began = cluster.simulation().time.now();
        cluster.play(length);
        return new Taping(recorded, from, began, List.copyOf(taken));
    }

    /**
     * @param began nanoseconds
     * @param taken messages, the oldest first
     */
    record Taping(Session server, Record from, long began, List<Taken> taken) {}

    // ---- looking on

    @Override
    public void before(WatchedSession session, Peer from, Record item) {
        if (session == recorded && contract.setup().records().knows(item.getClass())) {
            taken.add(new Taken(from, item, cluster.simulation().time.now()));
        }
        if (!watches || restored != null) return;
        if (item instanceof Resumed && session.isServer()) {
            successor = session;
            restored = state(session);
        }
    }

    @Override
    public void after(WatchedSession session, Peer from, Record item) {
        if (!watches) return;
        if (item instanceof Left || item instanceof Away)
            exits.computeIfAbsent(session, at -> new ArrayList<>()).add((SessionEvent) item);
        if (!(item instanceof Left exit)) return;
        String mention =
                States.mention(state(session), exit.peer(), contract.game().kept());
        if (mention.isEmpty()) return;
        contract.breaks(
                "After the Left of " + exit.peer().name() + ", " + role(session) + " still holds that player, in "
                        + mention(mention, exit.peer())
                        + ". Take a lost player out of the state in the handler of Left, at every process: nobody does it for the game"
                        + "; or, if that is kept until it comes back by its rejoin token, say so: keeping(\""
                        + States.pattern(mention) + "\")");
    }

    private List<SessionEvent> exits(@Nullable WatchedSession at) {
        return exits.getOrDefault(at, List.of());
    }

    private static String mention(String path, Peer peer) {
        return path.replace(peer.toString(), peer.name());
    }

    private static String role(Session session) {
        return session.isServer() ? "the server" : "a player";
    }

    @Override
    public void sent(WatchedSession session, Record message) {
        WatchedState<?> handler = session.watchedState();
        if (session.process() == server && handler != null && handler.type().isInstance(message)) stateSent = true;
    }
}
