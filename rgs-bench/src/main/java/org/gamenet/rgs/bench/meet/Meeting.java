package org.gamenet.rgs.bench.meet;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.gamenet.rgs.bench.process.ChildProcess;
import org.gamenet.rgs.bench.process.Processes;
import org.gamenet.rgs.bench.process.SharedClock;
import org.jspecify.annotations.Nullable;

/** Processes that meet, and part, as often as they are told. One thread. */
final class Meeting {
    private static final long READY_MILLIS = 60_000;
    private static final long PART_MILLIS = 60_000;

    private static final long MILLI = 1_000_000;

    private final Processes processes;
    private final Patience patience;
    private final Map<String, ChildProcess> children = new LinkedHashMap<>();
    private final Set<String> ready = new HashSet<>();
    private final Set<String> parted = new HashSet<>();
    private @Nullable Encounter now;
    private String run = "";
    private long changedAt;

    /**
     * Where a process is started.
     *
     * @param enter the words before its command that bring it there
     * @param told its options besides its name
     */
    record Place(List<String> enter, List<String> told) {}

    /**
     * How long a meeting may take.
     *
     * @param settledMillis all play, in more games than one, and nothing has changed for so long: it stays like that
     */
    record Patience(long meetMillis, long settledMillis) {}

    Meeting(Processes processes, List<Place> places, Patience patience) throws IOException, InterruptedException {
        this.processes = processes;
        this.patience = patience;
        for (int each = 0; each < places.size(); each++) start("p" + each, places.get(each));
        await("all processes to start", READY_MILLIS, () -> ready.size() == places.size());
        for (ChildProcess child : children.values()) SharedClock.check(child);
    }

    private void start(String name, Place place) throws IOException {
        List<String> words = new ArrayList<>(List.of("meet-member", "--name", name));
        words.addAll(place.told());
        children.put(name, processes.start(name, place.enter(), words));
    }

    List<ChildProcess> children() {
        return List.copyOf(children.values());
    }

    /** All call after their delays; the encounter as it ended, everybody parted again. */
    Encounter meet(String name, List<Long> delays) throws InterruptedException {
        Encounter meeting = new Encounter(children.keySet());
        now = meeting;
        run = name;
        parted.clear();
        changedAt = SharedClock.now();
        List<String> names = new ArrayList<>(children.keySet());
        for (int i = 0; i < names.size(); i++)
            children.get(names.get(i)).tell(MeetMember.MEET + " " + name + " " + delays.get(i));
        long until = SharedClock.now() + patience.meetMillis() * MILLI;
        while (!meeting.oneGame() && SharedClock.now() < until && !isStuck(meeting)) listen(20);
        now = null;
        meeting.ended(SharedClock.now());
        children.values().forEach(child -> child.tell(MeetMember.PART));
        await("all to part", PART_MILLIS, () -> parted.size() == children.size());
        return meeting;
    }

    private boolean isStuck(Encounter meeting) {
        return meeting.games().size() > 1 && SharedClock.now() - changedAt > patience.settledMillis() * MILLI;
    }

    private void await(String what, long millis, BooleanSupplier done) throws InterruptedException {
        long until = SharedClock.now() + millis * MILLI;
        while (!done.getAsBoolean()) {
            if (SharedClock.now() > until)
                throw new IllegalStateException("waited " + millis / 1_000 + " s in vain for " + what);
            listen(20);
        }
    }

    private void listen(long millis) throws InterruptedException {
        for (Processes.Heard heard = processes.hear(millis); heard != null; heard = processes.hear(0)) {
            String from = heard.from().label();
            String line = heard.line();
            if (heard.from() != children.get(from)) continue;
            if (line == null) throw new IllegalStateException(from + " has ended");
            if (line.equals(MeetMember.READY)) ready.add(from);
            if (line.equals(MeetMember.PARTED + "\t" + run)) parted.add(from);
            Optional<Sighting> seen =
                    Sighting.parse(line).filter(each -> each.run().equals(run));
            if (seen.isEmpty() || now == null) continue;
            now.saw(from, seen.get());
            changedAt = SharedClock.now();
        }
    }
}
