package org.gamenet.rgs.directory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.core.directory.client.DirectoryClient;
import org.gamenet.rgs.core.directory.protocol.DirectoryPush;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.directory.protocol.DirectoryWire;
import org.gamenet.rgs.core.directory.protocol.GameEntry;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.machine.Member;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Processes that meet through a directory, each on a line of its own. */
@Timeout(120)
class MeetingTest {

    @TempDir
    private Path temp;

    @Test
    @DisplayName(
            "R18 a negotiator asks for a spare: the offer goes out on the spare's line, and its agreement comes back on the negotiator's")
    void offersGamesToSpares() throws Exception {
        try (Directory directory = Directory.start(0, temp);
                DirectoryClient server = DirectoryTest.client(directory);
                DirectoryClient negotiator = DirectoryTest.client(directory);
                DirectoryClient standby = DirectoryTest.client(directory)) {
            Member holder = Caller.member("server");
            Member player = Caller.member("player");
            Member spare = Caller.member("spare");
            GameEntry game = new Caller(server)
                    .ask(
                            new DirectoryRequest.Register(Caller.registration("duel", holder)),
                            DirectoryReply.Registered.class)
                    .game();
            new Caller(server)
                    .ask(
                            Caller.renewal(game.id(), game.epoch(), holder, List.of(holder, player)),
                            DirectoryReply.Renewed.class);

            List<DirectoryPush.Offer> offers = Collections.synchronizedList(new ArrayList<>());
            standby.listen(push -> {
                if (!(push instanceof DirectoryPush.Offer offer)) return;
                offers.add(offer);
                standby.ask(new DirectoryRequest.AnswerOffer(offer.offer(), spare.id(), true, ""), reply -> {});
            });
            server.close();

            // As sessions do, for the directory waits for nobody long: who stands by says so again and again, and who
            // seeks asks anew.
            var standBy = new DirectoryRequest.StandBy("teapots", 4711, 1, spare.id(), "spare", spare.endpoint());
            var seek = new DirectoryRequest.SeekSpare(
                    game.id(), game.epoch(), List.of(holder, player), List.of(player.id()), 30, player.id());
            new Caller(negotiator).insist(seek, reply -> {
                new Caller(standby).ask(standBy);
                return reply.equals(new DirectoryReply.SpareAgreed(spare.id(), "spare"));
            });
            assertFalse(offers.isEmpty());
            for (DirectoryPush.Offer offer : offers) {
                assertEquals(game.id(), offer.game().id());
                assertEquals(List.of(), offer.game().endpoints());
            }
        }
    }

    @Test
    @DisplayName("twenty processes that host or join at the same moment are in one game, whose founder is one of them")
    void meetsInOneGame() throws Exception {
        int processes = 20;
        List<DirectoryClient> clients = new ArrayList<>();
        try (Directory directory = Directory.start(0, temp)) {
            BlockingQueue<DirectoryReply> answers = new LinkedBlockingQueue<>();
            GameRules rules =
                    new GameRules("open house", 64, List.of(Failover.PROMOTED_PLAYER), 10_000, 30_000, 500, Map.of());
            for (int i = 0; i < processes; i++) {
                DirectoryClient client = DirectoryTest.client(directory);
                clients.add(client);
                new Caller(client).ask(DirectoryTest.discover("teapots"), DirectoryReply.Games.class);
            }
            for (DirectoryClient client : clients) {
                untilAnswered(
                        client,
                        new DirectoryRequest.HostOrJoin(Caller.registration(Caller.member("player"), rules), List.of()),
                        answers);
            }
            List<DirectoryReply> all = new ArrayList<>();
            for (int i = 0; i < processes; i++) {
                all.add(Caller.next(answers));
            }
            assertEquals(
                    1,
                    all.stream()
                            .filter(DirectoryReply.Registered.class::isInstance)
                            .count(),
                    all::toString);
            assertEquals(
                    processes - 1,
                    all.stream().filter(DirectoryReply.Found.class::isInstance).count(),
                    all::toString);
            Set<String> games = all.stream().map(MeetingTest::gameOf).collect(Collectors.toSet());
            assertEquals(1, games.size(), games::toString);
        } finally {
            clients.forEach(DirectoryClient::close);
        }
    }

    /** As sessions do. */
    private static void untilAnswered(
            DirectoryClient client, DirectoryRequest request, BlockingQueue<DirectoryReply> answers) {
        client.ask(request, reply -> {
            if (reply instanceof DirectoryReply.Unreachable) untilAnswered(client, request, answers);
            else answers.add(reply);
        });
    }

    private static String gameOf(DirectoryReply reply) {
        return reply instanceof DirectoryReply.Registered made
                ? made.game().id()
                : assertInstanceOf(DirectoryReply.Found.class, reply, reply::toString)
                        .game()
                        .id();
    }

    @Test
    @DisplayName("P52 P53 an answer that fits no frame is a refusal to who asked, and no harm to anybody")
    void refusesWhatFitsNoFrame() throws IOException {
        try (Directory directory = Directory.start(0, temp);
                DirectoryClient client = DirectoryTest.client(directory)) {
            Caller caller = new Caller(client);
            GameEntry entry = caller.ask(
                            new DirectoryRequest.Register(Caller.registration("duel", Caller.member("ada"))),
                            DirectoryReply.Registered.class)
                    .game();
            GameEntry oversized = new GameEntry(
                    entry.id(),
                    entry.kind(),
                    entry.group(),
                    entry.rules(),
                    entry.schema(),
                    entry.version(),
                    1,
                    true,
                    "",
                    false,
                    entry.epoch(),
                    Collections.nCopies(3_000, new Endpoint("h".repeat(200), 1, 1)),
                    1);
            for (DirectoryReply tooLong :
                    List.of(new DirectoryReply.Found(oversized), new DirectoryReply.Games(List.of(oversized)))) {
                var refused = assertInstanceOf(
                        DirectoryReply.Refused.class, DirectoryWire.decodeReply(ReplyBody.of(tooLong)));
                assertTrue(refused.detail().contains("does not fit"), refused.detail());
            }
        }
    }

    @Test
    @DisplayName(
            "T36 T47 P52 a list of games longer than a frame comes in pages, oldest first, none missing and none twice")
    void pagesLongLists() throws IOException {
        int games = 120;
        try (Directory directory = Directory.start(0, temp);
                DirectoryClient client = DirectoryTest.client(directory)) {
            Caller caller = new Caller(client);
            Map<String, String> facts = IntStream.range(0, 16)
                    .boxed()
                    .collect(Collectors.toMap(i -> "k".repeat(60) + i, i -> "x".repeat(256)));
            List<String> made = new ArrayList<>();
            for (int i = 0; i < games; i++) {
                GameRules rules =
                        new GameRules("duel " + i, 8, List.of(Failover.SPARE_SERVER), 1_000, 30_000, 500, facts);
                made.add(gameOf(caller.insist(
                        new DirectoryRequest.Register(Caller.registration(Caller.member("ada"), rules)))));
            }
            List<String> listed = new ArrayList<>();
            int pages = 0;
            for (String after = ""; ; pages++) {
                var page = caller.ask(
                                new DirectoryRequest.Discover("teapots", "", "", Map.of(), true, 1_000, after),
                                DirectoryReply.Games.class)
                        .games();
                if (page.isEmpty()) {
                    break;
                }
                page.forEach(game -> listed.add(game.id()));
                after = listed.get(listed.size() - 1);
            }
            assertEquals(made, listed);
            assertTrue(pages > 1, "the list was meant to be longer than a frame");
        }
    }
}
