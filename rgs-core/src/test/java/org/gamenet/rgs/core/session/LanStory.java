package org.gamenet.rgs.core.session;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.gamenet.rgs.Arbiter;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Order;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.session.Town.Citizen;

/**
 * One seed's story of a game without a directory: its members are cut apart, die, hang, leave and come, all the while
 * each says one thing after the other.
 */
final class LanStory {
    private static final int PLAYERS_MOST = 7;
    private static final int BY_SIZE_EVERY = 9;
    /** Games that are served, from this seed on, have a backup, spares, or both. */
    private static final long BACKED_FROM = 200_000;

    private static final Failover[] PROMOTED = {Failover.PROMOTED_PLAYER};
    private static final Failover[] BACKED = {Failover.HOT_BACKUP, Failover.PROMOTED_PLAYER};
    private static final Failover[] SERVED = {Failover.SPARE_SERVER, Failover.PROMOTED_PLAYER};
    private static final Failover[] BOTH = {Failover.HOT_BACKUP, Failover.SPARE_SERVER, Failover.PROMOTED_PLAYER};

    /** All are well for so long: then everybody who plays decides. */
    private static final long SETTLED_MILLIS = 600;
    /** Members of a part of the network that can go on do it within that time. */
    private static final long PARTED_MILLIS = 6_000;
    /** In the end all play within that time. */
    private static final long WELL_MILLIS = 40_000;
    /** After so long a connection breaks; before, what was said over it arrives late. */
    private static final long BROKEN_MILLIS = 2_000;
    /** A game that is well survives one more death within that time. */
    private static final long LAST_MILLIS = 3_000;
    /** A member that stands still for longer in all may have given the game up. */
    private static final long APART_MILLIS = 22_000;

    private static final long QUIET_MILLIS = 3_000;
    private static final long BACKLOG_MILLIS = 10_000;
    /** A member that has been silent for 10 s is waited for no more. */
    private static final long UNSEEN_MILLIS = 12_000;

    /** A blow to the game. */
    private enum Strike {
        SPLIT,
        SPLIT_AND_KILL,
        KILL,
        KILL_SERVER,
        HANG,
        HANG_SERVER,
        LEAVE,
        COME
    }

    private final Random dice;
    private final LanTown lanTown = new LanTown();
    private final Town town = lanTown.town;
    private final List<LanPlayer> players = new ArrayList<>();
    /** Players and spares. */
    private final List<LanPlayer> all = new ArrayList<>();

    private final int spares;
    private final GameRules rules;
    private final LanJudge judge;
    /** Whether more than half decide as long as they are three, as in a game that does not choose. */
    private final boolean bySize;

    private final long pause;
    private final int began;
    /** The part of the network that each is in. */
    private final Map<LanPlayer, Integer> parts = new HashMap<>();

    private long apartLeft = APART_MILLIS;
    private boolean broken;
    private long apartSince;
    private int splits;
    /** How many decided when all had been well for a while, and how many were taken since. */
    private int decide;

    private int taken;
    private long notWellAt;
    private long goneAt = Long.MIN_VALUE / 2;

    /**
     * The outcome of a story.
     *
     * @param wrong nothing, if all is well
     * @param told the whole story
     */
    record Outcome(long seed, List<String> wrong, int splits, int recoveries, List<String> told) {}

    private LanStory(long seed, boolean rests) {
        dice = new Random(seed);
        town.chance = seed;
        town.rests = rests;
        Arbiter arbiter = dice.nextInt(3) == 0 ? Arbiter.KEEP_PLAYING : Arbiter.MAJORITY;
        bySize = seed % BY_SIZE_EVERY == 0;
        judge = new LanJudge(town, all, arbiter == Arbiter.MAJORITY && !bySize);
        boolean rejoins = dice.nextInt(4) == 0;
        int kind = dice.nextInt(3);
        boolean backed = kind == 0 && seed >= BACKED_FROM;
        spares = backed ? (int) (seed % 3) : 0;
        Failover[] spared = seed % 5 == 0 ? SERVED : BOTH;
        GameRules usual = Town.rules(!backed ? PROMOTED : spares == 0 ? BACKED : spared);
        if (!bySize) usual = usual.decidedBy(arbiter);
        if (rejoins) usual = usual.rejoiningWithin(3_000);
        if (kind > 0) usual = usual.amongPeers().orderedBy(kind == 1 ? Order.SEQUENCER : Order.LAMPORT);
        rules = usual;
        began = judge.majority ? 3 + dice.nextInt(3) : 2 + dice.nextInt(4);
        pause = 20 + dice.nextInt(100);
        if (dice.nextBoolean())
            town.network.weather = (from, to, frame) -> TestNetwork.Fate.late(frame, slowness(from) + slowness(to));
    }

    private static int slowness(TestNetwork.End end) {
        return end.place.hashCode() * 7 & 15;
    }

    static Outcome of(long seed, boolean rests) {
        LanStory story = new LanStory(seed, rests);
        try {
            story.play();
        } catch (AssertionError | RuntimeException e) {
            story.judge.wrong("" + e);
        }
        int recoveries = story.players.stream().mapToInt(p -> p.resumed).sum();
        return new Outcome(seed, story.judge.wrong, story.splits, recoveries, story.judge.told);
    }

    private List<LanPlayer> living() {
        return LanPlayer.living(players);
    }

    private List<LanPlayer> allLiving() {
        return LanPlayer.living(all);
    }

    private LanPlayer any(Predicate<LanPlayer> of) {
        List<LanPlayer> some = allLiving().stream().filter(of).toList();
        return some.isEmpty() ? null : some.get(dice.nextInt(some.size()));
    }

    // ---- the story

    private void play() {
        judge.tell(began + " players, " + spares + " spares, " + rules.failover() + ", " + rules.manner());
        for (int i = 0; i < began; i++) {
            newcomer();
            pass(i == 0 ? SETTLED_MILLIS : dice.nextInt(300));
        }
        for (int i = 0; i < spares; i++) all.add(LanPlayer.spare(lanTown, "s" + i, rules, judge));
        await("all play in the beginning", this::isWell);
        pass(400);
        decide = began;
        for (int strikes = 1 + dice.nextInt(4); strikes > 0; strikes--) {
            strike(Strike.values()[dice.nextInt(Strike.values().length)]);
            pass(dice.nextInt(dice.nextInt(3) == 0 ? 5_000 : 600));
        }
        heal();
        allLiving().forEach(LanPlayer::wakes);
        await("all living play as one", this::isWell);
        if (rules.failover().contains(Failover.HOT_BACKUP)) await("it is backed up", this::isBackedUp);
        goOn();
        survivesOneMore();
    }

    private LanPlayer newcomer() {
        LanPlayer newcomer = new LanPlayer(lanTown, "m" + players.size(), rules, judge, pause);
        players.add(newcomer);
        all.add(newcomer);
        return newcomer;
    }

    /** A last word of each, and time for all to hear it. */
    private void goOn() {
        living().forEach(LanPlayer::says);
        long quiet = judge.millis() + QUIET_MILLIS;
        while (judge.millis() < quiet) round(false);
        // By permission 64 of what waited are ordered in a turn.
        long late = quiet + (living().get(0).byPermission() ? BACKLOG_MILLIS : 0);
        while (judge.millis() < late && !judge.differences(playing()).isEmpty()) round(false);
        judge.agree(playing());
    }

    /** All players, and a spare that serves. */
    private List<LanPlayer> playing() {
        List<LanPlayer> some = new ArrayList<>(living());
        allLiving().stream().filter(p -> !some.contains(p) && p.plays()).forEach(some::add);
        return some;
    }

    /** A member that came back decides like all others: were it not on their list, this would be a death too many. */
    private void survivesOneMore() {
        if (living().size() < (judge.majority ? 3 : 2)) return;
        LanPlayer server = any(p -> p.citizen.session.isServer());
        judge.tell("in the end " + server + " dies");
        lanTown.dies(server.citizen);
        long since = judge.millis();
        await("the rest plays on", this::isWell);
        long took = judge.millis() - since;
        if (took > LAST_MILLIS + rules.rejoinWithinMillis()) judge.wrong("well only after " + took + " ms");
        goOn();
    }

    private boolean isWell() {
        List<LanPlayer> here = living();
        for (LanPlayer each : here) if (!each.playsWith(here.size(), here.get(0))) return false;
        List<LanPlayer> anywhere = allLiving();
        return anywhere.stream().filter(LanPlayer::serves).count() == 1;
    }

    /** By a spare, if one is left. */
    private boolean isBackedUp() {
        List<LanPlayer> others =
                allLiving().stream().filter(p -> !p.citizen.session.isServer()).toList();
        boolean spared = others.stream().anyMatch(p -> p.spare);
        Optional<Peer> backup = allLiving().stream()
                .filter(p -> p.citizen.session.isServer())
                .findFirst()
                .flatMap(p -> p.citizen.session.view().backup());
        return others.isEmpty()
                || others.stream()
                        .filter(p -> p.spare || !spared)
                        .anyMatch(p -> backup.equals(Optional.of(p.citizen.session.self())));
    }

    private void await(String what, BooleanSupplier done) {
        long until = judge.millis() + WELL_MILLIS;
        while (!done.getAsBoolean()) {
            if (judge.millis() > until)
                throw new AssertionError(
                        "not within " + WELL_MILLIS + " ms: " + what + ": " + LanJudge.standing(living()));
            round(true);
        }
    }

    private void pass(long millis) {
        long until = judge.millis() + millis;
        while (judge.millis() < until) round(true);
    }

    private void round(boolean speak) {
        town.pass(1);
        boolean calm = parts.isEmpty();
        for (LanPlayer each : allLiving()) {
            each.wakesInTime();
            if (speak) each.speaks();
            each.shows();
            calm &= each.runs();
        }
        judge.look();
        if (!calm || !isWell()) notWellAt = judge.millis();
        if (judge.millis() - notWellAt > SETTLED_MILLIS) {
            decide = living().size();
            taken = 0;
        }
        if (!parts.isEmpty() && !broken && judge.millis() - apartSince > BROKEN_MILLIS) breaks();
    }

    // ---- what befalls it

    private void strike(Strike what) {
        switch (what) {
            case SPLIT -> split(false);
            case SPLIT_AND_KILL -> split(true);
            case KILL -> kill(any(p -> true));
            case KILL_SERVER -> kill(any(p -> p.citizen.session.isServer()));
            case HANG -> hang(any(LanPlayer::runs));
            case HANG_SERVER -> hang(any(p -> p.runs() && p.citizen.session.isServer()));
            case LEAVE -> leave(any(LanPlayer::plays));
            case COME -> comes();
        }
    }

    /**
     * Whether that one may be taken, for good or for a while. Of those that decided when all was well more than half
     * must be left, and of those of its own part of the network, too, where that part goes on alone. Where whoever is
     * left goes on one of those is left.
     */
    private boolean mayTake(LanPlayer one) {
        if (one == null || !one.runs()) return false;
        long here =
                living().stream().filter(p -> p.runs() && part(p) == part(one)).count();
        boolean most = judge.majority || bySize && decide >= 3;
        if (!most) return taken == 0 && here > 1;
        boolean enough = 2 * (decide - taken - 1) > decide;
        return enough && (parts.isEmpty() || taken == 0 && (2 * here <= decide || 2 * (here - 1) > here));
    }

    private int part(LanPlayer player) {
        return parts.getOrDefault(player, -1);
    }

    private void kill(LanPlayer one) {
        if (!mayTake(one)) return;
        goes(one + " dies");
        lanTown.dies(one.citizen);
    }

    /** A member that goes decides for a moment still, and nothing else shows that a spare went. */
    private void goes(String how) {
        taken++;
        goneAt = judge.millis();
        notWellAt = goneAt;
        judge.tell(how);
    }

    private void hang(LanPlayer one) {
        if (!mayTake(one)) return;
        taken++;
        one.hangs(300 + dice.nextInt(4_000));
    }

    private void leave(LanPlayer one) {
        if (!mayTake(one)) return;
        goes(one + " leaves");
        one.gone = true;
        one.citizen.session.leave();
    }

    /** A newcomer that hears of no game hosts another one, so a server is to answer it, and the next strike waits. */
    private void comes() {
        boolean served = allLiving().stream().anyMatch(p -> p.plays() && p.citizen.session.isServer());
        if (players.size() >= PLAYERS_MOST || !served || standsStill()) return;
        LanPlayer newcomer = newcomer();
        long until = judge.millis() + PARTED_MILLIS;
        while (judge.millis() < until && !newcomer.plays()) round(true);
    }

    /**
     * By permission of one that died or left unseen, and where all that are left decide, nothing is ordered before that
     * one need not be waited for (P59): a newcomer would look for another game meanwhile.
     */
    private boolean standsStill() {
        boolean byPermission = rules.peers() && rules.order() == Order.LAMPORT;
        return byPermission && !judge.majority && judge.millis() - goneAt < UNSEEN_MILLIS;
    }

    private void split(boolean killOne) {
        List<LanPlayer> here = living();
        int ways = 2 + (here.size() > 2 && dice.nextInt(4) == 0 ? 1 : 0);
        for (LanPlayer each : here) parts.put(each, dice.nextInt(ways));
        for (LanPlayer each : allLiving()) if (!here.contains(each)) parts.put(each, dice.nextInt(ways));
        List<List<Citizen>> groups = IntStream.range(0, ways)
                .mapToObj(i -> allLiving().stream()
                        .filter(p -> part(p) == i)
                        .map(p -> p.citizen)
                        .toList())
                .toList();
        splits++;
        apartSince = judge.millis();
        boolean settled = apartSince - notWellAt > SETTLED_MILLIS;
        broken = false;
        town.network.holds();
        lanTown.split(groups);
        judge.cuts();
        judge.tell("parts: "
                + groups.stream().map(g -> g.stream().map(c -> c.name).toList()).toList());
        long length = Math.min(apartLeft, dice.nextInt(3) == 0 ? dice.nextInt(2_000) : dice.nextInt(20_000));
        apartLeft -= length;
        long before = killOne ? (long) (length * dice.nextDouble()) : length;
        pass(before);
        if (killOne) kill(any(p -> true));
        pass(length - before);
        if (settled && !killOne && length > PARTED_MILLIS)
            living().stream()
                    .collect(Collectors.groupingBy(this::part))
                    .values()
                    .forEach(part -> judge.playsOn(part, decide + spares));
        heal();
    }

    /** The cut is so long that connections break, and the group layer notices, or not. */
    private void breaks() {
        broken = true;
        town.network.drops();
        if (dice.nextBoolean()) town.network.viewsFollow();
    }

    private void heal() {
        if (parts.isEmpty()) return;
        judge.tell("healed");
        lanTown.heal();
        // One of the parts may have gone on alone: until all are well nobody knows how many decide.
        taken = PLAYERS_MOST;
        parts.clear();
        if (broken) town.network.viewsFollow();
        else town.network.lets();
    }
}
