package org.gamenet.rgs.examples.teapots.window;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gamenet.rgs.examples.teapots.screen.Hud;

/**
 * Says what the window shows, a line for each thing that is new: a kind and a text. For scripts that play like a person
 * and must know when to look. A line is said when the frame is on the screen. The thread that draws.
 */
final class FrameTrace {
    private final PrintStream out;
    private final boolean wanted;
    private final Map<String, String> known = new HashMap<>();
    private final List<String> drawn = new ArrayList<>();
    private List<String> news = List.of();

    /** Says it there, if anybody wants to hear it. */
    FrameTrace(PrintStream out, boolean wanted) {
        this.out = out;
        this.wanted = wanted;
    }

    /** In this frame that kind of thing reads like this. */
    void tell(String kind, String text) {
        if (wanted && !text.equals(known.put(kind, text))) drawn.add(kind + " " + text);
    }

    /** In this frame these lines stand around the table. */
    void tell(Hud hud) {
        if (!wanted) return;
        tell("game", hud.game());
        tell(
                "players",
                String.join(
                        ", ", hud.rows().stream().map(Hud.Row::name).sorted().toList()));
        tell("banner", hud.banner());
        tell("outage", hud.outage());
        tell("round", hud.round().replaceAll(" ·.*", ""));
        tell("sugar", Integer.toString(hud.sugar()));
        hud.news().stream().filter(line -> !news.contains(line)).forEach(line -> drawn.add("news " + line));
        news = hud.news();
    }

    /** The last frame is on the screen. */
    void framed() {
        if (drawn.isEmpty()) return;
        drawn.forEach(out::println);
        out.flush();
        drawn.clear();
    }
}
