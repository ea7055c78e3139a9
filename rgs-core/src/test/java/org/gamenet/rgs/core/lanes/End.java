package org.gamenet.rgs.core.lanes;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.ServerRole;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.View;
import org.gamenet.rgs.core.lanes.World.Bought;
import org.gamenet.rgs.core.lanes.World.Place;
import org.gamenet.rgs.core.lanes.World.Say;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.ordering.Log;
import org.gamenet.rgs.core.port.Lane;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.PackedState;
import org.gamenet.rgs.core.session.game.Callback;
import org.gamenet.rgs.core.session.game.Inbox;
import org.gamenet.rgs.core.session.game.InboxReader;
import org.gamenet.rgs.core.session.game.SessionStatus;

/** One process: outbox, lanes, inbox, and a game that buys things and says things. */
final class End implements Sink, Inbox.Hooks, InboxReader {
    static final SessionStatus NOWHERE = new SessionStatus(
            Session.Phase.WAITING, new View(0, 0, List.of(), List.of()), ServerRole.IDLE, null, Epoch.NONE);
    final World world;
    final long peer;
    final KnownPeers peers = new KnownPeers();
    final SendQueue outbox = new SendQueue(4_096, () -> {});
    final Inbox inbox;
    final Lanes lanes;
    MemberId me;
    boolean dead;
    boolean playing;
    /** Whether its application reads; {@code reads} items a step at most. */
    int reads = Integer.MAX_VALUE;

    final Map<String, List<Integer>> heard = new HashMap<>();
    final List<String> ordered = new ArrayList<>();
    final List<Integer> places = new ArrayList<>();
    List<String> bought = new ArrayList<>();
    /** The package taken last, with what it reflects. */
    List<String> packaged = List.of();

    StateMarks packagedMarks = StateMarks.NONE;
    long fullFor;
    /** Of a synchronous game: up to this cut it may show what it sends. */
    long upTo = Long.MAX_VALUE;
    /** How often it was told that messages are let go. */
    int letGo;

    long uncertain;
    /** The members of whose packages of an epoch it was told, as server. */
    final List<MemberId> reported = new ArrayList<>();
    /** Its packageState throws. */
    boolean fails;
    /** The members that were told that their epoch is over. */
    final List<MemberId> answered = new ArrayList<>();

    final List<DatumTrace.Arrived> traced = new ArrayList<>();
    /** As whom the game knows the sender of the message that came last. */
    String sender = "";

    End(World world, long peer) {
        this(world, peer, 1_024, true);
    }

    End(World world, long peer, int receiveMessages, boolean stateful) {
        this.world = world;
        this.peer = peer;
        inbox = new Inbox(new Inbox.Setup(receiveMessages, 4L << 20, this), World.RECORDS, peers, NOWHERE);
        inbox.state().type(World.BOUGHT);
        lanes = new Lanes(new Lanes.Setup(World.GAME, World.D, 4_096, stateful), peers, outbox, inbox, this);
    }

    void receive(byte[] frame) {
        World.feed(lanes, frame, world.now);
    }

    void live() {
        lanes.tick(world.now);
        drain();
        if (playing && serves() && world.now % (50 * World.MILLI) == 0) takePackage();
    }

    void drain() {
        for (int i = 0; i < reads && inbox.handOut(this, Long.MAX_VALUE); i++) continue;
    }

    // ---- the game

    int said;

    void say(Delivery how) {
        outbox.offer(World.all(new Say("p" + peer, how.name(), said++), how, world.seconds()));
    }

    int buys;

    void buy(Delivery how) {
        outbox.offer(World.server(new Say("p" + peer, "buy", buys++), how, world.seconds()));
    }

    /** So many, in order. */
    void buys(int count) {
        for (int i = 0; i < count; i++) buy(Delivery.RELIABLE_ORDERED);
    }

    /** The server tells its state to all. */
    void tellState(Delivery how) {
        StateMarks marks = inbox.handedOut().state(world.log.end().epoch(), world.seconds());
        outbox.offer(new OutgoingMessage(
                OutgoingMessage.To.ALL,
                0,
                how,
                World.BOUGHT,
                World.RECORDS.encodeBody(new Bought(bought), World.LIMIT, 0),
                marks.time(),
                marks));
    }

    void takePackage() {
        if (fails) return;
        StateMarks marks = serves() ? inbox.handedOut().state(world.log.end().epoch(), world.seconds()) : inbox.known();
        if (!lanes.packaged(marks)) return;
        packaged = List.copyOf(bought);
        packagedMarks = marks;
    }

    private boolean serves() {
        return !world.log.authority().isEmpty() && world.log.authority().get(0).equals(me);
    }

    void restore(List<String> state, StateMarks marks) {
        PackedState packed = new PackedState(
                Payload.EMPTY, true, marks.time(), marks.epoch(), marks.time(), marks.marks(), List.of(), 0);
        drain();
        inbox.call(new Callback.Restore(1, List.of(new Effect.Contribution(World.member(me), packed))), world.now);
        restored = state;
        drain();
    }

    private List<String> restored = List.of();

    @Override
    public void traced(List<DatumTrace.Arrived> traces) {
        traced.addAll(traces);
    }

    @Override
    public void message(Peer from, Record message, double sentAt) {
        sender = from.name();
        if (message instanceof Say say && say.how().equals("buy")) bought.add(say.who() + "/" + say.count());
        else if (message instanceof Say say && say.how().equals("TOTAL_ORDER"))
            ordered.add(say.who() + "/" + say.count());
        else if (message instanceof Say say)
            heard.computeIfAbsent(say.who() + " " + say.how(), w -> new ArrayList<>())
                    .add(say.count());
        else if (message instanceof Place place) places.add(place.count());
        else if (message instanceof Bought state && from.id() != peer) bought = new ArrayList<>(state.what());
    }

    @Override
    public void event(Peer about, SessionEvent event, double at) {}

    @Override
    public void callback(Callback wanted) {
        if (!(wanted instanceof Callback.Restore restore)) return;
        inbox.state().startFrom(restore.packages().get(0).packed());
        bought = new ArrayList<>(restored);
    }

    // ---- the worker

    @Override
    public void transmit(MemberId to, byte[] frame, Lane lane) {
        world.send(me, to, frame, lane);
    }

    @Override
    public void cast(byte[] frame, Lane lane) {
        for (End end : world.ends.values()) if (end != this) world.transmit(me, end.peer, frame);
    }

    @Override
    public void order(long number, int type, double sentAt, Payload message) {
        world.later(() -> world.order(me, number, type, sentAt, message));
    }

    @Override
    public long upTo() {
        return upTo;
    }

    @Override
    public void stale(MemberId from) {
        answered.add(from);
    }

    @Override
    public void full(MemberId receiver, long forNanos) {
        fullFor = forNanos;
    }

    @Override
    public void letGo() {
        letGo++;
    }

    @Override
    public void reported(MemberId member) {
        reported.add(member);
    }

    @Override
    public List<MemberId> listed() {
        return world.listed;
    }

    @Override
    public Log log() {
        return world.log.stableUpTo(world.stable);
    }

    @Override
    public void waits() {}

    @Override
    public void relieved() {
        lanes.pump(world.now);
    }
}
