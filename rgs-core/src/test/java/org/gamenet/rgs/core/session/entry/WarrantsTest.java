package org.gamenet.rgs.core.session.entry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.gamenet.rgs.core.directory.protocol.DirectoryPush;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.directory.protocol.GrantText;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.port.DirectoryPort;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.session.base.Mailbox;
import org.gamenet.rgs.core.session.base.WorkerInput;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A holder that the directory names is heard without being known. */
class WarrantsTest {
    private static final long MILLI = 1_000_000;
    private static final Epoch ONE = new Epoch(1, 11);
    private static final Epoch TWO = new Epoch(2, 22);
    private static final MemberId SERVER = new MemberId(1, new Incarnation(1, 1));
    private static final Endpoint THERE = new Endpoint("10.0.0.1", 1, 1);
    private static final MemberId ROGUE = new MemberId(2, new Incarnation(1, 2));

    private final Mailbox mailbox = new Mailbox();
    private final List<Event> events = new ArrayList<>();
    private final List<Consumer<? super DirectoryReply>> asked = new ArrayList<>();
    private final List<String> heard = new ArrayList<>();
    private boolean away;
    private boolean signs;
    private final DirectoryAccess access =
            new DirectoryAccess(new Directory(), mailbox, events::add, place -> {}, () -> away);
    private final Warrants warrants = new Warrants(access);

    private final class Directory implements DirectoryPort {
        @Override
        public void ask(DirectoryRequest request, Consumer<? super DirectoryReply> then) {
            asked.add(then);
        }

        @Override
        public boolean signs() {
            return signs;
        }

        @Override
        public boolean hasSigned(byte[] text, byte[] signature) {
            return Arrays.equals(text, signature);
        }

        @Override
        public void listen(Consumer<? super DirectoryPush> pushes) {
            // It says nothing by itself.
        }

        @Override
        public void close() {
            asked.clear();
        }
    }

    private void answers(DirectoryReply reply) {
        List.copyOf(asked).forEach(then -> then.accept(reply));
        asked.clear();
        for (WorkerInput next = mailbox.poll(); next != null; next = mailbox.poll()) {
            WorkerInput.Replied replied = (WorkerInput.Replied) next;
            replied.then().accept(replied.reply());
        }
    }

    private boolean covers(MemberId from, Epoch about, long millis, String what) {
        return warrants.covers(
                new Warrants.Claimant(from, null, false, Payload.EMPTY), about, millis * MILLI, () -> heard.add(what));
    }

    private boolean letsIn(MemberId from, long millis, String what) {
        return warrants.covers(
                new Warrants.Claimant(from, null, true, Payload.EMPTY), TWO, millis * MILLI, () -> heard.add(what));
    }

    private static DirectoryReply holds(Epoch current, MemberId holder) {
        return new DirectoryReply.GameStatus(current, holder, false, current, true, false, Optional.of(THERE));
    }

    @Test
    @DisplayName(
            "K6 what only the holder may say waits for the directory's word, and the machine hears nothing of the question")
    void waitsForItsWord() {
        assertFalse(covers(SERVER, TWO, 0, "ack"));
        assertEquals(List.of(), heard);
        answers(holds(TWO, SERVER));
        assertEquals(List.of("ack"), heard);
        assertTrue(covers(SERVER, TWO, 1, "again"), "it is known by now");
        assertTrue(covers(SERVER, ONE, 1, "older"));
        assertTrue(covers(SERVER, Epoch.NONE, 1, "denial"), "of no epoch");
        assertEquals(List.of(), events);
    }

    @Test
    @DisplayName("K6 nobody else is heard, nor the holder about an epoch that it was not granted")
    void refusesAnother() {
        covers(ROGUE, TWO, 0, "rogue");
        answers(holds(TWO, SERVER));
        assertFalse(covers(ROGUE, TWO, 200, "rogue"));
        answers(holds(TWO, SERVER));
        assertFalse(covers(SERVER, new Epoch(2, 23), 400, "another claim"));
        answers(holds(TWO, SERVER));
        assertFalse(covers(SERVER, new Epoch(3, 22), 600, "a later one"));
        answers(holds(TWO, SERVER));
        assertEquals(List.of(), heard);
        assertTrue(warrants.isAnothers(ROGUE) && !warrants.isAnothers(SERVER));
    }

    @Test
    @DisplayName("K6 who follows in an epoch is heard at the next question, ten times a second at most")
    void asksAgain() {
        covers(SERVER, ONE, 0, "first");
        answers(holds(ONE, SERVER));
        assertFalse(covers(ROGUE, TWO, 50, "next"));
        assertEquals(0, asked.size(), "asked just now");
        assertFalse(covers(ROGUE, TWO, 150, "next"));
        answers(holds(TWO, ROGUE));
        assertEquals(List.of("first", "next"), heard);
    }

    @Test
    @DisplayName(
            "P14 a directory that does not know the game speaks against nobody; one that does not answer is asked anew")
    void maySayNothing() {
        covers(SERVER, TWO, 0, "unknown");
        answers(new DirectoryReply.NoGame("g"));
        assertEquals(List.of("unknown"), heard);
        assertFalse(covers(SERVER, TWO, 400, "lost"));
        asked.clear();
        assertFalse(covers(SERVER, TWO, 600, "asked anew"));
        answers(holds(TWO, SERVER));
        assertEquals(List.of("unknown", "asked anew"), heard);
    }

    @Test
    @DisplayName(
            "K6 while no directory can be reached a newcomer believes whoever may be the holder, a member nobody new")
    void cannotBeReached() {
        DirectoryReply unreachable = new DirectoryReply.Unreachable("no answer");
        covers(SERVER, TWO, 0, "member");
        answers(unreachable);
        assertFalse(letsIn(SERVER, 200, "newcomer"));
        answers(unreachable);
        assertEquals(List.of("newcomer"), heard);
        away = true;
        assertFalse(covers(SERVER, TWO, 400, "member"));
        assertTrue(letsIn(SERVER, 600, "newcomer"));
        away = false;
        covers(SERVER, TWO, 800, "member");
        answers(holds(TWO, SERVER));
        away = true;
        assertTrue(letsIn(SERVER, 1_000, "newcomer") && covers(SERVER, TWO, 1_000, "member"), "as it said last");
        assertFalse(letsIn(ROGUE, 1_200, "another"));
    }

    @Test
    @DisplayName("K6 P36 where the directory signs grants a newcomer that cannot ask believes who shows one of its own")
    void showsAGrant() {
        signs = true;
        away = true;
        access.game("g", false);
        assertFalse(letsIn(SERVER, 0, "nothing"));
        assertFalse(shows(ROGUE, 200), "another's");
        assertTrue(shows(SERVER, 400));
        away = false;
        assertFalse(shows(SERVER, 600), "the directory can be asked, and is");
    }

    private boolean shows(MemberId who, long millis) {
        byte[] text = GrantText.of("g", TWO, SERVER, Optional.empty());
        byte[] shown = new byte[1 + text.length];
        System.arraycopy(text, 0, shown, 1, text.length);
        return warrants.covers(
                new Warrants.Claimant(who, null, true, new Payload(shown)), TWO, millis * MILLI, () -> {});
    }

    @Test
    @DisplayName(
            "K6 the holder is heard only from where the directory says that it listens, be it known or just asked for")
    void listensElsewhere() {
        Endpoint elsewhere = new Endpoint("10.0.0.2", 1, 1);
        assertFalse(from(elsewhere, 0));
        answers(holds(TWO, SERVER));
        assertEquals(List.of(), heard, "it waited, and the answer names another place");
        assertTrue(warrants.isElsewhere(SERVER, elsewhere) && !warrants.isElsewhere(ROGUE, elsewhere));
        assertFalse(from(elsewhere, 200));
        answers(holds(TWO, SERVER));
        assertEquals(List.of(), heard);
        assertTrue(from(THERE, 400));
    }

    private boolean from(Endpoint place, long millis) {
        return warrants.covers(
                new Warrants.Claimant(SERVER, place, true, Payload.EMPTY),
                TWO,
                millis * MILLI,
                () -> heard.add("elsewhere"));
    }

    @Test
    @DisplayName("K6 P14 where nobody says who holds it a number counts only if it is near the promise")
    void bindsToNothingFar() {
        Epoch near = new Epoch(1 + (1L << 33), 5);
        Epoch far = new Epoch(2 + (1L << 33), 5);
        assertFalse(warrants.isReal(far, ONE, 0), "the directory is asked");
        answers(holds(far, SERVER));
        assertTrue(warrants.isReal(far, ONE, 1), "it has granted as many");
        assertFalse(warrants.isReal(new Epoch(far.number() + 1, 5), ONE, 2));
        away = true;
        assertTrue(warrants.isReal(near, ONE, 3));
        assertFalse(warrants.isReal(far, ONE, 4));
        assertFalse(warrants.isReal(new Epoch(Long.MAX_VALUE, 5), ONE, 5));
        assertTrue(warrants.isReal(Epoch.NONE, far, 6));
    }
}
