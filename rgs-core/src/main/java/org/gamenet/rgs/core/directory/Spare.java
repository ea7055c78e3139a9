package org.gamenet.rgs.core.directory;

import org.gamenet.rgs.core.machine.MemberId;

/** A process that stands by. */
final class Spare {

    private final DirectoryRequest.StandBy offered;
    private boolean rehearses;
    private long line;
    private long renewedAt;
    /** The game that it is offered, or reserved for; empty while it is free. */
    private String game = "";
    /** Until when it is reserved; 0 while it is only offered one. */
    private long reservedUntil;

    Spare(DirectoryRequest.StandBy offered, long line, long now) {
        this.offered = offered;
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

    long line() {
        return line;
    }

    void renew(boolean stillRehearses, long onLine, long now) {
        rehearses = stillRehearses;
        line = onLine;
        renewedAt = now;
        // It stands by again: whatever it had agreed to came to nothing.
        if (reservedUntil > 0) {
            free();
        }
    }

    boolean rehearses() {
        return rehearses;
    }

    boolean isSilent(long silentMillis, long now) {
        return now - renewedAt >= silentMillis;
    }

    void shift(long millis) {
        renewedAt += millis;
        if (reservedUntil > 0) {
            reservedUntil += millis;
        }
    }

    boolean canServe(GameRecord asked) {
        return offered.kind().equals(asked.kind()) && offered.schema() == asked.schema() && offered.version() == asked.version();
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

    void reserve(long until) {
        reservedUntil = until;
    }

    boolean isReservedFor(String id, long now) {
        return game.equals(id) && now < reservedUntil;
    }

    boolean reservationOver(long now) {
        return reservedUntil > 0 && now >= reservedUntil;
    }

    void free() {
        game = "";
        reservedUntil = 0;
    }
}
