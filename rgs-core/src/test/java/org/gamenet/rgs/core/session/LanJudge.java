package org.gamenet.rgs.core.session;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The judge of a game without a directory: it keeps the story, and names each violation. */
final class LanJudge {
    /**
     * A server that is silent for that long has lost its right to act, and a member that hung so long ago has caught
     * up.
     */
    private static final long STALE_MILLIS = 2_000;

    private static final int WRONGS_MOST = 8;

    final List<String> told = new ArrayList<>();
    final List<String> wrong = new ArrayList<>();
    /** Whether more than half of the electorate decide, so that there are never two games. */
    final boolean majority;

    /** Whether the network was ever cut: where all that are left decide there may be two games from then on. */
    private boolean cut;

    private final Town town;
    private final List<LanPlayer> players;
    /** Under a majority one alone serves an epoch. */
    private final Map<Long, String> servers = new HashMap<>();

    private long highest;
    private long highestSince;

    LanJudge(Town town, List<LanPlayer> players, boolean majority) {
        this.town = town;
        this.players = players;
        this.majority = majority;
    }

    void cuts() {
        cut = true;
    }

    /** Whether there is one game at most. */
    private boolean isOne() {
        return majority || !cut;
    }

    long millis() {
        return town.clock.nanoTime() / 1_000_000;
    }

    void tell(String what) {
        told.add(millis() + " " + what);
    }

    void wrong(String what) {
        tell("WRONG " + what);
        if (wrong.size() < WRONGS_MOST) wrong.add(millis() + " " + what);
    }

    /** That player is told somebody's message of this number; it had that many. */
    void hears(LanPlayer player, String from, int number, int had) {
        if (number <= had) wrong(player + " is told " + from + " " + number + " again");
        boolean excused = !isOne()
                || players.stream().anyMatch(p -> p.uncertain && p.toString().equals(from));
        if (number > had + 1 && !excused) wrong(player + " is told " + from + " " + number + " after " + had);
        boolean orders = player.citizen.session.isServer() && (!player.byPermission() || player.plays());
        // By permission another member orders too, and a server that is paused hears it.
        if (orders) orders(player, player.epoch());
    }

    private void orders(LanPlayer player, long epoch) {
        if (epoch > highest) {
            highest = epoch;
            highestSince = millis();
        }
        boolean late = millis() - highestSince > STALE_MILLIS && millis() > player.hungUntil + STALE_MILLIS;
        if (isOne() && epoch < highest && late)
            wrong(player + " orders in epoch " + epoch + ", and another in " + highest + " since " + highestSince);
    }

    /** As all are at this moment. */
    void look() {
        if (!isOne()) return;
        for (LanPlayer each : players) {
            if (!each.plays() || !each.citizen.session.isServer()) continue;
            String other = servers.putIfAbsent(each.epoch(), each.toString());
            if (other != null && !other.equals(each.toString()))
                wrong(each + " and " + other + " serve epoch " + each.epoch());
        }
    }

    /** A part of the network that has more than half of the electorate, and was cut off for long, plays. */
    void playsOn(List<LanPlayer> part, int decided) {
        if (!majority || 2 * part.size() <= decided) return;
        for (LanPlayer each : part)
            if (!each.plays() || 2 * each.others().size() <= decided)
                wrong(each + " is with more than half of all and does not play: " + each.standing());
    }

    /** All have the same, and all that they said. */
    void agree(List<LanPlayer> living) {
        differences(living).forEach(this::wrong);
    }

    List<String> differences(List<LanPlayer> living) {
        List<String> found = new ArrayList<>();
        LanPlayer first = living.get(0);
        for (LanPlayer each : living) {
            if (!each.has(first)) found.add(each + " has " + each.counts() + ", " + first + " " + first.counts());
            int own = first.counts().getOrDefault(each.toString(), 0);
            if (own != each.said() && isOne() && !each.uncertain)
                found.add(each + " said " + each.said() + ", and " + own + " are in");
        }
        return found;
    }

    static String standing(List<LanPlayer> living) {
        return living.stream().map(LanPlayer::standing).collect(Collectors.joining(", "));
    }
}
