package org.gamenet.rgs.core.session;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.RgsException;
import org.gamenet.rgs.ServerRole;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.StateHandler;
import org.gamenet.rgs.StatePackage;
import org.gamenet.rgs.View;
import org.gamenet.rgs.core.recording.Entry;
import org.gamenet.rgs.core.recording.LogReader;
import org.gamenet.rgs.core.recording.LogWriter;
import org.gamenet.rgs.core.session.base.SessionSetup;
import org.gamenet.rgs.core.session.replay.ReplaySession;
import org.gamenet.rgs.core.wire.Records;
import org.gamenet.rgs.core.wire.SizeLimit;
import org.gamenet.rgs.fuzz.Memory;

/** A session log that came from anywhere, read and played: refused in words, or played as far as it goes. */
public final class SessionLogTarget {
    record Say(String text) {}

    record World(long turn) {}

    private static final Records RECORDS = Records.of(Say.class, World.class);
    private static final SessionSetup SETUP = new SessionSetup("fuzz", "ann", RECORDS, Map.of());

    private SessionLogTarget() {}

    public static void fuzzerTestOneInput(byte[] input) {
        LogReader log;
        try {
            log = Memory.bounded(input.length, () -> LogReader.of(ByteBuffer.wrap(input)));
        } catch (IllegalArgumentException said) {
            return;
        }
        read(input, log.again());
        play(log);
    }

    private static void read(byte[] input, LogReader log) {
        int entries = 0;
        Memory.bounded(input.length, () -> {
            LogReader reader = log.again();
            double before = 0;
            for (LogReader.Timed each = reader.next(); each != null; each = reader.next()) {
                if (each.at() < before) throw new AssertionError("time goes back to " + each.at());
                before = each.at();
            }
            return before;
        });
        for (LogReader.Timed each = log.next(); each != null; each = log.next()) entries++;
        if (entries > input.length / 9) throw new AssertionError(entries + " entries in " + input.length + " bytes");
    }

    private static void play(LogReader log) {
        LongSupplier time = new LongSupplier() {
            private long now;

            @Override
            public long getAsLong() {
                return now += 3_600_000_000_000L;
            }
        };
        ReplaySession replay;
        try {
            replay = new ReplaySession(SETUP, time, log);
        } catch (IllegalArgumentException | RgsException said) {
            return;
        }
        replay.on(Say.class, (from, say) -> from.name().length());
        replay.on(SessionEvent.class, (about, event) -> event.hashCode());
        replay.state(World.class, new StateHandler<>() {
            @Override
            public World packageState() {
                return new World(0);
            }

            @Override
            public void restoreState(List<StatePackage<World>> packages) {
                if (packages.isEmpty()) throw new AssertionError("restored from nothing");
            }
        });
        replay.speed(1_000);
        for (int calls = 0; replay.update(); calls++)
            if (calls > 10_000) throw new AssertionError("a log without an end");
        if (replay.phase() != Phase.CLOSED) throw new AssertionError("over, and still " + replay.phase());
    }

    public static List<byte[]> seeds() {
        Peer ann = Peer.of(1, "ann");
        Peer bob = Peer.of(2, "bob");
        View view = new View(1, 1, List.of(ann, bob), List.of(ann));
        ByteBuffer body = ByteBuffer.wrap(RECORDS.encodeBody(new Say("hello"), SizeLimit.NONE, 0));
        ByteBuffer state = ByteBuffer.wrap(RECORDS.encodeBody(new World(7), SizeLimit.NONE, 0));
        List<Entry> entries = List.of(
                new Entry.Head(
                        "fuzz",
                        ByteBuffer.wrap(RECORDS.schema().encode()),
                        Entry.forms(),
                        ann,
                        "ann",
                        0.5,
                        1_700_000_000_000L),
                new Entry.Named(bob, "bob"),
                new Entry.Stand(Phase.PLAYING, view, ServerRole.ACTIVE_ALONE, Optional.empty()),
                new Entry.Heard(bob, RECORDS.idOf(Say.class), 0.6, body),
                new Entry.Sent(true, 0, Delivery.TOTAL_ORDER.ordinal(), RECORDS.idOf(Say.class), 0.7, body),
                Entry.told(bob, new SessionEvent.Closed(SessionEvent.Closed.Why.ENDED, "over"), 0.8),
                new Entry.Restored(List.of(new Entry.Restorable(bob, true, 0.9, state))),
                new Entry.Cut("full"));
        List<byte[]> seeds = new ArrayList<>();
        for (int count = 1; count <= entries.size(); count++) seeds.add(written(entries.subList(0, count)));
        return seeds;
    }

    private static byte[] written(List<Entry> entries) {
        try {
            Path folder = Files.createTempDirectory("rgs-fuzz");
            Path file = folder.resolve("log");
            LogWriter writer = LogWriter.open(file, 1 << 20);
            entries.forEach(each -> writer.write(each, 1_000));
            writer.close();
            writer.await(10_000);
            byte[] bytes = Files.readAllBytes(file);
            Files.delete(file);
            Files.delete(folder);
            return bytes;
        } catch (IOException cannot) {
            throw new UncheckedIOException(cannot);
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }
}
