package org.gamenet.rgs.bench.failover;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/**
 * Tells from what the players were shown and told, and from nothing that RGS says of itself, whether a run was as it
 * must be. Pure.
 */
final class Judge {
    private final RunHistory history;
    private final Diaries diaries;
    private final List<String> faults = new ArrayList<>();
    private int stale;
    private int lost;
    private RunVerdict.Wrong wrong = RunVerdict.Wrong.NOTHING;
    private int twice;
    private int ghosts;
    private int alarms;
    private int unprovoked;
    private long refused;

    private Judge(RunHistory history) {
        this.history = history;
        diaries = history.diaries();
    }

    static RunVerdict judge(RunHistory history) {
        Judge judge = new Judge(history);
        history.players().keySet().stream().sorted().forEach(judge::player);
        history.harmed().keySet().stream().sorted().forEach(judge::returned);
        int putOut =
                (int) history.players().values().stream().filter(judge::putOut).count();
        return new RunVerdict(
                judge.stale,
                judge.lost,
                judge.wrong,
                judge.twice,
                judge.ghosts,
                putOut,
                judge.alarms,
                judge.unprovoked,
                judge.refused,
                judge.faults);
    }

    /** Whether everybody's last tally holds every coin: nothing is under way any more. */
    static boolean settled(RunHistory history) {
        Judge judge = new Judge(history);
        return history.players().keySet().stream()
                .allMatch(member -> judge.accountable().allMatch(giver -> holds(history.diaries(), member, giver)));
    }

    /**
     * A game that is told that a player left forgets its purse; such a one is counted as put out and its coins are not.
     */
    private Stream<Map.Entry<String, String>> accountable() {
        return history.players().entrySet().stream().filter(giver -> !putOut(giver.getValue()));
    }

    private boolean putOut(String peer) {
        return diaries.members()
                .anyMatch(other -> diaries.all(other, Note.Left.class)
                        .anyMatch(left -> left.peer().equals(peer)));
    }

    private static boolean holds(Diaries diaries, String member, Map.Entry<String, String> giver) {
        Optional<Note.Tally> tally = diaries.last(giver.getKey(), Note.Tally.class);
        Purse purse = diaries.purses(member).getOrDefault(giver.getValue(), Purse.EMPTY);
        return tally.isPresent() && purse.holdsAll(tally.get().sent());
    }

    // ---- one player

    private void player(String member) {
        Optional<Note.Tally> tally = diaries.last(member, Note.Tally.class);
        if (!stayed(member, tally)) lost++;
        resumptions(member);
        joins(member);
        if (tally.isEmpty()) return;
        Note.Tally end = tally.get();
        stale += end.stale();
        refused += end.refused();
        wrong = wrong.plus(new RunVerdict.Wrong(0, 0, end.torn() + end.fell()));
        if (end.stale() > 0) fault(member + " was shown " + end.stale() + " states of a deposed server");
        if (end.torn() > 0) fault(member + " was shown " + end.torn() + " states with a wrong body");
        if (end.fell() > 0) fault(member + " was shown " + end.fell() + " states that went backwards");
        purses(member);
        presences(member, end);
    }

    /** Present from the start to the end, for itself and for everybody else. */
    private boolean stayed(String member, Optional<Note.Tally> tally) {
        String self = history.players().get(member);
        if (tally.isEmpty()) return no(member + " did not tell how things stand");
        Optional<Note.Closed> closed = diaries.last(member, Note.Closed.class);
        if (closed.isPresent())
            return no(member + " is closed: " + closed.get().why() + ", "
                    + closed.get().detail());
        if (!tally.get().phase().equals("PLAYING"))
            return no(member + " ended " + tally.get().phase());
        for (Death death : history.deaths()) {
            if (death.survivors().contains(member) && !resumed(member, death))
                return no(member + " did not resume in a new epoch");
        }
        for (String other : history.players().keySet()) {
            Optional<Note.Tally> theirs = diaries.last(other, Note.Tally.class);
            if (theirs.isPresent() && !in(theirs.get()).contains(self))
                return no(member + " is not in the view of " + other);
        }
        return true;
    }

    /**
     * Every Resumed ends one Frozen; those in an epoch that is not newer end a false alarm, and there is one newer
     * epoch for each death.
     */
    private void resumptions(String member) {
        boolean frozen = false;
        long epoch = 1;
        int newer = 0;
        for (Note note : diaries.all(member, Note.class).toList()) {
            if (note instanceof Note.Frozen) frozen = true;
            if (!(note instanceof Note.Resumed resumed)) continue;
            if (!frozen) {
                twice++;
                fault(member + " resumed in epoch " + resumed.epoch() + " without having been frozen again");
            } else if (resumed.epoch() > epoch) {
                newer++;
            } else {
                alarms++;
            }
            frozen = false;
            epoch = Math.max(epoch, resumed.epoch());
        }
        long survived = history.deaths().stream()
                .filter(death -> death.survivors().contains(member))
                .count();
        if (newer > survived) unprovoked += (int) (newer - survived);
    }

    private boolean resumed(String member, Death death) {
        return diaries.first(member, Note.Resumed.class, death.at(), note -> note.epoch() > death.epoch())
                .isPresent();
    }

    /**
     * A player joins once, and again only after it left; whoever joins is somebody that was started here. A new server
     * may be told again of who joined after the state was made that it has restored.
     */
    private void joins(String member) {
        Set<String> in = new HashSet<>();
        AtomicBoolean frozen = new AtomicBoolean();
        Set<String> known = new HashSet<>(history.players().values());
        known.addAll(history.harmed().values());
        known.addAll(history.dead());
        diaries.all(member, Note.class).forEach(note -> {
            if (note instanceof Note.Frozen) frozen.set(true);
            else if (note instanceof Note.Resumed) frozen.set(false);
            if (note instanceof Note.Joined joined
                    && (!known.contains(joined.peer()) || !in.add(joined.peer()) && !frozen.get())) {
                ghosts++;
                fault(member + " was told that " + joined.peer() + " joined, "
                        + (in.contains(joined.peer()) ? "who was in" : "whom nobody started"));
            } else if (note instanceof Note.Left left) {
                in.remove(left.peer());
            } else if (note instanceof Note.Closed || note instanceof Note.Self) {
                in.clear();
            }
        });
    }

    private void purses(String member) {
        accountable().filter(giver -> !holds(diaries, member, giver)).forEach(giver -> {
            int sent = diaries.last(giver.getKey(), Note.Tally.class)
                    .map(Note.Tally::sent)
                    .orElse(-1);
            boolean more = diaries.purses(member)
                            .getOrDefault(giver.getValue(), Purse.EMPTY)
                            .coins()
                    > sent;
            wrong = wrong.plus(more ? new RunVerdict.Wrong(1, 0, 0) : new RunVerdict.Wrong(0, 1, 0));
            fault(member + " was shown for " + giver.getKey() + ", who sent " + sent + ": "
                    + diaries.purses(member).getOrDefault(giver.getValue(), Purse.EMPTY));
        });
    }

    private void presences(String member, Note.Tally end) {
        Set<String> present = new HashSet<>(in(end));
        present.addAll(diaries.purses(member).keySet());
        present.removeAll(history.players().values());
        present.removeAll(history.harmed().values());
        ghosts += present.size();
        if (!present.isEmpty()) fault(member + " has ghosts in its game: " + present);
    }

    /** A member that was stopped and runs again may have been put out meanwhile, and must be back. */
    private void returned(String member) {
        Optional<Note.Tally> tally = diaries.last(member, Note.Tally.class);
        if (tally.isEmpty() || !tally.get().phase().equals("PLAYING")) {
            lost++;
            fault(member + " was stopped, runs again, and is not back: "
                    + tally.map(Note.Tally::phase).orElse("says nothing"));
        }
    }

    private static List<String> in(Note.Tally tally) {
        return tally.players().isEmpty() ? List.of() : List.of(tally.players().split(","));
    }

    private boolean no(String why) {
        fault(why);
        return false;
    }

    private void fault(String what) {
        faults.add(what);
    }
}
