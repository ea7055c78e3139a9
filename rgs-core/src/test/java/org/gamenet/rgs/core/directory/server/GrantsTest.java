package org.gamenet.rgs.core.directory.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.directory.protocol.GameEntry;
import org.gamenet.rgs.core.directory.protocol.GrantText;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The part of a grant that the directory signs. */
class GrantsTest {
    private final DirectoryHarness harness = DirectoryHarness.signing(byte[]::clone);

    private DirectoryReply sign(String game, Epoch epoch) {
        return harness.ask(9, new DirectoryRequest.SignGrant(game, epoch));
    }

    private static DirectoryReply signed(String game, Epoch epoch, MemberId holder, Optional<Endpoint> place) {
        return new DirectoryReply.GrantSigned(
                epoch, place.isPresent(), new Payload(GrantText.of(game, epoch, holder, place)));
    }

    @Test
    @DisplayName(
            "K6 P36 a grant is signed for its holder, with the place that is known, while it is the newest or serves")
    void signsWhatItGranted() {
        harness.open(1, 2, 9);
        GameEntry entry = harness.register(1);
        String game = entry.id();
        MemberId one = DirectoryHarness.member(1).id();
        Optional<Endpoint> there = Optional.of(DirectoryHarness.member(1).endpoint());
        assertEquals(signed(game, entry.epoch(), one, there), sign(game, entry.epoch()));
        harness.renew(game, entry.epoch(), 1, 1, 1);
        DirectoryReply.Granted next =
                harness.ask(DirectoryReply.Granted.class, 1, DirectoryHarness.held(game, 1, 1, 7_777, 1));
        assertEquals(signed(game, next.epoch(), one, there), sign(game, next.epoch()), "not active yet");
        assertEquals(signed(game, entry.epoch(), one, there), sign(game, entry.epoch()), "it serves still");
        harness.ask(1, new DirectoryRequest.Activate(game, next.epoch(), List.of(one)));
        assertEquals(DirectoryReply.GameStatus.class, sign(game, entry.epoch()).getClass(), "it is over");
        assertEquals(
                DirectoryReply.GameStatus.class,
                sign(game, new Epoch(next.epoch().number() + 1, 5)).getClass(),
                "it never was");
        assertEquals(new DirectoryReply.NoGame("none-1"), sign("none-1", next.epoch()));
    }

    @Test
    @DisplayName("K6 no two grants have the same text")
    void saysWhichGrant() {
        MemberId holder = new MemberId(1, new Incarnation(2, 3));
        Epoch epoch = new Epoch(4, 5);
        Optional<Endpoint> place = Optional.of(new Endpoint("h", 6, 7));
        List<byte[]> texts = List.of(
                GrantText.of("g", epoch, holder, place),
                GrantText.of("h", epoch, holder, place),
                GrantText.of("g", new Epoch(5, 5), holder, place),
                GrantText.of("g", new Epoch(4, 4), holder, place),
                GrantText.of("g", epoch, new MemberId(2, new Incarnation(2, 3)), place),
                GrantText.of("g", epoch, new MemberId(1, new Incarnation(3, 3)), place),
                GrantText.of("g", epoch, new MemberId(1, new Incarnation(2, 2)), place),
                GrantText.of("g", epoch, holder, Optional.of(new Endpoint("i", 6, 7))),
                GrantText.of("g", epoch, holder, Optional.of(new Endpoint("h", 7, 7))),
                GrantText.of("g", epoch, holder, Optional.of(new Endpoint("h", 6, 6))),
                GrantText.of("g", epoch, holder, Optional.empty()));
        Set<Payload> different = new HashSet<>();
        texts.forEach(text -> different.add(new Payload(text)));
        assertEquals(texts.size(), different.size());
        assertNotEquals(0, texts.get(0).length);
    }
}
