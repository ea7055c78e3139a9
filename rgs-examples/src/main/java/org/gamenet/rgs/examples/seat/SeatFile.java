package org.gamenet.rgs.examples.seat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.EnumSet;
import java.util.Set;
import org.gamenet.rgs.GameSpec;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.SessionEvent.Closed;
import org.gamenet.rgs.SessionEvent.Joined;

/** A player's seat in a file, for the process that comes after a crash of this one. One thread, the game's. */
public final class SeatFile {
    /**
     * Somebody who leaves by itself may want to come back. After REPLACED the file belongs to the process that came
     * back, if that runs in the same folder.
     */
    private static final Set<Closed.Why> IS_OVER = EnumSet.of(Closed.Why.NO_GAME, Closed.Why.ENDED, Closed.Why.KICKED);

    private final Path file;

    /** @param file in a folder that nobody but this player reads */
    public SeatFile(Path file) {
        this.file = file;
    }

    /**
     * The seat of the file, or else one in that game. If that of the file is over, {@code Closed(NO_GAME)}, the next
     * call begins anew.
     *
     * @throws UncheckedIOException if the file cannot be read
     */
    public Session play(Rgs rgs, GameSpec spec) {
        Session session = Files.exists(file) ? again(rgs, spec) : rgs.hostOrJoin(spec);
        session.on(Joined.class, (who, joined) -> {
            if (who.equals(session.self())) write(session.rejoinToken());
        });
        session.on(Closed.class, (me, closed) -> {
            if (IS_OVER.contains(closed.why())) forget();
        });
        return session;
    }

    private Session again(Rgs rgs, GameSpec spec) {
        try {
            return rgs.join(read());
        } catch (IllegalArgumentException noToken) {
            // Of an earlier version of the game, say, whose kind had another name.
            forget();
            return rgs.hostOrJoin(spec);
        }
    }

    private String read() {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException("the seat in " + file + " cannot be read", e);
        }
    }

    /** All of it or nothing, for the next crash may come right now. */
    private void write(String token) {
        Path written = file.resolveSibling(file.getFileName() + ".new");
        try {
            Files.writeString(written, token);
            Files.move(written, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException("the seat cannot be kept in " + file, e);
        }
    }

    private void forget() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException("the seat in " + file + " cannot be forgotten", e);
        }
    }
}
