package org.gamenet.rgs.examples.teapots.drill;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.examples.teapots.pilot.Bot;
import org.gamenet.rgs.examples.teapots.world.Command;
import org.gamenet.rgs.examples.teapots.world.Rules;
import org.gamenet.rgs.examples.teapots.world.World;

/**
 * A drill without processes: the real world and the real bots, servers that die by decree, and the reports that players
 * would make.
 */
final class Rehearsal {
    static final List<Peer> PLAYERS =
            List.of(Peer.of(1, "ann"), Peer.of(2, "bob"), Peer.of(3, "cid"), Peer.of(4, "dee"));
    static final String ANN = PLAYERS.get(0).toString();
    static final String DEE = PLAYERS.get(3).toString();
    static final int LOST_TICKS = 3;
    private static final long START = 1_000_000;

    private final Map<String, List<Report>> heard = new LinkedHashMap<>();
    private final List<Kill> kills = new ArrayList<>();
    private final List<Favour> favours = new ArrayList<>();
    private final Map<Peer, Integer> asked = new HashMap<>();
    private final Map<Peer, Bot> bots = new HashMap<>();
    private World world = World.EMPTY;
    private long now = START;

    /** Twenty seconds and three deaths, all well. */
    static Rehearsal good() {
        return with(UnaryOperator.identity());
    }

    /** The same, and each new server remembers the world so. */
    static Rehearsal with(UnaryOperator<World> recall) {
        Rehearsal run = new Rehearsal();
        for (Peer player : PLAYERS) {
            run.world = run.world.with(player);
            run.bots.put(player, new Bot(player.id()));
            run.heard.put(player.toString(), new ArrayList<>());
        }
        run.tellAll(new Report.Joined(run.now, ANN));
        for (int death = 1; death <= 3; death++) {
            run.play(300);
            run.die(death, recall);
        }
        run.play(300);
        return run;
    }

    DrillRecording recording() {
        Map<String, List<Report>> players = new HashMap<>();
        heard.forEach((player, reports) -> players.put(player, List.copyOf(reports)));
        return new DrillRecording(START, kills, favours, players);
    }

    /** The reports of a player, to be tampered with. */
    List<Report> of(String player) {
        return heard.get(player);
    }

    /** In its place among what this player reported. */
    void insert(String player, Report report) {
        int place = 0;
        while (place < of(player).size() && of(player).get(place).at() < report.at()) place++;
        of(player).add(place, report);
    }

    List<Favour> favours() {
        return favours;
    }

    List<Kill> kills() {
        return kills;
    }

    /** Changes each world that this player was shown after that death. */
    Rehearsal shownAfter(int death, String player, UnaryOperator<Report.Shown> change) {
        long from = kills.get(death - 1).at();
        of(player).replaceAll(r -> r instanceof Report.Shown s && s.at() > from ? change.apply(s) : r);
        return this;
    }

    /** Changes each world that anybody was shown after that death. */
    Rehearsal shownAfter(int death, UnaryOperator<Report.Shown> change) {
        PLAYERS.forEach(player -> shownAfter(death, player.toString(), change));
        return this;
    }

    static Report.Shown withPot(Report.Shown world, String player, UnaryOperator<Report.Pot> change) {
        Map<String, Report.Pot> pots = new TreeMap<>(world.pots());
        pots.computeIfPresent(player, (p, pot) -> change.apply(pot));
        return new Report.Shown(world.at(), world.tick(), pots);
    }

    static Report.Shown withoutName(Report.Shown world, String player) {
        Map<String, Report.Pot> pots = new TreeMap<>(world.pots());
        pots.put(player.substring(player.indexOf('#')), pots.remove(player));
        return new Report.Shown(world.at(), world.tick(), pots);
    }

    private void play(int ticks) {
        for (int i = 0; i < ticks; i++) {
            now = START + Math.round((now - START) + 1_000.0 / Rules.TICKS_PER_SECOND);
            if (i % 2 == 0) PLAYERS.forEach(this::decide);
            world = world.step();
            if (i % 2 == 1) tellAll(shown(now, world));
        }
    }

    private void decide(Peer player) {
        for (Command command : bots.get(player).decide(world, player)) {
            world = world.after(player, command);
            if (command.mustArrive())
                of(player.toString()).add(new Report.Asked(now, asked.merge(player, 1, Integer::sum)));
        }
    }

    private void die(int death, UnaryOperator<World> recall) {
        kills.add(new Kill(now, "server-" + death, Set.copyOf(heard.keySet())));
        tellAll(new Report.Frozen(now + 15, "closed"));
        now += 100;
        World old = world;
        for (int i = 0; i < LOST_TICKS; i++) old = old.step();
        world = recall.apply(world);
        tellAll(new Report.Resumed(
                now,
                death + 1,
                "server-" + (death + 1),
                List.copyOf(heard.keySet()),
                new Report.Spent(15, 20, 40, 25),
                (old.tick() - world.tick()) * 1_000.0 / Rules.TICKS_PER_SECOND));
    }

    private void tellAll(Report report) {
        heard.values().forEach(reports -> reports.add(report));
    }

    static Report.Shown shown(long at, World world) {
        Map<String, Report.Pot> pots = new TreeMap<>();
        world.pots()
                .forEach((who, pot) ->
                        pots.put(who.toString(), new Report.Pot(pot.x(), pot.z(), pot.score(), pot.asked())));
        return new Report.Shown(at, world.tick(), pots);
    }
}
