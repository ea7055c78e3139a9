package org.gamenet.rgs.core.session.entry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
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
import org.gamenet.rgs.core.machine.Basis;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.port.DirectoryPort;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.session.base.Mailbox;
import org.gamenet.rgs.core.session.base.WorkerInput;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Grants that the directory has signed: got, shown, and believed. */
class SignedGrantsTest {
    private static final Epoch TWO = new Epoch(2, 22);
    private static final Endpoint THERE = new Endpoint("10.0.0.1", 1, 1);
    private static final Endpoint ELSEWHERE = new Endpoint("10.0.0.2", 1, 1);
    private static final MemberId HOLDER = new MemberId(1, new Incarnation(1, 1));
    private static final MemberId ROGUE = new MemberId(2, new Incarnation(1, 2));
    private static final String GAME = "game-1";

    private final Mailbox mailbox = new Mailbox();
    private final List<DirectoryRequest> asked = new ArrayList<>();
    private final List<Consumer<? super DirectoryReply>> open = new ArrayList<>();
    private boolean away;
    private boolean signs = true;
    private final DirectoryAccess access =
            new DirectoryAccess(new Directory(), mailbox, event -> {}, place -> {}, () -> away);
    private final SignedGrants grants = access.grants();

    SignedGrantsTest() {
        access.game(GAME, false);
    }

    /** Its signature is the text itself, turned round. */
    private final class Directory implements DirectoryPort {
        @Override
        public void ask(DirectoryRequest request, Consumer<? super DirectoryReply> then) {
            asked.add(request);
            open.add(then);
        }

        @Override
        public boolean signs() {
            return signs;
        }

        @Override
        public boolean hasSigned(byte[] text, byte[] signature) {
            return Arrays.equals(signature(text), signature);
        }

        @Override
        public void listen(Consumer<? super DirectoryPush> pushes) {
            // It says nothing by itself.
        }

        @Override
        public void close() {
            open.clear();
        }
    }

    private static byte[] signature(byte[] text) {
        byte[] turned = new byte[text.length];
        for (int i = 0; i < text.length; i++) turned[i] = (byte) ~text[i];
        return turned;
    }

    private void answers(DirectoryReply reply) {
        List.copyOf(open).forEach(then -> then.accept(reply));
        open.clear();
        for (WorkerInput next = mailbox.poll(); next != null; next = mailbox.poll()) {
            WorkerInput.Replied replied = (WorkerInput.Replied) next;
            replied.then().accept(replied.reply());
        }
    }

    private static DirectoryReply signed(Epoch epoch, Optional<Endpoint> place) {
        byte[] signature = signature(GrantText.of(GAME, epoch, HOLDER, place));
        return new DirectoryReply.GrantSigned(epoch, place.isPresent(), new Payload(signature));
    }

    private static Message.Collect ad(Epoch epoch, MemberId holder, Endpoint place) {
        return new Message.Collect(epoch, 1, Basis.REBUILD, new Member(holder, "h", Kind.PLAYER, place, 0), List.of());
    }

    private Payload grant(Optional<Endpoint> place) {
        grants.want(TWO);
        answers(signed(TWO, place));
        return ((Message.Collect) grants.shown(ad(TWO, HOLDER, THERE))).grant();
    }

    @Test
    @DisplayName("K6 P36 a holder has its grant signed once a line, and shows it with its epoch and with no other")
    void showsItsOwn() {
        Message.Collect before = ad(TWO, HOLDER, THERE);
        assertSame(before, grants.shown(before));
        Payload grant = grant(Optional.of(THERE));
        assertTrue(grant.size() > 1);
        grants.want(TWO);
        assertEquals(List.of(new DirectoryRequest.SignGrant(GAME, TWO)), asked, "it has it");
        grants.lineUp();
        grants.want(TWO);
        assertEquals(2, asked.size(), "perhaps by another key now");
        assertEquals(grant, ((Message.Collect) grants.shown(before)).grant(), "the one that it has, until then");
        Message.Collect next = ad(new Epoch(3, 33), HOLDER, THERE);
        assertSame(next, grants.shown(next));
        answers(new DirectoryReply.GrantSigned(TWO, false, Payload.EMPTY));
        assertEquals(grant, ((Message.Collect) grants.shown(before)).grant(), "a directory that does not sign");
        access.game("another", false);
        assertSame(before, grants.shown(before));
    }

    @Test
    @DisplayName("K6 P36 while the directory can be asked nobody need show anything; while it cannot, what it signed")
    void believes() {
        Payload grant = grant(Optional.of(THERE));
        assertTrue(grants.isBelieved(ad(TWO, ROGUE, ELSEWHERE)), "it is asked");
        away = true;
        assertTrue(grants.isBelieved(ad(TWO, HOLDER, THERE).with(grant)));
        assertFalse(grants.isBelieved(ad(TWO, HOLDER, THERE)), "nothing is shown");
        assertFalse(grants.isBelieved(ad(TWO, HOLDER, THERE).with(new Payload(new byte[] {1}))), "nor this");
        assertFalse(grants.isBelieved(ad(TWO, ROGUE, THERE).with(grant)), "another's grant");
        assertFalse(grants.isBelieved(ad(TWO, HOLDER, ELSEWHERE).with(grant)), "another's grant, and name");
        assertFalse(grants.isBelieved(ad(new Epoch(3, 22), HOLDER, THERE).with(grant)), "another number");
        assertFalse(grants.isBelieved(ad(new Epoch(2, 23), HOLDER, THERE).with(grant)), "another claim");
        access.game("another", false);
        assertFalse(grants.isBelieved(ad(TWO, HOLDER, THERE).with(grant)), "another game");
    }

    @Test
    @DisplayName("K6 P36 where the directory does not know the holder's place, or nothing is signed, the word will do")
    void believesWithout() {
        Payload grant = grant(Optional.empty());
        away = true;
        assertTrue(grants.isBelieved(ad(TWO, HOLDER, ELSEWHERE).with(grant)));
        assertFalse(grants.isBelieved(ad(TWO, ROGUE, ELSEWHERE).with(grant)));
        signs = false;
        assertTrue(grants.isBelieved(ad(TWO, ROGUE, ELSEWHERE)));
        asked.clear();
        grants.want(new Epoch(3, 3));
        assertEquals(List.of(), asked, "nothing to be had");
    }

    @Test
    @DisplayName("K6 of the epochs that were granted the newest four are kept")
    void keepsFew() {
        for (long number = 1; number <= 5; number++) {
            Epoch epoch = new Epoch(number, number);
            grants.want(epoch);
            answers(signed(epoch, Optional.empty()));
        }
        Message.Collect first = ad(new Epoch(1, 1), HOLDER, THERE);
        assertSame(first, grants.shown(first));
        Message.Collect last = ad(new Epoch(5, 5), HOLDER, THERE);
        assertTrue(((Message.Collect) grants.shown(last)).grant().size() > 0);
    }
}
