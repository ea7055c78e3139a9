package org.gamenet.rgs.examples.teapots.cast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.gamenet.rgs.Peer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RollTest {
    private static final Peer ANN = Peer.of(0xabcdef, "ann");

    @TempDir
    Path temporary;

    @Test
    void findsWhoEnteredItself() {
        Roll roll = new Roll(temporary.resolve("roll"));
        assertEquals(Optional.empty(), roll.find(ANN));
        roll.enter(ANN, "server 1");
        assertEquals(
                Optional.of(new Roll.Entry("server 1", ProcessHandle.current().pid())), roll.find(ANN));
        assertEquals(Optional.empty(), roll.find(Peer.of(7, "ann")), "the number counts, not the name");
    }

    @Test
    void knowsADeadProcessFromOneThatHasItsNumber() throws IOException {
        Roll roll = new Roll(temporary);
        Files.writeString(temporary.resolve("abcdef"), ProcessHandle.current().pid() + " 12345 long ago");
        assertEquals(Optional.empty(), roll.find(ANN));
        roll.enter(Peer.of(2, "bob"), "bob");
        assertFalse(Files.exists(temporary.resolve("abcdef")), "and strikes it out");
    }

    @Test
    void makesNothingOfWhatItDidNotWrite() throws IOException {
        Files.writeString(temporary.resolve("abcdef"), "1; rm -rf");
        assertEquals(Optional.empty(), new Roll(temporary).find(ANN));
        Files.writeString(temporary.resolve("abcdef"), "one two three");
        assertEquals(Optional.empty(), new Roll(temporary).find(ANN));
    }
}
