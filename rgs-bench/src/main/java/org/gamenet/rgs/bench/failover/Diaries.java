package org.gamenet.rgs.bench.failover;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The notes of every member of one game, in order. One thread. */
final class Diaries {
    private final Map<String, List<Note>> notes = new HashMap<>();

    void add(NoteLine line) {
        notes.computeIfAbsent(line.member(), label -> new ArrayList<>()).add(line.note());
    }

    /** Everybody who noted something. */
    Stream<String> members() {
        return notes.keySet().stream();
    }

    /** All of a kind that this member noted. */
    <N extends Note> Stream<N> all(String member, Class<N> kind) {
        return notes.getOrDefault(member, List.of()).stream()
                .filter(kind::isInstance)
                .map(kind::cast);
    }

    /** The first of a kind that this member noted at that time or later, and that is as wanted. */
    <N extends Note> Optional<N> first(String member, Class<N> kind, long from, Predicate<N> wanted) {
        return all(member, kind)
                .filter(note -> note.at() >= from)
                .filter(wanted)
                .findFirst();
    }

    /** The last of a kind. */
    <N extends Note> Optional<N> last(String member, Class<N> kind) {
        return all(member, kind).reduce((old, next) -> next);
    }

    /** The identity of this member in its present session. */
    String peer(String member) {
        return last(member, Note.Self.class).map(Note.Self::peer).orElse("");
    }

    /** Whether this member says that it serves. */
    boolean serves(String member) {
        long began = last(member, Note.Self.class).map(Note.Self::at).orElse(0L);
        return last(member, Note.Serves.class)
                .filter(note -> note.at() >= began && note.active())
                .isPresent();
    }

    /** Whether this member says that it holds a copy of the server's state. */
    boolean backs(String member) {
        long began = last(member, Note.Self.class).map(Note.Self::at).orElse(0L);
        return last(member, Note.Backs.class)
                .filter(note -> note.at() >= began && note.holds())
                .isPresent();
    }

    /** Whether a member that serves says that this one backs it up, as of a spare, whose game is told nothing of it. */
    boolean backedBy(String member) {
        return members()
                .filter(this::serves)
                .flatMap(server -> last(server, Note.Backed.class).stream())
                .anyMatch(note -> !note.peer().isEmpty() && note.peer().equals(peer(member)));
    }

    /** The epoch this member went on in last; 1 before the first failover. */
    long epoch(String member) {
        return last(member, Note.Resumed.class).map(Note.Resumed::epoch).orElse(1L);
    }

    /** The purses of the last whole tally. */
    Map<String, Purse> purses(String member) {
        Map<String, Purse> whole = Map.of();
        Map<String, Purse> counted = new HashMap<>();
        for (Note note : notes.getOrDefault(member, List.of())) {
            if (note instanceof Note.Tally) counted = new HashMap<>();
            else if (note instanceof Note.Counted purse) counted.put(purse.giver(), purse.purse());
            else if (note instanceof Note.Told) whole = counted;
        }
        return whole;
    }

    /** How many tallies were told to the end. */
    long tallies(String member) {
        return all(member, Note.Told.class).count();
    }
}
