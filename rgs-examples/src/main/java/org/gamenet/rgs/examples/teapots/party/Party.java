package org.gamenet.rgs.examples.teapots.party;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.gamenet.rgs.GameSpec;
import org.gamenet.rgs.examples.teapots.cast.Cast;
import org.gamenet.rgs.examples.teapots.cast.Child;
import org.gamenet.rgs.examples.teapots.cast.LeashedDirectory;
import org.gamenet.rgs.examples.teapots.cast.LocalPorts;
import org.gamenet.rgs.examples.teapots.play.DuelGame;
import org.jspecify.annotations.Nullable;

/** The processes that a window starts beside itself, and that end with it. One thread. */
public final class Party implements AutoCloseable {
    /**
     * Where directories are unless told otherwise: a second window on this machine finds the first one's games there.
     */
    private static final int PORT = 7400;

    private static final int SPARES = 1;
    private static final List<String> NAMES = List.of("ada", "vince", "mira", "otto", "zoe", "ben", "lea");

    private final Cast cast;
    private final String directory;
    private final Set<Child> gone = new HashSet<>();
    private final List<Child> spares = new ArrayList<>();
    private final Set<Child> standing = new HashSet<>();
    private final List<Child> guests = new ArrayList<>();
    private final boolean backup;
    private int servers;

    private Party(Cast cast, String directory, boolean backup) {
        this.cast = cast;
        this.directory = directory;
        this.backup = backup;
    }

    /**
     * Starts a directory unless one is named or there is one on this machine already. A spare server comes with the
     * first {@link #tend}: a window has drawn its first frame by then, for which it needs the processors itself.
     * {@code backup}: whether in its games a player holds a copy of the world.
     */
    public static Party open(@Nullable String directory, boolean backup) throws IOException {
        Cast cast = new Cast();
        String local = "127.0.0.1:" + PORT;
        if (directory == null && !LocalPorts.answers(PORT)) {
            int port = LocalPorts.isFree(PORT) ? PORT : LocalPorts.anyFree();
            local = "127.0.0.1:" + port;
            LeashedDirectory.start(cast, port);
        }
        return new Party(cast, directory == null ? local : directory, backup);
    }

    /** Where games are found. */
    public String directory() {
        return directory;
    }

    /** Starts a server for a game of that name, and so many bots that join it; those of the last game go. */
    public void host(String game, int bots) {
        dismiss();
        guests.add(start("server-" + ++servers, backup ? PartyMember.BACKED_SERVER : "server", game));
        for (int i = 0; i < Math.min(bots, NAMES.size()); i++) guests.add(start(NAMES.get(i), "bot", game));
    }

    /** The rules of a game of that name. */
    public GameSpec spec(String game) {
        return backup ? DuelGame.backedUp(game) : DuelGame.spec(game);
    }

    /** Ends the server and the bots of the game that was hosted. */
    public void dismiss() {
        guests.forEach(Child::kill);
        guests.clear();
    }

    /** The spare that waits, if one does: one that has only just been started does not yet. */
    public Optional<String> spare() {
        return spares.stream().filter(standing::contains).findFirst().map(Child::label);
    }

    /**
     * To be called now and then: hears who has ended, and starts another spare in the place of one that serves or died.
     */
    public void tend() {
        try {
            for (Cast.Heard heard = cast.hear(0); heard != null; heard = cast.hear(0)) {
                if (heard.line() instanceof Child.Output.End) gone.add(heard.child());
                else if (heard.line() instanceof Child.Output.Text line) hear(heard.child(), line.text());
            }
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
        }
        spares.removeAll(gone);
        guests.removeAll(gone);
        standing.removeAll(gone);
        gone.clear();
        replenish();
    }

    /** Ends all of them. */
    @Override
    public void close() throws IOException {
        try {
            cast.end();
            cast.forget();
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
        }
    }

    private void hear(Child child, String line) {
        if (line.equals(PartyMember.SERVES) && spares.remove(child)) guests.add(child);
        if (line.equals(PartyMember.STANDS_BY)) standing.add(child);
        if (line.equals(PartyMember.STANDS_BY) && guests.remove(child)) spares.add(child);
    }

    private void replenish() {
        while (spares.size() < SPARES) spares.add(start("server-" + ++servers, "spare", "-"));
    }

    private Child start(String label, String part, String game) {
        try {
            return cast.start(label, PartyMember.class, part, label, directory, game);
        } catch (IOException noProcess) {
            throw new UncheckedIOException("cannot start another Java process: " + noProcess.getMessage(), noProcess);
        }
    }
}
