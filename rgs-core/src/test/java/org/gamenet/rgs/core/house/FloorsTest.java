package org.gamenet.rgs.core.house;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class FloorsTest {

    private static final Path MODULE = Path.of(System.getProperty("basedir", "."));
    private static List<SourceText> core = List.of();

    @BeforeAll
    static void readTheCore() throws IOException {
        core = read(MODULE.resolve("src").resolve("main").resolve("java"));
        assertTrue(core.size() > 20, "sources not found under " + MODULE.toAbsolutePath());
    }

    @Test
    void usesGoDownward() {
        assertEquals(List.of(), Floors.usesThatGoUp(core));
    }

    @Test
    void noPackagesOfAnyModuleUseEachOtherInACircle() throws IOException {
        assertEquals(List.of(), Floors.circles(readTheHouse()));
    }

    @DisplayName("P5 P54 the machines know no time, chance, thread, IO or log")
    @Test
    void machinesDoNotLookOutside() {
        assertEquals(List.of(), Floors.machinesThatLookOutside(core));
    }

    @Test
    void portsOnlyNameWhatIsNeeded() {
        assertEquals(List.of(), Floors.portsThatDoMoreThanName(core));
    }

    @Test
    void onlyTheTransportKnowsJGroups() {
        assertEquals(List.of(), Floors.strangersToJGroups(core));
    }

    @Test
    void nothingIsSerialisedByJava() throws IOException {
        assertEquals(List.of(), Floors.javaSerialisation(readTheHouse()));
    }

    @Test
    void everyPackageIsNullMarked() throws IOException {
        List<SourceText> house = readTheHouse();
        List<String> marked = house.stream()
                .filter(s -> s.file().equals("package-info"))
                .map(SourceText::packageName)
                .toList();
        assertEquals(
                List.of(),
                house.stream()
                        .map(SourceText::packageName)
                        .distinct()
                        .filter(p -> !p.isEmpty() && !marked.contains(p))
                        .sorted()
                        .toList());
        for (SourceText info : house) {
            if (!info.file().equals("package-info")) continue;
            assertTrue(
                    info.qualifiedNames().contains("org.jspecify.annotations.NullMarked"),
                    info.packageName() + " is not @NullMarked");
        }
    }

    @Nested
    class TheReader {

        @Test
        void seesAUseThatGoesUp() {
            assertEquals(
                    List.of("Frame in ordering uses reconfiguration"),
                    Floors.usesThatGoUp(
                            List.of(source("ordering", "Frame", "import org.gamenet.rgs.core.reconfiguration.Step;"))));
        }

        @Test
        void seesAUseWrittenOutInFull() {
            assertEquals(
                    List.of("Frame in ordering uses session"),
                    Floors.usesThatGoUp(List.of(source(
                            "ordering",
                            "Frame",
                            "class Frame { org.gamenet.rgs.core.session.SessionWorker worker; }"))));
        }

        @Test
        void seesStarsAndStaticImports() {
            assertEquals(
                    List.of("Epoch in machine uses wire"),
                    Floors.usesThatGoUp(List.of(source("machine", "Epoch", "import org.gamenet.rgs.core.wire.*;"))));
            assertEquals(
                    List.of("Epoch in machine uses wire"),
                    Floors.usesThatGoUp(List.of(
                            source("machine", "Epoch", "import static org.gamenet.rgs.core.wire.Names.check;"))));
        }

        @Test
        void seesAnAdapterThatIsUsedOrUses() {
            assertEquals(
                    List.of("SessionWorker in session uses transport.jgroups"),
                    Floors.usesThatGoUp(List.of(source(
                            "session",
                            "SessionWorker",
                            "import org.gamenet.rgs.core.transport.jgroups.JGroupsTransport;"))));
            assertEquals(
                    List.of("SessionWorker in session uses directory.client"),
                    Floors.usesThatGoUp(List.of(source(
                            "session",
                            "SessionWorker",
                            "import org.gamenet.rgs.core.directory.client.DirectoryClient;"))));
            assertEquals(
                    List.of("Stack in transport.jgroups uses session.base"),
                    Floors.usesThatGoUp(List.of(source(
                            "transport.jgroups", "Stack", "import org.gamenet.rgs.core.session.base.Mailbox;"))));
        }

        @Test
        void letsThePortAndTheSessionSayWhatTheDirectoryUnderstands() {
            String words = "import org.gamenet.rgs.core.directory.protocol.DirectoryReply; "
                    + "import org.gamenet.rgs.core.directory.protocol.GameEntry;";
            assertEquals(
                    List.of(),
                    Floors.usesThatGoUp(List.of(
                            source("port", "DirectoryPort", words), source("session", "SessionWorker", words))));
            assertEquals(
                    List.of("DirectoryPort in port uses directory.line"),
                    Floors.usesThatGoUp(List.of(source(
                            "port", "DirectoryPort", "import org.gamenet.rgs.core.directory.line.DirectoryLine;"))));
        }

        @Test
        void letsOnlyTheWiringSeeAll() {
            String all =
                    "import org.gamenet.rgs.core.session.SessionWorker; import org.gamenet.rgs.core.transport.jgroups.JGroupsTransport;";
            assertEquals(List.of(), Floors.usesThatGoUp(List.of(source("", "RgsCore", all))));
            assertEquals(
                    1,
                    Floors.usesThatGoUp(List.of(source("elsewhere", "Other", all)))
                            .size());
            assertEquals(
                    List.of("SessionWorker uses " + Floors.CORE + ", the wiring"),
                    Floors.usesThatGoUp(
                            List.of(source("session", "SessionWorker", "import org.gamenet.rgs.core.RgsCore;"))));
        }

        @Test
        void seesARoomWithoutFloor() {
            assertEquals(
                    1,
                    Floors.usesThatGoUp(List.of(source("cellar", "Rat", "import org.gamenet.rgs.core.machine.Epoch;")))
                            .size());
            assertEquals(
                    1,
                    Floors.usesThatGoUp(List.of(source("session", "Cat", "import org.gamenet.rgs.core.cellar.Rat;")))
                            .size());
        }

        @Test
        void seesACircle() {
            assertEquals(
                    List.of(
                            Floors.CORE + ".membership uses itself by way of others",
                            Floors.CORE + ".ordering uses itself by way of others"),
                    Floors.circles(List.of(
                            source("ordering", "Frame", "import org.gamenet.rgs.core.membership.Roster;"),
                            source("membership", "Roster", "import org.gamenet.rgs.core.ordering.Frame;"))));
        }

        @Test
        void seesACircleOutsideOfTheCore() {
            String program = "org.gamenet.rgs.bench";
            String rules = program + ".relay";
            assertEquals(
                    List.of(program + " uses itself by way of others", rules + " uses itself by way of others"),
                    Floors.circles(List.of(
                            SourceText.of("Bench", "package " + program + "; import " + rules + ".RelayCommand;"),
                            SourceText.of("RelayRules", "package " + rules + "; import " + program + ".Bytes;"))));
        }

        @Test
        void seesAMachineThatLooksOutside() {
            for (String line : List.of(
                    "import java.util.concurrent.ConcurrentHashMap;",
                    "import java.net.*;",
                    "import java.io.IOException;",
                    "import java.time.Clock;",
                    "import java.util.Random;",
                    "import org.slf4j.Logger;",
                    "import org.jgroups.Address;",
                    "class X { long t = System.nanoTime(); }",
                    "class X { long t = System.currentTimeMillis(); }",
                    "class X { Object t = java.util.concurrent.ThreadLocalRandom.current(); }",
                    "class X { Object t = java.time.Instant.now(); }"))
                assertTrue(
                        !Floors.machinesThatLookOutside(List.of(source("arbiter", "X", line)))
                                .isEmpty(),
                        line);
        }

        @Test
        void letsTheLanesBeHandedToButNotLookOutside() {
            assertEquals(
                    List.of(),
                    Floors.machinesThatLookOutside(List.of(source(
                            "lanes",
                            "Outbox",
                            "import java.util.concurrent.atomic.AtomicLong; "
                                    + "import java.util.concurrent.ConcurrentLinkedQueue;"))));
            assertEquals(
                    List.of("Outbox in lanes uses java.util.concurrent.Executor"),
                    Floors.machinesThatLookOutside(
                            List.of(source("lanes", "Outbox", "import java.util.concurrent.Executor;"))));
            assertEquals(
                    List.of("Outbox in lanes asks for time, chance, a thread or the console"),
                    Floors.machinesThatLookOutside(
                            List.of(source("lanes", "Outbox", "class Outbox { long t = System.nanoTime(); }"))));
        }

        @Test
        void doesNotMistakeTalkForUse() {
            assertEquals(List.of(), Floors.machinesThatLookOutside(List.of(source("arbiter", "X", """
                    import java.time.Duration;
                    import java.util.function.Function;
                    /** Unlike java.util.Random and System.nanoTime() this is pure. */
                    class X { String s = "java.net.Socket"; // java.io.File
                    }"""))));
        }

        @Test
        void keepsTheDirectorysMachineApartFromItsLine() {
            assertEquals(
                    List.of("Catalog in directory.server uses java.net.Socket"),
                    Floors.machinesThatLookOutside(
                            List.of(source("directory.server", "Catalog", "import java.net.Socket;"))));
            assertEquals(
                    List.of("Catalog in directory.server knows directory.line"),
                    Floors.machinesThatLookOutside(List.of(source(
                            "directory.server",
                            "Catalog",
                            "import org.gamenet.rgs.core.directory.line.DirectoryLine;"))));
            assertEquals(
                    List.of(),
                    Floors.machinesThatLookOutside(
                            List.of(source("directory.line", "Line", "import java.net.Socket;"))));
        }

        @Test
        void seesAStrangerToJGroups() {
            assertEquals(
                    List.of("SessionWorker uses org.jgroups.JChannel"),
                    Floors.strangersToJGroups(
                            List.of(source("session", "SessionWorker", "import org.jgroups.JChannel;"))));
            assertEquals(
                    List.of(),
                    Floors.strangersToJGroups(
                            List.of(source("transport.jgroups", "Stack", "import org.jgroups.JChannel;"))));
        }

        @Test
        void seesJavaSerialisation() {
            assertEquals(
                    List.of("X serialises by Java"),
                    Floors.javaSerialisation(
                            List.of(source("wire", "X", "class X implements java.io.Serializable {}"))));
        }
    }

    private static SourceText source(String room, String file, String body) {
        return SourceText.of(file, "package " + Floors.CORE + (room.isEmpty() ? "" : "." + room) + ";\n" + body);
    }

    /** The sources of all modules that are published or run. */
    private static List<SourceText> readTheHouse() throws IOException {
        List<SourceText> all = new ArrayList<>();
        try (Stream<Path> modules =
                Files.list(MODULE.toAbsolutePath().normalize().getParent())) {
            for (Path module : modules.sorted().toList()) {
                Path sources = module.resolve("src").resolve("main").resolve("java");
                if (Files.isRegularFile(module.resolve("pom.xml")) && Files.isDirectory(sources))
                    all.addAll(read(sources));
            }
        }
        return all;
    }

    private static List<SourceText> read(Path root) throws IOException {
        List<SourceText> read = new ArrayList<>();
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.filter(f -> f.toString().endsWith(".java") && !f.endsWith("module-info.java"))
                    .sorted()
                    .toList())
                read.add(SourceText.of(file.getFileName().toString().replace(".java", ""), Files.readString(file)));
        }
        return read;
    }
}
