package org.gamenet.rgs.examples.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.sun.jdi.Bootstrap;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.AttachingConnector;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.IllegalConnectorArgumentsException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent.Frozen;
import org.gamenet.rgs.SessionEvent.Joined;
import org.gamenet.rgs.SessionEvent.Left;
import org.gamenet.rgs.SessionEvent.Resumed;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Somebody looks into the server with a debugger. */
@ExtendWith(InTavern.class)
class DebuggerTest {
    /**
     * {@code suspectAfter} of what {@link CountingMain} registers is 3 s: in so long everybody has heard a heartbeat,
     * which tells of the debugger.
     */
    private static final Duration INTRODUCED = Duration.ofMillis(2_500);

    private static final Duration HALTED = Duration.ofMillis(4_000);

    private static VirtualMachine attach(ServerProcess process) throws IOException, IllegalConnectorArgumentsException {
        AttachingConnector socket = Bootstrap.virtualMachineManager().attachingConnectors().stream()
                .filter(each -> each.name().equals("com.sun.jdi.SocketAttach"))
                .findFirst()
                .orElseThrow();
        Map<String, Connector.Argument> where = socket.defaultArguments();
        where.get("hostname").setValue("127.0.0.1");
        where.get("port").setValue(process.debuggerPort());
        return socket.attach(where);
    }

    private static void passes(Tavern tavern, Duration time) {
        long since = System.nanoTime();
        tavern.until(time + " have passed", () -> System.nanoTime() - since > time.toNanos());
    }

    @Test
    @DisplayName("P20 HG5 a server that is halted by a debugger for longer than suspectAfter is taken over by "
            + "nobody, and goes on in the same epoch")
    void isWaitedFor(Tavern tavern) throws Exception {
        try (ServerProcess server = ServerProcess.debugged(
                tavern, Tavern.game().failover(Failover.SPARE_SERVER, Failover.PROMOTED_PLAYER))) {
            Guest ann = tavern.playing(tavern.guest(tavern.player("ann").join(server.game())));
            Guest bob = tavern.join("bob", ann);
            Guest spare = tavern.spare();
            ann.hit(3);
            tavern.until("it plays", () -> bob.sum() == 3);
            passes(tavern, INTRODUCED);
            VirtualMachine halted = attach(server);
            try {
                halted.suspend();
                ann.hit(4);
                passes(tavern, HALTED);
                assertEquals(
                        List.of(3, 3),
                        List.of(ann.sum(), bob.sum()),
                        () -> "it is halted indeed: " + ann + "\n" + bob + "\n" + spare + "\n" + server.lines());
            } finally {
                halted.resume();
                halted.dispose();
            }
            bob.hit(5);
            tavern.until("play goes on, and nothing was lost", () -> ann.sum() == 12 && bob.sum() == 12);
            for (Guest one : List.of(ann, bob)) {
                assertEquals(Phase.PLAYING, one.session.phase());
                for (Class<? extends Record> event : List.of(Frozen.class, Resumed.class, Left.class))
                    assertEquals(List.of(), one.all(event), one::toString);
            }
            assertEquals(Phase.WAITING, spare.session.phase());
            assertFalse(spare.story().contains("Restored"));
            assertEquals(3, ann.peers(Joined.class).size());
            assertEquals(
                    1,
                    server.lines().stream()
                            .filter(line -> line.startsWith(ServerProcess.ERROR) && line.contains("debugger"))
                            .count(),
                    () -> server.lines().toString());
        }
    }
}
