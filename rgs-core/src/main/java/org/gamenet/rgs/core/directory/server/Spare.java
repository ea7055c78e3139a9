package org.gamenet.rgs.core.directory.server;

import java.util.LinkedHashSet;
import java.util.Set;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.MemberId;

/** A process that stands by. */
final class Spare {

    private static final int GAMES_REMEMBERED = 16;

    private final DirectoryRequest.StandBy offered;
    private final boolean hasServed;
    /** For which it agreed and did nothing, the latest last. */
    private final Set<String> failed = new LinkedHashSet<>();

    private boolean rehearses;
    private long line;
    private long renewedAt;
    /** The game that it is offered, or reserved for; empty while it is free. */
    private String game = "";
    /** Until when it is reserved; 0 while it is only offered one. */
    private long reservedUntil;
    /** Until when it must have claimed; 0 once it has. */
    private long claimsUntil;

    Spare(DirectoryRequest.StandBy offered, boolean hasServed, long line, long now) {
        this.offered = offered;
        this.hasServed = hasServed;
        this.rehearses = offered.rehearses();
        this.line = line;
        this.renewedAt = now;
    }

    MemberId id() {
        return offered.spare();
    }

    String name() {
        return offered.name();
    }

    Endpoint place() {
        return offered.endpoint();
    }

    long line() {
        return line;
    }

    void renew(boolean stillRehearses, long onLine, long now) {
        if (onLine < line) {
            // The spare has made its line anew since it said this.
            return;
        }
        rehearses = stillRehearses;
        line = onLine;
        renewedAt = now;
        // It stands by again: whatever it had agreed to came to nothing.
        if (reservedUntil > 0) {
            lapse();
        }
    }

    /** It agreed, and nothing came of it. */
    void lapse() {
        if (claimsUntil > 0) {
            failed.remove(game);
            failed.add(game);
            if (failed.size() > GAMES_REMEMBERED) {
                failed.remove(failed.iterator().next());
            }
        }
        free();
    }

    /**
     * A spare that was promised a game and did nothing comes after those that were not tried, and after all others for
     * the same game.
     */
    int lapses(String id) {
        return failed.isEmpty() ? 0 : failed.contains(id) ? 2 : 1;
    }

    boolean hasServed() {
        return hasServed;
    }

    boolean rehearses() {
        return rehearses;
    }

    boolean isSilent(long silentMillis, long now) {
        return now - renewedAt >= silentMillis;
    }

    boolean canServe(GameRecord asked) {
        return offered.kind().equals(asked.kind())
                && offered.schema() == asked.schema()
                && offered.version() == asked.version();
    }

    String kind() {
        return offered.kind();
    }

    boolean isOfKind(String kind) {
        return offered.kind().equals(kind);
    }

    String game() {
        return game;
    }

    boolean isFor(String id) {
        return game.equals(id);
    }

    boolean isFree() {
        return game.isEmpty();
    }

    /** One game at a time (S17). */
    void offer(String id) {
        game = id;
        reservedUntil = 0;
    }

    void reserve(long until, long toClaim) {
        reservedUntil = until;
        claimsUntil = toClaim;
    }

    /** It claims, with whatever result, and has no time to say that it stands by. */
    void claims(String id, long now) {
        renewedAt = now;
        if (game.equals(id)) {
            claimsUntil = 0;
        }
    }

    boolean isReservedFor(String id, long now) {
        return game.equals(id) && reservedUntil > 0 && !reservationOver(now);
    }

    boolean reservationOver(long now) {
        return reservedUntil > 0 && now >= (claimsUntil > 0 ? claimsUntil : reservedUntil);
    }

    void free() {
        game = "";
        reservedUntil = 0;
        claimsUntil = 0;
    }
}
