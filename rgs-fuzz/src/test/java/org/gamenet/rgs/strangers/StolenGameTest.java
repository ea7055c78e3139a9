package org.gamenet.rgs.strangers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.directory.protocol.GameEntry;
import org.gamenet.rgs.core.keys.Ed25519;
import org.gamenet.rgs.core.keys.LineProof;
import org.gamenet.rgs.core.machine.Basis;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Fingerprint;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Listing;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.port.Keys;
import org.gamenet.rgs.directory.Directory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Ids and epochs are told to whoever asks. What a stranger does with them changes nothing. */
@Timeout(60)
class StolenGameTest {

    private static final Keys.Key SERVER = new Ed25519().draw();
    private static final Keys.Key PLAYER = new Ed25519().draw();
    private static final Keys.Key THIEF = new Ed25519().draw();
    private static final GameRules RULES =
            new GameRules("duel", 8, List.of(Failover.SPARE_SERVER), 60_000, 600_000, 50, Map.of());

    @TempDir
    private Path folder;

    private Directory directory;
    private Stranger server;
    private Stranger thief;
    private GameEntry game;
    private final Member founder = member(SERVER, 1);
    private final Member player = member(PLAYER, 2);
    private final Member me = member(THIEF, 3);

    @BeforeEach
    void play() throws IOException {
        directory = Directory.start(0, folder);
        server = new Stranger("127.0.0.1", directory.port());
        server.prove(SERVER);
        game = assertInstanceOf(
                        DirectoryReply.Registered.class,
                        server.ask(new DirectoryRequest.Register(
                                new DirectoryRequest.Registration("teapots", "group", RULES, 77, 1, founder, 4711))))
                .game();
        renew();
        assertInstanceOf(
                DirectoryReply.Listed.class,
                server.ask(new DirectoryRequest.Enlist(
                        game.id(),
                        game.epoch(),
                        Listing.of(founder.id()).count(),
                        List.of(founder.id(), player.id()))));
        thief = new Stranger("127.0.0.7", directory.port());
        thief.speak();
    }

    @AfterEach
    void stop() throws IOException {
        thief.close();
        server.close();
        directory.close();
    }

    private void renew() throws IOException {
        assertInstanceOf(
                DirectoryReply.Renewed.class, server.ask(renewal(game.epoch(), founder, List.of(founder, player))));
    }

    private DirectoryRequest.Renew renewal(Epoch epoch, Member holder, List<Member> roster) {
        return new DirectoryRequest.Renew(
                game.id(),
                epoch,
                holder.id(),
                roster,
                Listing.of(holder.id()),
                1,
                2,
                true,
                false,
                Map.of(),
                new DirectoryRequest.Revival("teapots", "group", RULES, 77, 1));
    }

    private DirectoryRequest.Claim claim(Member by, boolean asSpare) {
        return new DirectoryRequest.Claim(
                game.id(),
                1,
                List.of(by.id()),
                by.id(),
                Basis.REBUILD,
                List.of(founder.id(), player.id()),
                99,
                asSpare);
    }

    /** Everything that changes a game, in the name of whom it belongs to and in the thief's own. */
    private Map<String, DirectoryRequest> attempts() {
        Map<String, DirectoryRequest> all = new LinkedHashMap<>();
        all.put("end", new DirectoryRequest.End(game.id(), game.epoch()));
        all.put("release", new DirectoryRequest.Release(game.id(), game.epoch()));
        all.put(
                "list",
                new DirectoryRequest.Enlist(
                        game.id(), game.epoch(), Listing.of(founder.id()).count() + 1, List.of(founder.id(), me.id())));
        all.put("renewal as the server", renewal(game.epoch(), founder, List.of(founder)));
        all.put("claim as a player", claim(player, false));
        all.put("claim as a spare", claim(me, true));
        all.put("claim as myself", claim(me, false));
        all.put(
                "search for a spare",
                new DirectoryRequest.SeekSpare(game.id(), game.epoch(), List.of(me), List.of(player.id()), 1, me.id()));
        all.put(
                "search for a spare as a player",
                new DirectoryRequest.SeekSpare(
                        game.id(), game.epoch(), List.of(me), List.of(player.id()), 1, player.id()));
        all.put("stand down", new DirectoryRequest.StandDown(player.id()));
        return all;
    }

    private DirectoryReply standing() throws IOException {
        return thief.ask(new DirectoryRequest.AskStatus(game.id()));
    }

    private void nothingOfThisWorks() throws IOException {
        DirectoryReply before = standing();
        for (Map.Entry<String, DirectoryRequest> one : attempts().entrySet()) {
            DirectoryReply.Refused refused =
                    assertInstanceOf(DirectoryReply.Refused.class, thief.ask(one.getValue()), one.getKey());
            assertEquals(Reason.NOT_ADMITTED, refused.reason(), one.getKey());
        }
        assertEquals(before, standing());
        renew();
    }

    @Test
    @DisplayName("K3 HF5 a line without a key ends, releases, renews, claims and lists nobody else's game: "
            + "NOT_ADMITTED, and the ledger is equal")
    void withoutAKey() throws IOException {
        nothingOfThisWorks();
    }

    @Test
    @DisplayName("K3 HF5 a line with a key of its own does no better")
    void withAKeyOfItsOwn() throws IOException {
        thief.prove(THIEF);
        nothingOfThisWorks();
        // A renewal in its own name is answered by how the game stands.
        assertInstanceOf(DirectoryReply.GameStatus.class, thief.ask(renewal(new Epoch(7, 7), me, List.of(me))));
        nothingOfThisWorks();
    }

    @Test
    @DisplayName("K3 K9 a proof that was recorded on another line proves nothing on this one")
    void recordedProof() throws IOException {
        byte[] recorded = LineProof.of(SERVER, server.challenge());
        thief.proveBy(recorded);
        assertTrue(thief.isHungUp());
    }

    @Test
    @DisplayName("K3 a new line of the true server proves its key again, and then goes on")
    void newLine() throws IOException {
        server.close();
        server = new Stranger("127.0.0.1", directory.port());
        server.speak();
        DirectoryReply unproved = server.ask(renewal(game.epoch(), founder, List.of(founder, player)));
        assertEquals(
                Reason.NOT_ADMITTED,
                assertInstanceOf(DirectoryReply.Refused.class, unproved).reason());
        server.prove(SERVER);
        renew();
        assertInstanceOf(DirectoryReply.Done.class, server.ask(new DirectoryRequest.End(game.id(), game.epoch())));
    }

    @Test
    @DisplayName("a proof takes about as long as a signature: figures")
    void figures() throws IOException {
        for (int i = 0; i < 50; i++)
            LineProof.peer(LineProof.of(THIEF, thief.challenge()), thief.challenge(), new Ed25519());
        long from = System.nanoTime();
        byte[] proof = LineProof.of(THIEF, thief.challenge());
        long signed = System.nanoTime();
        assertTrue(LineProof.peer(proof, thief.challenge(), new Ed25519()).isPresent());
        long checked = System.nanoTime();
        System.out.printf(
                "a proof is made in %.2f ms and checked in %.2f ms%n", (signed - from) / 1e6, (checked - signed) / 1e6);
    }

    private static Member member(Keys.Key key, long number) {
        MemberId id = new MemberId(Fingerprint.of(key.publicKey()).peer(), new Incarnation(1, number));
        return new Member(id, "p" + number, Kind.PLAYER, new Endpoint("127.0.0.1", 20_000, 20_001), number);
    }
}
