package org.gamenet.rgs.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.gamenet.rgs.core.arbiter.Ballot;
import org.gamenet.rgs.core.clock.ClockSignal;
import org.gamenet.rgs.core.detection.Signal;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.Position;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.reconfiguration.MessageTable;
import org.gamenet.rgs.core.replication.CopyMessage;
import org.gamenet.rgs.core.session.base.Frames;
import org.gamenet.rgs.core.session.base.MessageTypes;
import org.gamenet.rgs.core.session.base.SessionMessage;
import org.gamenet.rgs.core.wire.FrameHeader;
import org.gamenet.rgs.core.wire.MalformedException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The table of messages, and the document that shows it. Rewrites the document with {@code -Drgs.rewrite}. */
class ProtocolTableTest {
    private static final Path DOCUMENT = Path.of(System.getProperty("basedir", "."))
            .toAbsolutePath()
            .normalize()
            .getParent()
            .resolve("docs")
            .resolve("PROTOCOL.md");
    private static final String BEGIN = "<!-- messages -->\n";
    private static final String END = "<!-- /messages -->";

    @Test
    void theDocumentShowsTheTable() throws IOException {
        String text = Files.readString(DOCUMENT);
        int from = text.indexOf(BEGIN) + BEGIN.length();
        int to = text.indexOf(END);
        assertTrue(from >= BEGIN.length() && to >= from, "markers not found in " + DOCUMENT);
        if (System.getProperty("rgs.rewrite") != null) {
            Files.writeString(DOCUMENT, text.substring(0, from) + MessageTypes.markdown() + text.substring(to));
            return;
        }
        assertEquals(
                MessageTypes.markdown(),
                text.substring(from, to),
                "run this test with -Drgs.rewrite, and read what changed");
    }

    @Test
    void everyMessageIsInTheTableOnce() {
        Set<Class<?>> listed =
                MessageTypes.TABLE.stream().map(MessageTable.Row::type).collect(Collectors.toSet());
        assertEquals(MessageTypes.TABLE.size(), listed.size());
        Stream.of(Message.class, Ballot.class, Signal.class, ClockSignal.class, SessionMessage.class, CopyMessage.class)
                .flatMap(c -> Arrays.stream(c.getPermittedSubclasses()))
                .forEach(type -> assertTrue(listed.contains(type), type + " has no id"));
    }

    @Test
    @DisplayName("P53 a frame comes back as it was; cut short anywhere it is malformed, and nothing else")
    void framesComeBack() {
        MemberId me = new MemberId(5, new Incarnation(1, 2));
        Epoch epoch = new Epoch(3, 99);
        Signal.Heartbeat beat =
                new Signal.Heartbeat(7, new Position(epoch, 4), Position.NONE, List.of(me), List.of(me), true);
        byte[] frame = Frames.encode(beat, new Frames.Stamp(77, epoch, me, 1, 2.5));
        ByteBuffer bytes = ByteBuffer.wrap(frame);
        FrameHeader header = FrameHeader.read(bytes);
        assertEquals(epoch, header.epoch());
        assertEquals(beat, Frames.decode(header, bytes));
        for (int length = 0; length < frame.length; length++) {
            ByteBuffer cut = ByteBuffer.wrap(frame, 0, length);
            assertThrows(MalformedException.class, () -> Frames.decode(FrameHeader.read(cut), cut), "cut at " + length);
        }
    }
}
