package org.gamenet.rgs.examples.teapots.drill;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.gamenet.rgs.examples.teapots.cast.Child;
import org.jspecify.annotations.Nullable;

/** Does what the script says, one act after another: the next one begins when the last is over. One thread. */
final class Stagehand {
    private static final double SECOND_MILLIS = 1_000;
    private static final long SLEEP_MILLIS = 3_000;
    /** So long a player's process is gone before it is started anew. */
    private static final long GONE_MILLIS = 1_500;

    private final Troupe troupe;
    private final Script script;
    private final Notes notes;
    private final PrintStream out;
    private final List<Kill> kills = new ArrayList<>();
    private final List<Favour> favours = new ArrayList<>();
    private int begun;
    private @Nullable Scene scene;

    Stagehand(Troupe troupe, PrintStream out) {
        this.troupe = troupe;
        this.script = troupe.script();
        this.notes = troupe.notes();
        this.out = out;
    }

    void work() throws IOException, InterruptedException {
        Scene open = scene;
        if (open != null && open.goesOn()) {
            out.println();
            open.lines().forEach(out::println);
            out.println();
            out.println(StatusTable.head());
            scene = null;
        }
        if (scene != null || begun == script.acts().size()) return;
        DrillAct next = script.acts().get(begun);
        if (troupe.time() < next.at() || !isReady()) return;
        notes.turnPage();
        scene = begin(next);
        begun++;
    }

    boolean isDone() {
        return begun == script.acts().size() && scene == null;
    }

    String complaint() {
        return "act %d of %d %s after %d ms"
                .formatted(begun, script.acts().size(), scene == null ? "never began" : "is not over", troupe.time());
    }

    List<Kill> kills() {
        return List.copyOf(kills);
    }

    List<Favour> favours() {
        return List.copyOf(favours);
    }

    /** Something that was done, and what becomes of it. */
    private interface Scene {
        /** Whether the duel is past it. */
        boolean goesOn() throws IOException, InterruptedException;

        List<String> lines();
    }

    /** One process serves, and one player holds its world. */
    private boolean isReady() {
        return troupe.labels().stream().filter(notes::serves).count() == 1
                && players().stream().filter(notes::backs).count() == 1;
    }

    private Child server() {
        return troupe.child(
                troupe.labels().stream().filter(notes::serves).findFirst().orElseThrow());
    }

    private Scene begin(DrillAct act) throws IOException, InterruptedException {
        return switch (act.kind()) {
            case KILL -> kill(server());
            case SLEEP -> sleep(server());
            case HAND_OVER -> handOver(server());
            case CRASH -> crash();
        };
    }

    private void announce(String what, Child whom) {
        out.printf("%n%5.1f  %s %s, process %d%n%n", troupe.time() / SECOND_MILLIS, what, whom.label(), whom.pid());
    }

    private Scene kill(Child victim) {
        troupe.takeAway(victim.label());
        Kill kill = new Kill(System.currentTimeMillis(), notes.peer(victim.label()), troupe.peers(players()));
        kills.add(kill);
        victim.kill();
        announce("SIGKILL for", victim);
        return new Recovering(kill, victim.label() + " killed");
    }

    private Scene sleep(Child victim) throws IOException, InterruptedException {
        Kill kill = new Kill(System.currentTimeMillis(), notes.peer(victim.label()), troupe.peers(players()));
        kills.add(kill);
        victim.stop();
        announce("SIGSTOP for", victim);
        return new Recovering(kill, victim.label() + " stopped for " + SLEEP_MILLIS / 1_000 + " s") {
            private boolean wakes;

            @Override
            public boolean goesOn() throws IOException, InterruptedException {
                if (!wakes && System.currentTimeMillis() >= kill.at() + SLEEP_MILLIS) {
                    wakes = true;
                    victim.goOn();
                }
                return wakes && super.goesOn();
            }
        };
    }

    private class Recovering implements Scene {
        private final Kill kill;
        private final int deaths = kills.size();
        private final String what;

        Recovering(Kill kill, String what) {
            this.kill = kill;
            this.what = what;
        }

        @Override
        public boolean goesOn() throws IOException, InterruptedException {
            return recovered(deaths);
        }

        @Override
        public List<String> lines() {
            return Timeline.lines(kill, what, Set.copyOf(players()), notes.page());
        }
    }

    private Scene handOver(Child from) {
        long at = System.currentTimeMillis();
        String to = players().stream().filter(notes::backs).findFirst().orElseThrow();
        favours.add(new Favour.Handover(at, notes.peer(from.label()), notes.peer(to)));
        from.say(DrillMember.HAND_OVER);
        announce("handed over by", from);
        return new Scene() {
            @Override
            public boolean goesOn() {
                return notes.serves(to) && notes.backs(from.label());
            }

            @Override
            public List<String> lines() {
                return Timeline.lines(at, from.label() + " hands over to " + to, Set.copyOf(players()), notes.page());
            }
        };
    }

    private Scene crash() {
        String who = players().stream()
                .filter(p -> !notes.serves(p) && !notes.backs(p))
                .findFirst()
                .orElseThrow(() -> new Troupe.Stopped("everybody serves, or holds the world"));
        Child victim = troupe.takeAway(who);
        long at = System.currentTimeMillis();
        victim.kill();
        announce("SIGKILL for", victim);
        return new Scene() {
            private long backAt;

            @Override
            public boolean goesOn() throws IOException {
                if (backAt == 0 && System.currentTimeMillis() >= at + GONE_MILLIS) {
                    backAt = System.currentTimeMillis();
                    favours.add(new Favour.Return(at, backAt, notes.peer(who)));
                    comeBack(who);
                }
                return backAt != 0
                        && notes.latest(who, Report.Shown.class).orElseThrow().at() >= backAt;
            }

            @Override
            public List<String> lines() {
                return Timeline.lines(at, who + " killed, and started anew", Set.copyOf(players()), notes.page());
            }
        };
    }

    /** In another process, with nothing but the token; and with the number of requests of its that were counted. */
    private void comeBack(String who) throws IOException {
        String peer = notes.peer(who);
        int counted = players().stream()
                .flatMap(p -> notes.latest(p, Report.Shown.class).stream())
                .map(world -> world.pots().getOrDefault(peer, Drill.UNKNOWN).asked())
                .max(Integer::compare)
                .orElse(0);
        String token = notes.latest(who, Report.Seat.class).orElseThrow().token();
        troupe.again(who, token, counted);
    }

    private boolean recovered(int deaths) {
        return players().stream()
                .allMatch(p -> notes.count(p, Report.Resumed.class) >= deaths
                        && notes.latest(p, Report.Shown.class).orElseThrow().at()
                                >= notes.latest(p, Report.Resumed.class)
                                        .orElseThrow()
                                        .at());
    }

    private List<String> players() {
        return troupe.players();
    }
}
