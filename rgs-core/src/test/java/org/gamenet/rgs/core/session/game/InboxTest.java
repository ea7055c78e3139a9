package org.gamenet.rgs.core.session.game;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.ServerRole;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.View;
import org.gamenet.rgs.core.lanes.Arrival;
import org.gamenet.rgs.core.lanes.StateMarks;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.ordering.Marks;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.PackedState;
import org.gamenet.rgs.core.wire.PeerNames;
import org.gamenet.rgs.core.wire.Records;
import org.gamenet.rgs.core.wire.SizeLimit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class InboxTest {
    record Word(String text) {}

    record World(int tick) {}

    private static final Records RECORDS = Records.of(Word.class, World.class);
    private static final int WORD = RECORDS.idOf(Word.class);
    private static final int WORLD = RECORDS.idOf(World.class);
    private static final MemberId BOB = new MemberId(2, new Incarnation(1, 2));
    private static final Peer PEER = Peer.of(2, "bob");
    private static final SessionStatus WAITING =
            new SessionStatus(Phase.WAITING, new View(0, 0, List.of(), List.of()), ServerRole.IDLE, null, Epoch.NONE);
    private static final SessionStatus PLAYING =
            new SessionStatus(Phase.PLAYING, WAITING.view(), ServerRole.IDLE, null, new Epoch(1, 1));
    private static final Epoch ONE = new Epoch(1, 1);

    private final AtomicInteger waits = new AtomicInteger();
    private final AtomicInteger relieved = new AtomicInteger();
    private final List<String> handed = new ArrayList<>();
    private final Inbox inbox = inbox(8);
    private final InboxReader reader = new InboxReader() {
        @Override
        public void message(Peer from, Record message, double sentAt) {
            handed.add(message instanceof Word word ? word.text() : message.toString());
            if (handed.get(handed.size() - 1).equals("throw")) throw new IllegalStateException("of the game");
        }

        @Override
        public void event(Peer about, SessionEvent event, double at) {
            handed.add(event.getClass().getSimpleName() + " " + inbox.status().phase());
        }

        @Override
        public void callback(Callback wanted) {
            handed.add(wanted.getClass().getSimpleName());
            if (wanted instanceof Callback.Restore to)
                inbox.state().startFrom(to.packages().get(0).packed());
        }
    };

    private Inbox inbox(int messages) {
        Inbox made = new Inbox(
                new Inbox.Setup(messages, 1_000, new Inbox.Hooks() {
                    @Override
                    public void waits() {
                        waits.incrementAndGet();
                    }

                    @Override
                    public void relieved() {
                        relieved.incrementAndGet();
                    }
                }),
                RECORDS,
                PeerNames.NONE,
                WAITING);
        made.state().type(WORLD);
        return made;
    }

    private static Arrival word(String text, Delivery how) {
        return new Arrival(
                BOB,
                PEER,
                how,
                WORD,
                0,
                0,
                null,
                ByteBuffer.wrap(RECORDS.encodeBody(new Word(text), SizeLimit.NONE, 0)));
    }

    private boolean say(String text, Delivery how) {
        return inbox.offer(word(text, how), 0);
    }

    private void drain() {
        while (inbox.handOut(reader, Long.MAX_VALUE)) continue;
    }

    private void left(SessionStatus status) {
        inbox.tell(PEER, new SessionEvent.Left(PEER, SessionEvent.Left.Why.LEFT), 0, status, 0);
    }

    @Test
    @DisplayName("messages, events and callbacks are handed out in one order; the phase changes as its event is")
    void oneOrder() {
        say("a", Delivery.RELIABLE_ORDERED);
        left(PLAYING);
        inbox.call(new Callback.TakePackage(1), 0);
        say("b", Delivery.RELIABLE_ORDERED);
        assertTrue(inbox.handOut(reader, Long.MAX_VALUE));
        assertEquals(Phase.WAITING, inbox.status().phase());
        drain();
        assertEquals(List.of("a", "Left PLAYING", "TakePackage", "b"), handed);
        assertEquals(0, inbox.queued());
    }

    @Test
    @DisplayName("P52 HA47 a full share drops the oldest unreliable ones, then refuses reliable ones until "
            + "half is gone; events are never dropped")
    void limits() {
        say("u1", Delivery.UNRELIABLE);
        say("u2", Delivery.UNRELIABLE);
        for (int i = 0; i < 8; i++) assertTrue(say("r" + i, Delivery.RELIABLE_ORDERED), "r" + i);
        assertEquals(2, inbox.overflowed());
        assertFalse(say("r8", Delivery.RELIABLE_ORDERED));
        assertTrue(inbox.isFull(2));
        assertTrue(inbox.isFull());
        assertTrue(say("u3", Delivery.UNRELIABLE));
        assertEquals(3, inbox.overflowed());
        for (int i = 0; i < 100; i++) left(null);
        for (int i = 0; i < 3; i++) inbox.handOut(reader, Long.MAX_VALUE);
        assertFalse(say("r8", Delivery.RELIABLE_ORDERED));
        assertEquals(0, relieved.get());
        inbox.handOut(reader, Long.MAX_VALUE);
        assertEquals(1, relieved.get());
        assertFalse(inbox.isFull());
        assertTrue(say("r8", Delivery.RELIABLE_ORDERED));
        drain();
        assertEquals(List.of("r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7"), handed.subList(0, 8));
        assertEquals(8 + 100 + 1, handed.size());
    }

    @Test
    @DisplayName("P52 a share is limited in bytes too, but one message always has room")
    void bytes() {
        assertTrue(say("x".repeat(5_000), Delivery.RELIABLE_ORDERED));
        assertFalse(say("y", Delivery.RELIABLE_ORDERED));
        drain();
        assertTrue(say("y", Delivery.RELIABLE_ORDERED));
    }

    @Test
    @DisplayName("S10 newest wins: it takes the older one's place, but does not overtake an event")
    void conflates() {
        say("1", Delivery.UNRELIABLE_SEQUENCED);
        say("r", Delivery.RELIABLE_ORDERED);
        say("2", Delivery.UNRELIABLE_SEQUENCED);
        assertEquals(2, inbox.queued());
        left(null);
        say("3", Delivery.UNRELIABLE_SEQUENCED);
        assertEquals(3, inbox.queued());
        say("4", Delivery.UNRELIABLE_SEQUENCED);
        drain();
        assertEquals(List.of("r", "Left WAITING", "4"), handed);
    }

    @Test
    @DisplayName("P53 what cannot be decoded is counted and passed over")
    void malformed() {
        inbox.offer(new Arrival(BOB, PEER, Delivery.UNRELIABLE, 99, 0, 0, null, ByteBuffer.allocate(3)), 0);
        inbox.offer(
                new Arrival(BOB, PEER, Delivery.UNRELIABLE, WORD, 0, 0, null, ByteBuffer.wrap(new byte[] {50, 1})), 0);
        say("a", Delivery.RELIABLE_ORDERED);
        drain();
        assertEquals(List.of("a"), handed);
        assertEquals(2, inbox.malformed());
    }

    @Test
    @DisplayName("rule 7: a handler's exception comes out, that item is consumed, the rest stays and is announced")
    void exception() {
        say("throw", Delivery.RELIABLE_ORDERED);
        say("b", Delivery.RELIABLE_ORDERED);
        assertEquals(2, waits.get());
        long upTo = inbox.begin();
        assertThrows(IllegalStateException.class, () -> inbox.handOut(reader, upTo));
        inbox.done();
        assertEquals(3, waits.get());
        drain();
        assertEquals(List.of("throw", "b"), handed);
    }

    @Test
    @DisplayName("an update hands out what was queued when it began; what waits is said, and said again at its end")
    void posting() {
        say("a", Delivery.RELIABLE_ORDERED);
        say("b", Delivery.RELIABLE_ORDERED);
        assertEquals(2, waits.get());
        long upTo = inbox.begin();
        say("c", Delivery.RELIABLE_ORDERED);
        assertEquals(3, waits.get());
        while (inbox.handOut(reader, upTo)) continue;
        assertEquals(List.of("a", "b"), handed);
        inbox.done();
        assertEquals(4, waits.get());
    }

    @Test
    @DisplayName("P20 the age of what waits counts from the first update on")
    void waiting() {
        inbox.offer(word("a", Delivery.RELIABLE_ORDERED), 1_000);
        assertEquals(0, inbox.waitingNanos(5_000));
        inbox.begin();
        assertEquals(4_000, inbox.waitingNanos(5_000));
        drain();
        assertEquals(0, inbox.waitingNanos(5_000));
    }

    @Test
    @DisplayName(
            "P23 a request is handed out once; a restored base replaces the marks; the state that was handed out last is known")
    void requests() {
        Arrival request = new Arrival(
                BOB,
                PEER,
                Delivery.RELIABLE_ORDERED,
                WORD,
                0,
                3,
                null,
                word("buy", Delivery.RELIABLE_ORDERED).bytes());
        inbox.offer(request, 0);
        inbox.offer(request, 0);
        drain();
        assertEquals(List.of("buy"), handed);
        assertEquals(
                Map.of(BOB.origin(), new Marks(0, List.of(3L))),
                inbox.handedOut().marks());
        StateMarks state = new StateMarks(ONE, 4.5, Map.of(BOB.origin(), new Marks(7, List.of())));
        inbox.offer(
                new Arrival(
                        BOB,
                        PEER,
                        Delivery.UNRELIABLE,
                        WORLD,
                        4.5,
                        0,
                        state,
                        ByteBuffer.wrap(RECORDS.encodeBody(new World(1), SizeLimit.NONE, 0))),
                0);
        assertEquals(StateMarks.NONE, inbox.known());
        drain();
        assertEquals(state, inbox.known());
        Map<MemberId, Marks> base = Map.of(BOB.origin(), new Marks(1, List.of()));
        Member bob = new Member(BOB, "bob", Kind.PLAYER, new Endpoint("127.0.0.1", 1, 2), 0);
        inbox.call(
                new Callback.Restore(
                        1,
                        List.of(new Effect.Contribution(
                                bob, new PackedState(Payload.EMPTY, true, 1, ONE, 2.5, base, List.of(), 0)))),
                0);
        inbox.offer(request, 0);
        drain();
        assertEquals(new StateMarks(ONE, 2.5, base), inbox.known());
        assertEquals(List.of("buy", "World[tick=1]", "Restore", "buy"), handed);
        assertEquals(
                Map.of(BOB.origin(), new Marks(1, List.of(3L))),
                inbox.handedOut().marks());
    }

    @Test
    @DisplayName(
            "P44 it says when the latest state was made that it took, and goes by no other message and no older state")
    void knowsWhatWasShown() {
        assertTrue(inbox.shown().isNothing());
        say("a", Delivery.RELIABLE_ORDERED);
        assertTrue(inbox.shown().isNothing());
        for (double at : new double[] {4.5, 3.5}) inbox.offer(state(at), 0);
        assertEquals(new ShownState(1, 4.5), inbox.shown());
        inbox.ordered(state(6), 0);
        assertEquals(new ShownState(1, 6), inbox.shown());
    }

    private static Arrival state(double at) {
        return new Arrival(
                BOB,
                PEER,
                Delivery.UNRELIABLE,
                WORLD,
                at,
                0,
                new StateMarks(ONE, at, Map.of()),
                ByteBuffer.wrap(RECORDS.encodeBody(new World(1), SizeLimit.NONE, 0)));
    }

    @Test
    @DisplayName(
            "one thread puts in, another takes out: nothing is lost, doubled or overtaken, and what was full is relieved")
    void twoThreads() throws InterruptedException {
        int count = 50_000;
        List<Integer> ordered = new ArrayList<>();
        List<Integer> newest = new ArrayList<>();
        Thread game = new Thread(() -> {
            InboxReader counting = new InboxReader() {
                @Override
                public void message(Peer from, Record message, double sentAt) {
                    if (message instanceof World world) ordered.add(world.tick());
                    else newest.add(Integer.parseInt(((Word) message).text()));
                }

                @Override
                public void event(Peer about, SessionEvent event, double at) {}

                @Override
                public void callback(Callback wanted) {}
            };
            while (ordered.size() < count && !Thread.interrupted()) inbox.handOut(counting, Long.MAX_VALUE);
            while (inbox.handOut(counting, Long.MAX_VALUE)) continue;
        });
        game.start();
        for (int i = 0; i < count; i++) {
            Arrival arrival = new Arrival(
                    BOB,
                    PEER,
                    Delivery.RELIABLE_ORDERED,
                    WORLD,
                    0,
                    0,
                    null,
                    ByteBuffer.wrap(RECORDS.encodeBody(new World(i), SizeLimit.NONE, 0)));
            say(Integer.toString(i), Delivery.UNRELIABLE_SEQUENCED);
            while (!inbox.offer(arrival, 0)) Thread.onSpinWait();
        }
        game.join(30_000);
        assertFalse(game.isAlive());
        assertEquals(count, ordered.size());
        for (int i = 0; i < count; i++) assertEquals(i, ordered.get(i));
        for (int i = 1; i < newest.size(); i++) assertTrue(newest.get(i) > newest.get(i - 1));
        assertEquals(0, inbox.queued());
    }

    private static SessionStatus serving(Phase phase, ServerRole role) {
        return new SessionStatus(phase, WAITING.view(), role, null, ONE);
    }

    private void request(long number) {
        inbox.offer(
                new Arrival(
                        BOB,
                        PEER,
                        Delivery.RELIABLE_ORDERED,
                        WORD,
                        0,
                        number,
                        null,
                        ByteBuffer.wrap(RECORDS.encodeBody(new Word("r" + number), SizeLimit.NONE, 0))),
                0);
    }

    private void tells(double at, SessionStatus status) {
        inbox.tell(PEER, new SessionEvent.Left(PEER, SessionEvent.Left.Why.LEFT), at, status, 0);
    }

    /** The application's state is of that time, and contains so many of Bob's requests. */
    private void knows(int requests, double at) {
        drain();
        assertEquals(
                Map.of(BOB.origin(), new Marks(requests, List.of())),
                inbox.known().marks());
        assertEquals(ONE, inbox.known().epoch());
        assertEquals(at, inbox.known().time(), 1e-9);
    }

    @Test
    @DisplayName(
            "P23 P72 the package of a server that was deposed contains all that it was handed, as of when it stood still, until it"
                    + " restores another state")
    void deposed() {
        tells(1, serving(Phase.PLAYING, ServerRole.ACTIVE_ALONE));
        request(1);
        tells(5, serving(Phase.FROZEN, ServerRole.ACTIVE_ALONE));
        tells(6, serving(Phase.FROZEN, ServerRole.IDLE));
        knows(1, 5);
        request(2);
        inbox.change(serving(Phase.FROZEN, ServerRole.IDLE), 0);
        knows(2, 5);
        PackedState given = new PackedState(Payload.EMPTY, true, 7, new Epoch(2, 2), 7, Map.of(), List.of(), 0);
        Member bob = new Member(BOB, "bob", Kind.PLAYER, new Endpoint("127.0.0.1", 1, 2), 0);
        inbox.call(new Callback.Restore(1, List.of(new Effect.Contribution(bob, given))), 0);
        drain();
        assertEquals(new StateMarks(new Epoch(2, 2), 7, Map.of()), inbox.known());
    }

    @Test
    @DisplayName("P23 a server that handed over goes by what its successor shows it")
    void handedOver() {
        tells(1, serving(Phase.PLAYING, ServerRole.ACTIVE_ALONE));
        request(1);
        tells(5, serving(Phase.PLAYING, ServerRole.IDLE));
        knows(1, 5);
        StateMarks next = new StateMarks(new Epoch(2, 2), 9, Map.of(BOB.origin(), new Marks(4, List.of())));
        inbox.offer(
                new Arrival(
                        BOB,
                        PEER,
                        Delivery.UNRELIABLE,
                        WORLD,
                        9,
                        0,
                        next,
                        ByteBuffer.wrap(RECORDS.encodeBody(new World(3), SizeLimit.NONE, 0))),
                0);
        drain();
        assertEquals(next, inbox.known());
    }

    @Test
    @DisplayName("P72 of a session that left states name nothing, once what it had sent is handed out")
    void over() {
        request(1);
        request(2);
        inbox.over(BOB.origin(), 0);
        assertTrue(inbox.handOut(reader, Long.MAX_VALUE));
        assertEquals(1, inbox.handedOut().marks().size());
        drain();
        assertEquals(Map.of(), inbox.handedOut().marks());
        assertEquals(List.of("r1", "r2"), handed);
        assertEquals(0, inbox.queued());
    }
}
