package org.gamenet.rgs.examples.seat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import org.gamenet.rgs.GameSpec;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.SessionEvent.Closed;
import org.gamenet.rgs.SessionEvent.Joined;

/** A player's seat in a file, for the process that comes after a crash of this one. One thread, the game's. */
public final class SeatFile {
    /** Somebody who leaves by itself may want to come back. */
    private static final Set<Closed.Why> IS_OVER =
            EnumSet.of(Closed.Why.NO_GAME, Closed.Why.ENDED, Closed.Why.KICKED, Closed.Why.REPLACED);

    private final Path file;

    /** @param file where nobody but this player reads it */
    public SeatFile(Path file) {
        this.file = file;
    }

    /**
     * The seat of the file, or else one in that game.
     *
     * @throws IllegalArgumentException if there is something else in the file
     * @throws UncheckedIOException if it cannot be read
     */
    public Session play(Rgs rgs, GameSpec spec) {
        Session session = Files.exists(file) ? rgs.join(read()) : rgs.hostOrJoin(spec);
        session.on(Joined.class, (who, joined) -> {
            if (who.equals(session.self())) write(session.rejoinToken());
        });
        session.on(Closed.class, (me, closed) -> {
            if (IS_OVER.contains(closed.why())) forget();
        });
        return session;
    }

    private String read() {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException("the seat in " + file + " cannot be read", e);
        }
    }

    private void write(String token) {
        try {
            Files.writeString(file, token);
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
