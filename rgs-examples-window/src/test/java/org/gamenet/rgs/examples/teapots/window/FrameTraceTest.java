package org.gamenet.rgs.examples.teapots.window;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.gamenet.rgs.examples.teapots.screen.Hud;
import org.junit.jupiter.api.Test;

class FrameTraceTest {
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private final FrameTrace trace = new FrameTrace(new PrintStream(said, false, StandardCharsets.UTF_8), true);

    @Test
    void saysWhatIsNewOnceItIsOnTheScreen() {
        trace.tell("room", "lobby");
        assertEquals("", said());
        trace.framed();
        assertEquals("room lobby|", said());
        trace.tell("room", "lobby");
        trace.framed();
        assertEquals("", said());
        trace.tell("room", "match");
        trace.tell("room", "lobby");
        trace.framed();
        assertEquals("room match|room lobby|", said());
    }

    @Test
    void saysEachLineOfNewsWhenItComes() {
        trace.tell(hud("", "ann sits down"));
        trace.framed();
        assertEquals("game g|players ann, bob|banner |outage |round round 1|sugar 5|news ann sits down|", said());
        trace.tell(hud("lost", "ann sits down", "bob sits down"));
        trace.framed();
        assertEquals("banner lost|news bob sits down|", said());
        trace.tell(hud("", "bob sits down"));
        trace.framed();
        assertEquals("banner |", said());
    }

    @Test
    void isSilentUnlessWanted() {
        FrameTrace silent = new FrameTrace(new PrintStream(said, false, StandardCharsets.UTF_8), false);
        silent.tell("room", "lobby");
        silent.tell(hud("", "ann sits down"));
        silent.framed();
        assertEquals("", said());
    }

    private String said() {
        String text = said.toString(StandardCharsets.UTF_8).replaceAll("\\R", "|");
        said.reset();
        return text;
    }

    private static Hud hud(String banner, String... news) {
        List<Hud.Row> rows = List.of(new Hud.Row("bob", "", 1, 2, false), new Hud.Row("ann", "", 0, 0, true));
        return new Hud("g", "gauges", rows, List.of(news), banner, "", "round 1", 5, "keys");
    }
}
