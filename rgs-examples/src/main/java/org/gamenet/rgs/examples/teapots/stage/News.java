package org.gamenet.rgs.examples.teapots.stage;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.examples.teapots.play.Witness;

/** Happenings and chat, as lines that grow old. Game thread; time is handed in. */
public final class News implements Witness {
    private static final double LINE_SECONDS = 10;
    private static final double OUTAGE_SECONDS = 8;
    /** A spare takes over in a blink: who does not see it would not believe it. */
    private static final double BANNER_SECONDS_MIN = 1;

    private static final int LINES_MAX = 6;

    private record Headline(double at, String text) {}

    private final Deque<Headline> lines = new ArrayDeque<>();
    private double now;
    private double frozenAt = Double.NEGATIVE_INFINITY;
    private boolean frozen;
    private Headline outage = new Headline(Double.NEGATIVE_INFINITY, "");
    private String end = "";

    /** It is that time now, in seconds of any clock. */
    public void advance(double seconds) {
        now = seconds;
        lines.removeIf(line -> now - line.at() > LINE_SECONDS);
    }

    /** Adds a line. */
    public void add(String text) {
        lines.addLast(new Headline(now, text));
        while (lines.size() > LINES_MAX) lines.removeFirst();
    }

    @Override
    public void said(Peer who, String text) {
        add(who.name() + ": " + text);
    }

    @Override
    public void happened(Peer about, SessionEvent event) {
        if (event instanceof SessionEvent.Joined e) add(about.name() + (e.again() ? " is back" : " sits down"));
        else if (event instanceof SessionEvent.Left e) add(about.name() + " is out: " + words(e.why()));
        else if (event instanceof SessionEvent.Away) add(about.name() + " is away");
        else if (event instanceof SessionEvent.Back) add(about.name() + " is back");
        else if (event instanceof SessionEvent.Frozen) freeze();
        else if (event instanceof SessionEvent.Resumed e) resume(e);
        else if (event instanceof SessionEvent.Waiting e) add("waits: " + e.why());
        else if (event instanceof SessionEvent.Refused e) add("refused: " + e.why());
        else if (event instanceof SessionEvent.Closed e) end = e.detail().isEmpty() ? words(e.why()) : e.detail();
    }

    /** The lines, the oldest first. */
    public List<String> lines() {
        return lines.stream().map(Headline::text).toList();
    }

    /** The line that must be read before all else; empty if there is none. */
    public String banner() {
        return frozen || now - frozenAt < BANNER_SECONDS_MIN ? "Server lost, reconnecting…" : "";
    }

    /** How the last change of server went; empty once that is old. */
    public String outage() {
        return now - outage.at() < OUTAGE_SECONDS ? outage.text() : "";
    }

    /** Why the session is over; empty while it is not. */
    public String end() {
        return end;
    }

    private void freeze() {
        frozen = true;
        frozenAt = now;
    }

    private void resume(SessionEvent.Resumed e) {
        frozen = false;
        SessionEvent.Outage o = e.outage();
        outage = new Headline(
                now,
                String.format(
                        Locale.ROOT,
                        "Back after %d ms: detect %d · decide %d · transfer %d · rebuild %d · %d ms of play lost",
                        millis(o.total()),
                        millis(o.detect()),
                        millis(o.decide()),
                        millis(o.transfer()),
                        millis(o.rebuild()),
                        millis(e.stateAge())));
    }

    private static long millis(Duration duration) {
        return Math.round(duration.toNanos() / 1e6);
    }

    private static String words(Enum<?> reason) {
        return reason.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
