package org.gamenet.rgs.processes;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import org.gamenet.rgs.bench.ground.Ground;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Real processes that stand still for longer than anybody waits, and machines that give them little. */
class EnduranceIT {
    private static final long SEED = Long.getLong("rgs.drills.seed", 1);
    private static final boolean LONG = Boolean.getBoolean("rgs.long");

    private static void play(String name, Ground ground, Trial.Faults faults) throws Exception {
        try (ground;
                Drill drill = new Drill(ground, Trial.folder(name), SEED)) {
            Trial.of(drill, faults);
        }
    }

    @Test
    @DisplayName(
            "S15 machines with three interfaces, of which one sees the directory: a server dies, and all play on together")
    void oneOfThree() throws Exception {
        play("one-of-three", new Aside(NamespacesIT.namespaces()), Drill::killTheServer);
    }

    @Test
    @DisplayName(
            "S15 processes with 256 descriptors each, on IPv6 alone: a directory stands still for 5 s while the server dies, "
                    + "then a player for 3 s (60 with -Drgs.long=true), and all play on together")
    void standsStillWithLittle() throws Exception {
        List<String> few = List.of("bash", "-c", "ulimit -n 256 && exec \"$0\" \"$@\"");
        play("stands-still", new Loopback(address(), few), on -> {
            on.killTheServerWithoutADirectory(5_000);
            on.pause(LONG ? 60_000 : 3_000);
        });
    }

    private static InetAddress address() throws IOException {
        InetAddress six = InetAddress.getByName("::1");
        try (ServerSocket tried = new ServerSocket(0, 1, six)) {
            tried.getLocalPort();
            return six;
        } catch (IOException none) {
            System.out.println("IPv6 WAS NOT TRIED: this machine has no ::1");
            return InetAddress.getByName("127.0.0.1");
        }
    }
}
