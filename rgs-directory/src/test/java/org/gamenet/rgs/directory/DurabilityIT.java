package org.gamenet.rgs.directory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.gamenet.rgs.core.directory.client.DirectoryClient;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Member;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real processes, killed without warning while claims are under way. */
class DurabilityIT {

    private static final int ROUNDS = Integer.getInteger("rgs.kills", 10);
    private static final int ROUNDS_TOLD = 10;
    private static final int GAMES = 8;

    @TempDir
    private Path temp;

    @Test
    @Timeout(1_800)
    @DisplayName("P1 P13 HA16 HA19 T33 Z21 killed at any moment, the directory comes back on its folder and port: "
            + "no number twice, no epoch lower, no grant and no game forgotten")
    void survivesKills() throws Exception {
        long seed = Long.getLong("rgs.seed", System.nanoTime());
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        int port = freePort();
        try (DirectoryClient client = Caller.known(new DirectoryClient(List.of("127.0.0.1:" + port)))) {
            Caller caller = new Caller(client);
            List<Game> games = new ArrayList<>();
            Founding founding = new Founding(caller);
            for (int round = 0; round < ROUNDS; round++) {
                Process directory = spawn(port);
                try {
                    for (int i = 0; round == 0 && i < GAMES; i++) {
                        games.add(new Game(caller));
                    }
                    for (Game game : games) {
                        game.hasForgottenNothing();
                    }
                    founding.hasForgottenNothing();
                    Thread killer = kills(directory, 20 + random.nextInt(300));
                    while (directory.isAlive()) {
                        games.forEach(Game::ask);
                        founding.ask();
                        games.forEach(Game::hear);
                        founding.hear();
                    }
                    killer.join();
                    if (round % ROUNDS_TOLD == ROUNDS_TOLD - 1) System.out.println(round + 1 + " kills");
                } finally {
                    directory.destroyForcibly().waitFor();
                }
            }
            Process last = spawn(port);
            try {
                for (Game game : games) {
                    game.hasForgottenNothing();
                }
                founding.hasForgottenNothing();
                System.out.println(founding.remembered + " games were registered meanwhile");
                assertTrue(founding.remembered > 0, "nobody registered while claims were granted");
                int grants =
                        games.stream().mapToInt(game -> game.granted.size()).sum();
                System.out.println(grants + " grants over " + ROUNDS + " kills");
                assertTrue(grants > ROUNDS, "the kills came while claims were granted, but there were only " + grants);
            } finally {
                last.destroyForcibly().waitFor();
            }
        }
    }

    /** After so many milliseconds, at whatever it is then. */
    private static Thread kills(Process directory, long millis) {
        long killAt = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        Thread killer = new Thread(() -> {
            while (System.nanoTime() < killAt) {
                Thread.onSpinWait();
            }
            directory.destroyForcibly();
        });
        killer.start();
        return killer;
    }

    /** Games that are registered while the directory may be killed at any moment. */
    private static final class Founding {
        private static final int EACH_MOST = 40;

        private final Caller caller;
        private final List<String> known = new ArrayList<>();
        private final BlockingQueue<DirectoryReply> answers = new ArrayBlockingQueue<>(4);
        private boolean asked;
        private int remembered;

        Founding(Caller caller) {
            this.caller = caller;
        }

        void ask() {
            asked = known.size() < EACH_MOST;
            if (!asked) return;
            caller.port()
                    .ask(
                            new DirectoryRequest.Register(Caller.registration("found", Caller.member("founder"))),
                            answers::add);
        }

        void hear() {
            if (asked && Caller.next(answers) instanceof DirectoryReply.Registered game)
                known.add(game.game().id());
        }

        /** A game that was acknowledged is there, unless nobody served it for so long that it was given up. */
        void hasForgottenNothing() {
            for (String id : known) {
                DirectoryReply reply = caller.insist(new DirectoryRequest.AskStatus(id));
                assertTrue(reply instanceof DirectoryReply.GameStatus, () -> id + " was acknowledged: " + reply);
            }
            remembered += known.size();
            known.clear();
        }
    }

    /** A game, its holder, and all that the directory ever said of it. */
    private static final class Game {

        private final Caller caller;
        private final Member holder = Caller.member("holder");
        private final Map<Long, Long> granted = new HashMap<>();
        private final String id;
        private final BlockingQueue<DirectoryReply> answers = new ArrayBlockingQueue<>(4);
        private Epoch known;
        /** A claim whose outcome is unknown is repeated with its claimId. */
        private long openClaim;

        Game(Caller caller) {
            this.caller = caller;
            var registration = Caller.registration("duel", holder);
            var registered = (DirectoryReply.Registered) caller.insist(new DirectoryRequest.Register(registration));
            id = registered.game().id();
            known = registered.game().epoch();
            granted.put(known.number(), known.claimId());
        }

        /** Claims are under way for all games at once, so that a kill meets the log while it writes. */
        void ask() {
            if (openClaim == 0) {
                openClaim = Caller.claimId();
            }
            caller.port().ask(Caller.claim(id, known.number(), holder, openClaim, List.of()), answers::add);
        }

        void hear() {
            DirectoryReply reply = Caller.next(answers);
            if (reply instanceof DirectoryReply.Granted grant) {
                note(grant.epoch());
            } else {
                assertTrue(reply instanceof DirectoryReply.Unreachable, () -> id + ": " + reply + " after " + known);
            }
        }

        private void note(Epoch epoch) {
            assertEquals(openClaim, epoch.claimId(), "granted to another claim than the one that asked");
            assertTrue(epoch.number() > known.number(), () -> epoch + " after " + known);
            assertNull(granted.put(epoch.number(), epoch.claimId()), () -> epoch + " granted twice");
            known = epoch;
            openClaim = 0;
        }

        void hasForgottenNothing() {
            var stands = (DirectoryReply.GameStatus) caller.insist(new DirectoryRequest.AskStatus(id));
            if (!stands.current().equals(known)) {
                assertEquals(
                        openClaim,
                        stands.current().claimId(),
                        () -> "knew " + known + ", now it is " + stands.current());
                note(stands.current());
            }
            assertTrue(stands.active().number() <= stands.current().number());
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private Process spawn(int port) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        DirectoryChild.class.getName(),
                        String.valueOf(port),
                        temp.resolve("data").toString())
                .redirectErrorStream(true)
                .start();
        var out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        List<String> said = new ArrayList<>();
        for (String line; (line = out.readLine()) != null; ) {
            said.add(line);
            if (line.startsWith("directory ready on 127.0.0.1:" + port)) {
                return process;
            }
        }
        throw new AssertionError("the directory did not come back: " + said);
    }
}
