package org.gamenet.rgs.bench.failover;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.gamenet.rgs.bench.report.Json;

/**
 * The cost of one death: by the stamps of this benchmark, and by RGS's own word. Nanoseconds since the death unless
 * said.
 *
 * @param complete whether every survivor resumed and was shown a state of the new server
 * @param fromCopy whether the new server is whoever held a copy at the death
 * @param frozen when the first and the last survivor was told
 * @param restored when the new server was given the packages
 * @param resumed when the first and the last survivor resumed; the last is the outage
 * @param shownLast when the last survivor saw the game move again
 * @param stateAge how old the restored state was at the death
 * @param rolledBack by how much the restored state is older than the newest that a survivor had been shown; negative:
 *     newer
 * @param said what RGS told the survivor that it says was out longest; all zero without any
 * @param saidStateAge the largest state age that RGS told
 * @param late how long before the death a state was under way to a survivor
 */
record Recovery(
        boolean complete,
        boolean fromCopy,
        Ends frozen,
        long restored,
        Ends resumed,
        long shownLast,
        long stateAge,
        long rolledBack,
        Note.Resumed said,
        long saidStateAge,
        Late late) {
    private static final double NANOS_PER_MILLI = 1e6;

    /**
     * Of half of the survivors at most: after how long half of the states were shown, and the way to the server and
     * back.
     */
    record Late(long shownAfter, long roundTrip) {
        static Late of(Death death, Diaries diaries) {
            List<Note.Late> all = death.survivors().stream()
                    .flatMap(m -> diaries.first(m, Note.Late.class, death.at(), note -> true).stream())
                    .toList();
            return new Late(median(all, Note.Late::median), median(all, Note.Late::roundTrip));
        }

        private static long median(List<Note.Late> all, ToLongFunction<Note.Late> of) {
            long[] inOrder = all.stream().mapToLong(of).sorted().toArray();
            return inOrder.length == 0 ? 0 : inOrder[inOrder.length / 2];
        }
    }

    /** The first and the last of several. */
    record Ends(long first, long last) {
        static Ends of(List<? extends Note> notes, Death death) {
            return new Ends(Recovery.first(notes, death), Recovery.last(notes, death));
        }
    }

    /** Reads it from what the survivors noted since the death. */
    static Recovery of(Death death, Diaries diaries) {
        List<Note.Frozen> frozen = new ArrayList<>();
        List<Note.Resumed> resumed = new ArrayList<>();
        List<Note.Shown> shown = new ArrayList<>();
        for (String member : death.survivors()) {
            Optional<Note.Resumed> on =
                    diaries.first(member, Note.Resumed.class, death.at(), note -> note.epoch() > death.epoch());
            on.ifPresent(resumed::add);
            diaries.first(member, Note.Frozen.class, death.at(), note -> true).ifPresent(frozen::add);
            on.flatMap(since -> firstShown(diaries, member, since)).ifPresent(shown::add);
        }
        // a promoted player resumes and shows; it is not shown anything
        boolean complete = !death.survivors().isEmpty()
                && resumed.size() == death.survivors().size()
                && death.survivors().stream()
                        .allMatch(member -> diaries.serves(member) || shownSince(diaries, member, death));
        long base = shown.stream().mapToLong(Note.Shown::base).max().orElse(death.at());
        Note.Resumed worst = resumed.stream()
                .max(Comparator.comparingLong(Note.Resumed::total))
                .orElse(new Note.Resumed(death.at(), 0, "", 0, 0, 0, 0, 0));
        return new Recovery(
                complete,
                resumed.stream().anyMatch(note -> note.server().equals(death.backup())),
                Ends.of(frozen, death),
                restored(diaries, death),
                Ends.of(resumed, death),
                last(shown, death),
                death.at() - base,
                frozen.stream().mapToLong(Note.Frozen::made).max().orElse(base) - base,
                worst,
                resumed.stream().mapToLong(Note.Resumed::stateAge).max().orElse(0),
                Late.of(death, diaries));
    }

    private static Optional<Note.Shown> firstShown(Diaries diaries, String member, Note.Resumed since) {
        return diaries.first(
                member, Note.Shown.class, since.at(), note -> note.server().equals(since.server()));
    }

    private static boolean shownSince(Diaries diaries, String member, Death death) {
        return diaries.first(member, Note.Resumed.class, death.at(), note -> note.epoch() > death.epoch())
                .flatMap(since -> firstShown(diaries, member, since))
                .isPresent();
    }

    private static long restored(Diaries diaries, Death death) {
        return diaries.members()
                        .flatMap(
                                member -> diaries.first(member, Note.Restored.class, death.at(), note -> true).stream())
                        .mapToLong(Note::at)
                        .min()
                        .orElse(death.at())
                - death.at();
    }

    private static long first(List<? extends Note> notes, Death death) {
        return notes.stream().mapToLong(Note::at).min().orElse(death.at()) - death.at();
    }

    private static long last(List<? extends Note> notes, Death death) {
        return notes.stream().mapToLong(Note::at).max().orElse(death.at()) - death.at();
    }

    /** By how much RGS's account of the longest outage differs from the stamps, and of the state's age. */
    long outageError() {
        return said.total() - resumed.last();
    }

    long stateAgeError() {
        return saidStateAge - Math.max(0, rolledBack);
    }

    /** Whether somebody was shown what the new server does not have. */
    boolean lostShown() {
        return rolledBack > 0;
    }

    Json json() {
        Json json = new Json().put("complete", complete).put("from_copy", fromCopy);
        put(json, "frozen_first_ms", r -> r.frozen.first());
        put(json, "frozen_last_ms", r -> r.frozen.last());
        put(json, "restored_ms", r -> r.restored);
        put(json, "resumed_first_ms", r -> r.resumed.first());
        put(json, "resumed_last_ms", r -> r.resumed.last());
        put(json, "shown_last_ms", r -> r.shownLast);
        put(json, "state_age_ms", r -> r.stateAge);
        put(json, "rolled_back_ms", r -> r.rolledBack);
        put(json, "shown_after_ms", r -> r.late.shownAfter());
        put(json, "round_trip_ms", r -> r.late.roundTrip());
        put(json, "said_outage_ms", r -> r.said.total());
        put(json, "said_detect_ms", r -> r.said.detect());
        put(json, "said_decide_ms", r -> r.said.decide());
        put(json, "said_transfer_ms", r -> r.said.transfer());
        put(json, "said_rebuild_ms", r -> r.said.rebuild());
        put(json, "said_state_age_ms", r -> r.saidStateAge);
        return json;
    }

    private void put(Json json, String name, ToLongFunction<Recovery> nanos) {
        json.put(name, nanos.applyAsLong(this) / NANOS_PER_MILLI);
    }
}
