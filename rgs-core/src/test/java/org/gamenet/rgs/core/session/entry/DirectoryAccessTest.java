package org.gamenet.rgs.core.session.entry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.verifyNoMoreInteractions;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.machine.Basis;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.port.DirectoryPort;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.session.base.Mailbox;
import org.gamenet.rgs.core.session.base.WorkerInput;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The fate of each answer of the directory. */
class DirectoryAccessTest {
    private static final Epoch ONE = new Epoch(1, 11);
    private static final Epoch TWO = new Epoch(2, 22);
    private static final MemberId ME = new MemberId(1, new Incarnation(1, 1));
    private static final DirectoryReply.GameStatus GOES_ON =
            new DirectoryReply.GameStatus(TWO, ME, false, TWO, true, false, Optional.empty());
    private static final DirectoryReply AWAY = new DirectoryReply.Unreachable("no answer");

    private final Mailbox mailbox = new Mailbox();
    private final List<Event> events = new ArrayList<>();
    private final List<Endpoint> holders = new ArrayList<>();
    private final DirectoryPort directory = mock(DirectoryPort.class);
    private final DirectoryAccess directoryAccess =
            new DirectoryAccess(directory, mailbox, events::add, holders::add, () -> false);

    private List<Event> answered(DirectoryReply reply, Runnable asking) {
        doAnswer(asked -> {
                    asked.<Consumer<? super DirectoryReply>>getArgument(1).accept(reply);
                    return null;
                })
                .when(directory)
                .ask(any(), any());
        events.clear();
        asking.run();
        for (WorkerInput next = mailbox.poll(); next != null; next = mailbox.poll()) {
            WorkerInput.Replied replied = assertInstanceOf(WorkerInput.Replied.class, next);
            replied.then().accept(replied.reply());
        }
        return List.copyOf(events);
    }

    private List<Event> seek(DirectoryReply reply) {
        return answered(reply, () -> directoryAccess.seekSpare(new Effect.SeekSpare(ONE, List.of(), List.of()), 0, ME));
    }

    private List<Event> claim(DirectoryReply reply) {
        return answered(
                reply, () -> directoryAccess.claim(new Effect.Claim(1, List.of(ME), Basis.REBUILD, List.of(), 7), ME));
    }

    private List<Event> end(DirectoryReply reply) {
        return answered(reply, () -> directoryAccess.tellEnd(new Effect.TellEnd(ONE)));
    }

    @Test
    @DisplayName("P34 who seeks a spare for a game that is served again learns that, and seeks no further")
    void seekingInVain() {
        Event standing = new Event.GameStatusKnown(TWO, false, TWO, true, false, Optional.of(ME));
        assertEquals(List.of(standing), seek(GOES_ON));
        assertEquals(List.of(new Event.SpareSought(ONE, true, "s1")), seek(new DirectoryReply.SpareAgreed(ME, "s1")));
        assertEquals(List.of(new Event.SpareSought(ONE, false, "none")), seek(new DirectoryReply.NoSpare("none")));
        assertEquals(List.of(new Event.SpareSought(ONE, false, "no answer")), seek(AWAY));
    }

    @Test
    @DisplayName(
            "P28 P29 the end counts as told once the directory has it, or knows the game no more; not when it is away")
    void theEnd() {
        assertEquals(List.of(new Event.EndConfirmed()), end(new DirectoryReply.Done()));
        assertEquals(List.of(new Event.EndConfirmed()), end(new DirectoryReply.NoGame("g")));
        assertEquals(List.of(), end(AWAY));
        assertEquals(List.of(new Event.GameStatusKnown(TWO, false, TWO, true, false, Optional.of(ME))), end(GOES_ON));
    }

    @Test
    @DisplayName("P28 P34 each question goes to the directory once")
    void asksForWhatItSays() {
        seek(AWAY);
        verify(directory).ask(any(DirectoryRequest.SeekSpare.class), any());
        end(AWAY);
        verify(directory).ask(any(DirectoryRequest.End.class), any());
        verifyNoMoreInteractions(directory);
    }

    @Test
    @DisplayName("P6 P14 a claim for a game that the directory does not know is denied; no answer is no event")
    void claims() {
        assertEquals(
                List.of(new Event.Granted(7, TWO, List.of(ME), List.of(ME))),
                claim(new DirectoryReply.Granted(TWO, List.of(ME), List.of(ME))));
        assertEquals(
                List.of(new Event.Denied(7, Epoch.NONE, Event.DenialReason.NO_GAME)),
                claim(new DirectoryReply.NoGame("g")));
        assertEquals(List.of(), claim(AWAY));
        assertEquals(List.of(), claim(new DirectoryReply.Refused(Reason.QUEUE_FULL, "too much")));
    }

    @Test
    @DisplayName(
            "P14 a directory that does not know the game says nothing of how it stands: whoever serves will tell it")
    void standings() {
        assertEquals(List.of(), answered(new DirectoryReply.NoGame("g"), directoryAccess::askGameStatus));
        assertEquals(1, answered(GOES_ON, directoryAccess::askGameStatus).size());
    }

    @Test
    @DisplayName("P36 where the holder of a number listens is told, unless it gave the number up")
    void holders() {
        Endpoint there = new Endpoint("10.0.0.8", 8, 0);
        answered(holds(there, true), directoryAccess::askGameStatus);
        assertEquals(List.of(), holders);
        answered(holds(there, false), directoryAccess::askGameStatus);
        assertEquals(List.of(there), holders);
    }

    private static DirectoryReply holds(Endpoint place, boolean released) {
        return new DirectoryReply.GameStatus(TWO, ME, released, ONE, false, false, Optional.of(place));
    }
}
