package org.gamenet.rgs.core.directory.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.machine.Epoch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A stranger on line 1 asks for more games than one may have before the log has taken any of them. */
class QuotasUnderWayTest {
    private static final Quotas FEW = new Quotas(64, 2, 3, 2, 3, 4, 64);

    private final Ledgers ledgers = new Ledgers();
    private final DirectoryMachine machine =
            new DirectoryMachine(DirectorySettings.standard().with(FEW), ledgers, DirectoryHarness.MARK);
    private final List<DirectoryOutput.Propose> proposed = new ArrayList<>();
    private final List<DirectoryReply> answers = new ArrayList<>();
    private long requests;

    @BeforeEach
    void open() {
        for (long line = 1; line <= 2; line++) {
            machine.lineOpened(line, "10.0.0.1", 0);
            for (long peer = 0; peer < 30; peer++) machine.lineProved(line, peer);
        }
    }

    private void hear(List<DirectoryOutput> outputs) {
        for (DirectoryOutput output : outputs) {
            if (output instanceof DirectoryOutput.Propose p) proposed.add(p);
            if (output instanceof DirectoryOutput.Answer a) answers.add(a.reply());
        }
    }

    private void asks(long line, DirectoryRequest request) {
        hear(machine.request(line, ++requests, request, 0));
    }

    private static DirectoryRequest register(long founder) {
        return new DirectoryRequest.Register(DirectoryHarness.game(founder, "duel" + founder, 8));
    }

    private void commits() {
        List<DirectoryOutput.Propose> all = List.copyOf(proposed);
        proposed.clear();
        all.forEach(one -> hear(machine.committed(one.proposal(), one.command(), ledgers.apply(one.command()), 0)));
    }

    /** So many are on their way, and the others were refused. */
    private void underWay(int expected, int refused) {
        assertEquals(expected, proposed.size());
        assertEquals(refused, answers.size());
        for (DirectoryReply reply : answers)
            assertEquals(
                    Reason.FULL,
                    assertInstanceOf(DirectoryReply.Refused.class, reply).reason());
        answers.clear();
    }

    @Test
    @DisplayName("K5 registrations that are under way together pass neither the bound of a line nor that of an address")
    void registrations() {
        for (long n = 10; n < 15; n++) asks(1, register(n));
        underWay(2, 3);
        for (long n = 15; n < 18; n++) asks(2, register(n));
        underWay(3, 2);
        commits();
        assertEquals(3, ledgers.size());
    }

    @Test
    @DisplayName("K5 nor do those that host or join, for as long as they wait")
    void hosts() {
        for (long n = 10; n < 15; n++)
            asks(1, new DirectoryRequest.HostOrJoin(DirectoryHarness.game(n, "duel" + n, 8), List.of()));
        underWay(2, 3);
        hear(machine.tick(20));
        underWay(2, 0);
        commits();
        answers.forEach(reply -> assertInstanceOf(DirectoryReply.Registered.class, reply));
        assertEquals(2, ledgers.size());
    }

    @Test
    @DisplayName("K5 nor do renewals of games that this directory does not know")
    void revivals() {
        for (long n = 10; n < 15; n++) asks(1, DirectoryHarness.renewal(GameIds.of(7, n), new Epoch(3, 3), n, 0, n));
        underWay(2, 3);
        commits();
        assertEquals(2, ledgers.size());
    }

    @Test
    @DisplayName("P29 what is under way is no second game when it is asked for again")
    void repeats() {
        asks(1, register(10));
        asks(1, register(11));
        asks(1, register(11));
        DirectoryRequest renewal = DirectoryHarness.renewal(GameIds.of(7, 12), new Epoch(3, 3), 12, 0, 12);
        asks(2, renewal);
        asks(2, renewal);
        underWay(3, 0);
        commits();
        assertEquals(5, answers.size());
        assertTrue(answers.stream().noneMatch(DirectoryReply.Refused.class::isInstance));
    }

    @Test
    @DisplayName("K5 what the log did not take counts no more")
    void notTaken() {
        asks(1, register(10));
        asks(1, register(11));
        proposed.forEach(one -> hear(machine.failed(one.proposal(), 0)));
        proposed.clear();
        asks(1, register(12));
        asks(1, register(13));
        asks(1, register(14));
        underWay(2, 1);
    }

    @Test
    @DisplayName("P14 K5 a game that is there follows its holder where no other one could be had")
    void followsAtTheBound() {
        for (long n = 10; n < 12; n++) asks(1, DirectoryHarness.renewal(GameIds.of(7, n), new Epoch(3, 3), n, 0, n));
        commits();
        answers.clear();
        asks(1, DirectoryHarness.renewal(GameIds.of(7, 10), new Epoch(4, 4), 10, 0, 10));
        underWay(1, 0);
        commits();
        assertEquals(List.of(new DirectoryReply.Renewed(new Epoch(4, 4))), answers);
    }
}
