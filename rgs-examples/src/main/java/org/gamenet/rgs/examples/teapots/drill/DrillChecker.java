package org.gamenet.rgs.examples.teapots.drill;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.gamenet.rgs.examples.teapots.world.Rules;
import org.jspecify.annotations.Nullable;

/**
 * Judges a run of the drill by what its players were shown, not by what RGS says about itself; the one thing taken from
 * RGS is the {@code stateAge} of Resumed, which bounds how much play may be gone, and is itself bounded here. Pure.
 */
final class DrillChecker {
    /** More play than this must not be lost, whatever is admitted. */
    static final double STATE_AGE_MAX_MILLIS = 1_000;
    /** A world is sent every second tick, and a package may be one behind. */
    static final int BACK_SLACK_TICKS = 2;
    /** The new server may play on for this long before the first player hears that it does. */
    static final int AHEAD_SLACK_TICKS = 15;
    /** For the last digit of a sum. */
    static final double PLACE_SLACK = 0.01;
    /** Five lumps may be in the air at once; more come at one a second. */
    static final int SUGAR_IN_THE_AIR_MAX = 5;

    private final DrillRecording run;
    private final Map<String, PlayerStory> stories = new TreeMap<>();
    private final Set<String> faults = new LinkedHashSet<>();

    private DrillChecker(DrillRecording run) {
        this.run = run;
        run.players()
                .forEach((player, reports) -> stories.put(
                        player,
                        new PlayerStory(
                                player, reports.stream().map(this::named).toList())));
    }

    static DrillVerdict judge(DrillRecording run) {
        DrillChecker checker = new DrillChecker(run);
        checker.everyDeathIsToldOnce();
        checker.allAreToldInOneOrder();
        for (PlayerStory story : checker.stories.values()) {
            checker.noScoreFalls(story);
            checker.noWorldIsStale(story);
            checker.onlyTheLivingAreShown(story);
            checker.everyRequestCountsOnce(story);
        }
        for (int chapter = 0; chapter <= run.kills().size(); chapter++) checker.allSeeOneWorld(chapter);
        for (int death = 1; death <= run.kills().size(); death++) checker.playGoesOn(death);
        for (Favour favour : run.favours()) new FavourChecker(run, checker.stories, checker.faults).judge(favour);
        return new DrillVerdict(List.copyOf(checker.faults), checker.faults.isEmpty() ? checker.praise() : "");
    }

    /** Peers are equal by their ids: a name is empty where a world overtook the {@code Joined} of somebody in it. */
    private Report named(Report report) {
        if (!(report instanceof Report.Shown world)) return report;
        Map<String, Report.Pot> pots = new HashMap<>();
        world.pots().forEach((peer, pot) -> pots.put(named(peer), pot));
        return new Report.Shown(world.at(), world.tick(), pots);
    }

    private String named(String peer) {
        String id = peer.substring(peer.lastIndexOf('#'));
        return run.players().keySet().stream()
                .filter(player -> player.endsWith(id))
                .findFirst()
                .orElse(peer);
    }

    // ---- what was told

    private void everyDeathIsToldOnce() {
        for (int death = 1; death <= run.kills().size(); death++) {
            for (String player : run.kills().get(death - 1).survivors()) {
                toldOnce(player, Report.Frozen.class, death);
                toldOnce(player, Report.Resumed.class, death);
            }
        }
        for (PlayerStory story : stories.values()) {
            long firstDeath =
                    run.kills().isEmpty() ? Long.MAX_VALUE : run.kills().get(0).at();
            if (story.all(Report.Frozen.class).stream().anyMatch(f -> f.at() < firstDeath)) {
                fault("%s saw Frozen before anybody was killed", story.player());
            }
            story.all(Report.Closed.class).stream()
                    .findFirst()
                    .ifPresent(c -> fault("%s was closed: %s, %s", story.player(), c.why(), c.detail()));
        }
    }

    private void toldOnce(String player, Class<? extends Report> kind, int death) {
        long from = run.kills().get(death - 1).at();
        long until = death < run.kills().size() ? run.kills().get(death).at() : Long.MAX_VALUE;
        long times = stories.get(player).all(kind).stream()
                .filter(r -> r.at() >= from && r.at() < until)
                .count();
        String howOften = times == 0 ? "not at all" : times + " times";
        if (times != 1) fault("%s saw %s %s after death %d", player, kind.getSimpleName(), howOften, death);
    }

    private void allAreToldInOneOrder() {
        @Nullable List<String> first = null;
        String whose = "";
        for (String player : run.thereAllTheTime()) {
            List<String> told = ordered(stories.get(player));
            if (first == null) {
                first = told;
                whose = player;
            } else if (!first.equals(told)) {
                fault(
                        "%s and %s were told different things, or in a different order: %s, and %s",
                        whose, player, first, told);
                return;
            }
        }
    }

    private static List<String> ordered(PlayerStory story) {
        List<String> told = new ArrayList<>();
        for (Report report : story.reports()) {
            if (report instanceof Report.Joined r) told.add("Joined " + r.peer());
            if (report instanceof Report.Left r) told.add("Left " + r.peer());
            if (report instanceof Report.Resumed r) told.add("Resumed " + r.epoch() + " by " + r.server());
        }
        return told;
    }

    // ---- what was shown

    /** With a server goes what it showed last, as far as nobody else has it: {@link #playGoesOn} says how far. */
    private void noScoreFalls(PlayerStory story) {
        Map<String, Integer> highest = new HashMap<>();
        for (int chapter = 0; chapter < story.chapters(); chapter++) {
            List<Report.Shown> worlds = story.worlds(chapter);
            if (worlds.isEmpty()) continue;
            for (Report.Shown world : worlds) if (!noneFalls(story, world, highest)) return;
            long kept = story.worlds(chapter + 1).stream()
                    .mapToLong(Report.Shown::tick)
                    .findFirst()
                    .orElse(Long.MAX_VALUE);
            if (worlds.get(worlds.size() - 1).tick() <= kept) continue;
            highest.clear();
            for (Report.Shown world : worlds)
                if (world.tick() <= kept) world.pots().forEach((who, pot) -> highest.put(who, pot.score()));
        }
    }

    private boolean noneFalls(PlayerStory story, Report.Shown world, Map<String, Integer> highest) {
        for (Map.Entry<String, Report.Pot> pot : world.pots().entrySet()) {
            int score = pot.getValue().score();
            int before = highest.merge(pot.getKey(), score, Math::max);
            if (score < before) {
                fault(
                        "the score of %s fell from %d to %d, as %s was shown",
                        pot.getKey(), before, score, story.player());
                return false;
            }
        }
        return true;
    }

    private void noWorldIsStale(PlayerStory story) {
        for (int chapter = 0; chapter < story.chapters(); chapter++) {
            long newest = -1;
            for (Report.Shown world : story.worlds(chapter)) {
                if (world.tick() <= newest) {
                    fault(
                            "%s was shown tick %d after tick %d under the same server",
                            story.player(), world.tick(), newest);
                    return;
                }
                newest = world.tick();
            }
        }
    }

    private void onlyTheLivingAreShown(PlayerStory story) {
        for (int chapter = 0; chapter < story.chapters(); chapter++) {
            Set<String> living = run.livingAfter(Math.min(chapter, run.kills().size()));
            for (Report.Shown world : story.worlds(chapter)) {
                if (world.at() < run.settledAt() || world.pots().keySet().equals(living)) continue;
                Set<String> missing = less(living, world.pots().keySet());
                Set<String> ghosts = less(less(world.pots().keySet(), living), run.kept(story, world.at()));
                if (!missing.isEmpty())
                    fault("%s was shown no teapot of %s, who lives (tick %d)", story.player(), missing, world.tick());
                String seen = "%s was shown a teapot of %s, who does not play (tick %d)";
                if (!ghosts.isEmpty()) fault(seen, story.player(), ghosts, world.tick());
                if (!missing.isEmpty() || !ghosts.isEmpty()) return;
            }
        }
    }

    private void everyRequestCountsOnce(PlayerStory story) {
        int asked = 0;
        int counted = 0;
        for (Report report : story.reports()) {
            if (report instanceof Report.Asked r) asked = r.requests();
            if (!(report instanceof Report.Shown world) || !world.pots().containsKey(story.player())) continue;
            counted = world.pots().get(story.player()).asked();
            if (counted > asked) {
                fault(
                        "%s asked to fire %d times, and the server had counted %d (tick %d)",
                        story.player(), asked, counted, world.tick());
                return;
            }
        }
        if (run.livingAtLast().contains(story.player()) && counted != asked) {
            fault(
                    "%s asked to fire %d times, and at the end the server had counted %d",
                    story.player(), asked, counted);
        }
    }

    private void allSeeOneWorld(int chapter) {
        Map<Long, Map<String, Report.Pot>> seen = new HashMap<>();
        for (PlayerStory story : stories.values()) {
            for (Report.Shown world : story.worlds(chapter)) {
                Map<String, Report.Pot> others = seen.computeIfAbsent(world.tick(), t -> world.pots());
                if (others.equals(world.pots())) continue;
                fault(
                        "%s was shown another world of tick %d than somebody else, after death %d: %s, not %s",
                        story.player(), world.tick(), chapter, new TreeMap<>(world.pots()), new TreeMap<>(others));
                return;
            }
        }
    }

    // ---- what became of it

    private void playGoesOn(int death) {
        Set<String> survivors = run.kills().get(death - 1).survivors();
        Optional<Report.Shown> last = survivors.stream()
                .flatMap(p -> stories.get(p).worlds(death - 1).stream())
                .max(Comparator.comparingLong(Report.Shown::tick));
        if (last.isEmpty()) {
            fault("nobody was shown a world before death %d", death);
            return;
        }
        if (last.get().pots().values().stream().noneMatch(p -> p.score() > 0)) {
            fault("nobody had scored before death %d: a lost score would not show", death);
        }
        long resumedAt = survivors.stream()
                .flatMap(p -> stories.get(p).resumed(death).stream())
                .mapToLong(Report.Resumed::at)
                .min()
                .orElse(0);
        for (String player : new TreeSet<>(survivors)) {
            Optional<Report.Resumed> resumed = stories.get(player).resumed(death);
            if (resumed.isEmpty()) continue;
            Optional<Report.Shown> next =
                    stories.get(player).worlds(death).stream().findFirst();
            if (next.isEmpty()) fault("%s was shown no world after death %d", player, death);
            else {
                admits(death, player, resumed.get());
                continues(death, resumed.get(), resumedAt, last.get(), next.get());
            }
        }
    }

    /**
     * A server that slept may make one more state when it wakes, before it learns that it is none any more; its clock
     * ran on meanwhile, so what it is told may be as long as its sleep.
     */
    private void admits(int death, String player, Report.Resumed resumed) {
        Kill kill = run.kills().get(death - 1);
        double most = STATE_AGE_MAX_MILLIS + (player.equals(kill.victim()) ? resumed.at() - kill.at() : 0);
        double age = resumed.stateAgeMillis();
        if (!(age >= 0 && age <= most)) fault("after death %d %.0f ms of play are gone", death, age);
    }

    private void continues(int death, Report.Resumed resumed, long resumedAt, Report.Shown last, Report.Shown next) {
        long moved = next.tick() - last.tick();
        double back = ticks(Math.min(resumed.stateAgeMillis(), STATE_AGE_MAX_MILLIS)) + BACK_SLACK_TICKS;
        double ahead = ticks(next.at() - resumedAt) + AHEAD_SLACK_TICKS;
        if (-moved > back)
            fault(
                    "after death %d the duel is %d ticks behind what was shown: stateAge allows %.1f",
                    death, -moved, back);
        if (moved > ahead)
            fault("after death %d the duel is %d ticks ahead of what was shown: time allows %.1f", death, moved, ahead);
        for (String player : run.livingAfter(death)) {
            Report.Pot was = last.pots().get(player);
            Report.Pot is = next.pots().get(player);
            if (was != null && is != null)
                continues(
                        "after death %d the %%s of %s".formatted(death, player),
                        moved,
                        was,
                        is,
                        Math.min(was.score(), scoreAt(death, next.tick(), player)));
        }
    }

    /** The score of this player that anybody was shown before that death, up to that tick. */
    private int scoreAt(int death, long tick, String player) {
        return stories.values().stream()
                .flatMap(story -> story.worlds(death - 1).stream())
                .filter(world -> world.tick() <= tick && world.pots().containsKey(player))
                .max(Comparator.comparingLong(Report.Shown::tick))
                .map(world -> world.pots().get(player).score())
                .orElse(0);
    }

    private void continues(String whose, long moved, Report.Pot was, Report.Pot is, int least) {
        double way = Math.hypot(is.x() - was.x(), is.z() - was.z());
        double reach = Rules.SPEED_MAX * Math.abs(moved) * Rules.TICK + PLACE_SLACK;
        if (!(way <= reach)) fault(whose + " is %.2f from its place: it can have gone %.2f", "teapot", way, reach);
        double most = was.score() + SUGAR_IN_THE_AIR_MAX + Math.max(0, moved) * Rules.TICK;
        if (is.score() < least || is.score() > most)
            fault(whose + " is %d: it was %d", "score", is.score(), was.score());
    }

    // ----

    private String praise() {
        List<String> outages = new ArrayList<>();
        double age = 0;
        for (int death = 1; death <= run.kills().size(); death++) {
            long lastResumed = 0;
            Kill kill = run.kills().get(death - 1);
            for (String player : kill.survivors()) {
                if (player.equals(kill.victim())) continue;
                Report.Resumed resumed = stories.get(player).resumed(death).orElseThrow();
                lastResumed = Math.max(lastResumed, resumed.at());
                age = Math.max(age, resumed.stateAgeMillis());
            }
            outages.add(Long.toString(lastResumed - kill.at()));
        }
        long slept = run.kills().stream().filter(Kill::isSleep).count();
        return "%d servers died%s, %d players play on: resumed after %s ms, at most %.0f ms of play lost%s"
                .formatted(
                        run.kills().size() - slept,
                        slept == 0 ? "" : ", " + slept + " slept",
                        run.livingAtLast().size(),
                        String.join(", ", outages),
                        age,
                        String.join("", run.favours().stream().map(this::praise).toList()));
    }

    private String praise(Favour favour) {
        if (favour instanceof Favour.Return back)
            return "; %s crashed, and was back with its score".formatted(back.player());
        return "; handed over, and nobody noticed";
    }

    private void fault(String text, Object... facts) {
        faults.add(text.formatted(facts));
    }

    private static double ticks(double millis) {
        return millis / 1_000 * Rules.TICKS_PER_SECOND;
    }

    private static Set<String> less(Set<String> from, Set<String> taken) {
        Set<String> rest = new TreeSet<>(from);
        rest.removeAll(taken);
        return rest;
    }
}
