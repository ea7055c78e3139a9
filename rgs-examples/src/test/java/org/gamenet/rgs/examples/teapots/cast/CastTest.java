package org.gamenet.rgs.examples.teapots.cast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CastTest {
    private Cast cast;

    @BeforeEach
    void open() throws IOException {
        cast = new Cast();
    }

    @AfterEach
    void close() throws Exception {
        cast.end();
        cast.forget();
    }

    /** A child that says what it was told, until it is told to go or nobody holds it any more. */
    static final class Parrot {
        public static void main(String[] args) throws InterruptedException {
            Leash.hold(line -> {
                System.out.println("heard " + line);
                if (line.equals("go")) Runtime.getRuntime().halt(3);
            });
            System.out.println("hello " + args[0]);
            Thread.currentThread().join();
        }
    }

    /** A child that starts another and then ends without a word to it: as if the drill itself were killed. */
    static final class CarelessParent {
        public static void main(String[] args) throws Exception {
            Cast children = new Cast();
            Child child = children.start("grandchild", Parrot.class, "deep");
            children.hear(30_000);
            System.out.println("pid " + child.pid());
            System.out.flush();
            children.forget();
            Leash.hold(line -> Runtime.getRuntime().halt(0));
            Thread.currentThread().join();
        }
    }

    @Test
    void hearsAndIsHeard() throws Exception {
        Child child = cast.start("parrot", Parrot.class, "world");
        assertEquals(List.of("hello world"), until(line -> line.equals("hello world")));
        child.say("polly");
        assertEquals(List.of("heard polly"), until(line -> line.startsWith("heard")));
        assertTrue(Files.readString(cast.folder().resolve("parrot.err")).isEmpty());
    }

    @Test
    void knowsAnEndThatWasWantedFromOneThatWasNot() throws Exception {
        Child killed = cast.start("killed", Parrot.class, "a");
        until(line -> line.startsWith("hello"));
        killed.kill();
        assertEquals(List.of(), until(line -> false), "no last words");
        assertTrue(killed.ours());
        killed.await();
        assertFalse(
                ProcessHandle.of(killed.pid()).filter(ProcessHandle::isAlive).isPresent());
        Child gone = cast.start("gone", Parrot.class, "b");
        until(line -> line.startsWith("hello"));
        gone.say("go");
        until(line -> false);
        assertFalse(gone.ours());
        assertEquals("ended by itself, with exit code 3", gone.ending());
    }

    @Test
    void leavesNobodyBehind() throws Exception {
        List<Child> children = List.of(cast.start("one", Parrot.class, "1"), cast.start("two", Parrot.class, "2"));
        cast.end();
        cast.end();
        for (Child child : children)
            assertFalse(
                    ProcessHandle.of(child.pid()).filter(ProcessHandle::isAlive).isPresent());
    }

    @Test
    void endsWithWhoStartedItHoweverThatEnded() throws Exception {
        Child parent = cast.start("parent", CarelessParent.class);
        List<String> said = until(line -> line.startsWith("pid "));
        ProcessHandle grandchild = ProcessHandle.of(
                        Long.parseLong(said.get(said.size() - 1).substring(4)))
                .orElseThrow();
        parent.kill();
        grandchild.onExit().get();
        assertFalse(grandchild.isAlive());
    }

    /** The lines that were printed, up to a line like this or the end of a child. */
    private List<String> until(Predicate<String> last) throws InterruptedException {
        List<String> lines = new ArrayList<>();
        while (true) {
            Cast.Heard heard = cast.hear(30_000);
            if (heard == null) throw new AssertionError("silence after " + lines);
            if (!(heard.line() instanceof Child.Output.Text line)) return lines;
            lines.add(line.text());
            if (last.test(line.text())) return lines;
        }
    }
}
