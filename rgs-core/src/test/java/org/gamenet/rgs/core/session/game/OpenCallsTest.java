package org.gamenet.rgs.core.session.game;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.ServerRole;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.View;
import org.gamenet.rgs.core.lanes.Arrival;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.ordering.Position;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.PackedState;
import org.gamenet.rgs.core.wire.PeerNames;
import org.gamenet.rgs.core.wire.Records;
import org.gamenet.rgs.core.wire.SizeLimit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Callbacks that wait for an application that stands still are taken back where nobody takes their answers (P40). */
class OpenCallsTest {
    record Word(String text) {}

    private static final Records RECORDS = Records.of(Word.class);
    private static final MemberId BOB = new MemberId(2, new Incarnation(1, 2));
    private static final MemberId CAT = new MemberId(3, new Incarnation(1, 3));
    private static final Peer PEER = Peer.of(2, "bob");
    private static final View NOBODY = new View(0, 0, List.of(), List.of());

    private final List<String> handed = new ArrayList<>();
    private final Inbox inbox = new Inbox(
            new Inbox.Setup(8, 1_000, new InboxHooks(() -> {}, () -> {})),
            RECORDS,
            PeerNames.NONE,
            status(Phase.WAITING));
    private final InboxReader reader = new InboxReader() {
        @Override
        public void message(Peer from, Record message, double sentAt) {
            handed.add(((Word) message).text());
        }

        @Override
        public void event(Peer about, SessionEvent event, double at) {
            handed.add(event.getClass().getSimpleName());
        }

        @Override
        public void callback(Callback wanted) {
            if (wanted instanceof Callback.Restore to) {
                handed.add("restore " + to.number());
                whileItRestores.run();
            } else if (wanted instanceof Callback.TakePackage take) {
                handed.add("pack " + take.number());
            } else {
                handed.add("pack for "
                        + ((Callback.TakeInitialState) wanted).newcomer().peer());
            }
        }
    };
    private Runnable whileItRestores = () -> {};

    private static SessionStatus status(Phase phase) {
        return new SessionStatus(phase, NOBODY, ServerRole.IDLE, null, new Epoch(1, 1));
    }

    @BeforeEach
    void freezes() {
        tells(Phase.FROZEN);
        drain();
        handed.clear();
    }

    private void tells(Phase phase) {
        inbox.tell(PEER, new SessionEvent.Frozen("silent"), 1, status(phase), 0);
    }

    private void says(String text) {
        ByteBuffer bytes = ByteBuffer.wrap(RECORDS.encodeBody(new Word(text), SizeLimit.NONE, 0));
        inbox.offer(new Arrival(BOB, PEER, Delivery.RELIABLE_ORDERED, RECORDS.idOf(Word.class), 1, 0, null, bytes), 0);
    }

    private void restores() {
        PackedState state = new PackedState(Payload.EMPTY, true, 1, new Epoch(1, 1), 1, Map.of(), List.of(), 0);
        Member bob = new Member(BOB, "bob", Kind.PLAYER, new Endpoint("127.0.0.1", 1, 2), 0);
        inbox.restore(List.of(new Effect.Contribution(bob, state)), 0);
    }

    /** Entries that are told again, for the state that is being given lacks them. */
    private void repeats(String text) {
        inbox.open().repeats(true);
        says(text);
        tells(Phase.FROZEN);
        inbox.open().repeats(false);
    }

    private void packs(long number) {
        inbox.call(new Callback.TakePackage(number), 0);
    }

    private void packsFor(MemberId newcomer) {
        inbox.call(new Callback.TakeInitialState(newcomer, Position.NONE), 0);
    }

    private void drain() {
        long upTo = inbox.begin();
        while (inbox.handOut(reader, upTo)) {}
    }

    private void assertHanded(String... what) {
        drain();
        assertEquals(List.of(what), handed);
        assertEquals(0, inbox.queued());
    }

    @Test
    @DisplayName("P40 of restoreStates that wait behind each other the newest alone is called")
    void newestAlone() {
        restores();
        restores();
        restores();
        assertHanded("restore 3");
    }

    @Test
    @DisplayName("P40 what was told again for the sake of one that is not called is not told either, the newest's is")
    void repeatsOfTheNewest() {
        restores();
        repeats("of 1");
        restores();
        repeats("of 2");
        assertHanded("restore 2", "of 2", "Frozen");
        assertTrue(inbox.isFull() == false);
    }

    @Test
    @DisplayName("P40 what was told again behind one that is being called stays true")
    void repeatsOfOneThatRuns() {
        restores();
        repeats("of 1");
        whileItRestores = () -> {
            whileItRestores = () -> {};
            restores();
        };
        drain();
        assertHanded("restore 1", "of 1", "Frozen", "restore 2");
    }

    @Test
    @DisplayName("P40 a restoreState with a message behind it, or with which the game has gone on, is called")
    void needed() {
        restores();
        says("to whoever has that state");
        restores();
        tells(Phase.PLAYING);
        tells(Phase.FROZEN);
        restores();
        assertHanded("restore 1", "to whoever has that state", "restore 2", "Frozen", "Frozen", "restore 3");
    }

    @Test
    @DisplayName("P40 so is one that comes while the game runs: its application may pack and send between two updates")
    void whileItRuns() {
        tells(Phase.PLAYING);
        restores();
        tells(Phase.FROZEN);
        restores();
        assertHanded("Frozen", "restore 1", "Frozen", "restore 2");
    }

    @Test
    @DisplayName("P38 of calls for a package for holders the newest alone is made")
    void packsOnce() {
        packs(1);
        packs(2);
        says("between");
        packs(3);
        assertHanded("between", "pack 3");
    }

    @Test
    @DisplayName("P40 a package that a holder waits for is made of the state that it was asked behind")
    void packsOfThatState() {
        restores();
        packs(1);
        restores();
        assertHanded("restore 1", "pack 1", "restore 2");
    }

    @Test
    @DisplayName("P40 one that nobody waits for any more is taken back with the state that it was asked behind")
    void packsForNobody() {
        packs(1);
        restores();
        packs(2);
        inbox.open().packsForNobody();
        restores();
        assertHanded("restore 2");
    }

    @Test
    @DisplayName("P40 between a restoreState that is not called and the newest the application has no package")
    void awaitsState() {
        restores();
        long upTo = inbox.begin();
        restores();
        assertFalse(inbox.handOut(reader, upTo));
        assertTrue(inbox.awaitsState());
        drain();
        assertFalse(inbox.awaitsState());
    }

    @Test
    @DisplayName(
            "P26 a newcomer's state is packed once, though it was asked for twice, and not by one that leads no more")
    void packsForNewcomers() {
        packsFor(BOB);
        packsFor(CAT);
        packsFor(BOB);
        drain();
        inbox.open().given(BOB);
        inbox.open().given(CAT);
        packsFor(CAT);
        inbox.open().leadsNoMore();
        packsFor(BOB);
        assertHanded("pack for 3", "pack for 2", "pack for 2");
    }
}
