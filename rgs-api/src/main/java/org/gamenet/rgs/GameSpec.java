package org.gamenet.rgs;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The rules of a game. The process that registers the game states them, and they bind every process that joins.
 * Immutable: each setter leaves this one as it is and returns another with the change; two with the same values are
 * equal. Any thread.
 *
 * <pre>{@code
 * GameSpec duel = GameSpec.clientServer("kitchen", 8)
 *         .failover(Failover.SPARE_SERVER, Failover.PROMOTED_PLAYER)    // a machine that stands by, else a player
 *         .suspectAfter(Duration.ofMillis(500))                         // a hanging server is replaced sooner, a slow one oftener
 *         .attribute("map", "attic")                                    // what a lobby shows and a query asks for
 *         .attribute("rating", "1500");
 *
 * GameSpec amongFriends = GameSpec.clientServer("our secret kitchen", 4).unlisted();
 * }</pre>
 *
 * The defaults are meant for a game in a room or over the Internet between players who know each other. Change
 * {@code suspectAfter} first: it is most of the time for which a game stands still when its server hangs. A server that
 * crashes is noticed without it.
 *
 * @since 0.1
 */
@CheckReturnValue
public final class GameSpec {
    private final Rules rules;

    private GameSpec(Rules rules) {
        this.rules = rules;
    }

    private record Rules(
            String name,
            int maxPlayers,
            List<Failover> failover,
            GameTiming timing,
            Map<String, String> attributes,
            GameManner manner) {}

    /**
     * A game with one server and seats for 1 to {@code maxPlayers} players, of whom the server can be one.
     *
     * @throws IllegalArgumentException naming what is wrong with the name or the number of seats
     */
    public static GameSpec clientServer(String name, int maxPlayers) {
        Checks.gameName("the game's name is null", name);
        int most = (int) Limit.MEMBERS.byDefault();
        if (maxPlayers < 1 || maxPlayers > most)
            throw new IllegalArgumentException(maxPlayers + " players: 1 to " + most + " can play one game");
        return new GameSpec(
                new Rules(name, maxPlayers, List.of(Failover.values()), GameTiming.USUAL, Map.of(), GameManner.USUAL));
    }

    /**
     * A game of 1 to {@code maxPlayers} equals: all of them, the sender included, see the same
     * {@link Delivery#TOTAL_ORDER} messages at the same places among {@code Joined}, {@code Left} and {@code Resumed},
     * and each applies them for itself. One of them gives the messages their order; there {@link Session#isServer} is
     * true. When it is gone the next one does, without anybody's state: every peer has it. A newcomer is given the
     * state as it is at its place in the order, by {@link StateHandler}. There is nobody to {@link Session#sendToServer
     * send to} but all.
     *
     * @throws IllegalArgumentException naming what is wrong with the name or the number of seats
     */
    public static GameSpec peerToPeer(String name, int maxPlayers) {
        return clientServer(name, maxPlayers).failover(Failover.PROMOTED_PLAYER).with(GameManner.USUAL.among(true));
    }

    /**
     * How equals put their messages in order; {@link Order#SEQUENCER} unless set.
     *
     * @throws IllegalArgumentException if that is null, or the game is not one of peers
     */
    public GameSpec order(Order by) {
        if (by == null) throw new IllegalArgumentException("order(by): it is null");
        if (!rules.manner.peers())
            throw new IllegalArgumentException(
                    "order(" + by + "): the server of a game orders it; only peers may choose");
        return with(rules.manner.ordered(by));
    }

    private GameSpec with(GameTiming timing) {
        return new GameSpec(
                new Rules(rules.name, rules.maxPlayers, rules.failover, timing, rules.attributes, rules.manner));
    }

    private GameSpec with(GameManner manner) {
        return new GameSpec(
                new Rules(rules.name, rules.maxPlayers, rules.failover, rules.timing, rules.attributes, manner));
    }

    /**
     * The ways that lead to a new server, tried in the order given. All three in the order of their declaration, unless
     * set.
     *
     * @throws IllegalArgumentException if a way is null, or is named twice, or the game is one of peers, or is
     *     synchronous and {@code HOT_BACKUP} is not among them
     */
    public GameSpec failover(Failover... ways) {
        if (ways == null || Arrays.stream(ways).anyMatch(Objects::isNull))
            throw new IllegalArgumentException("failover(ways): none may be null");
        if (rules.manner.peers()) throw new IllegalArgumentException("failover(ways): peers have no server to replace");
        List<Failover> wanted = List.of(ways);
        if (wanted.stream().distinct().count() < wanted.size())
            throw new IllegalArgumentException("failover names a way twice: " + wanted);
        if (rules.manner.synchronous()) checkSynchronous(wanted);
        return new GameSpec(
                new Rules(rules.name, rules.maxPlayers, wanted, rules.timing, rules.attributes, rules.manner));
    }

    /**
     * The game ends with its server.
     *
     * @throws IllegalArgumentException if the game is synchronous
     */
    public GameSpec noFailover() {
        return failover(new Failover[0]);
    }

    /**
     * After how much silence a server is taken for dead: 200 ms to 60 s, 1 s unless set. When its sockets close it is
     * noticed without this wait.
     *
     * @throws IllegalArgumentException if it is outside of that
     */
    public GameSpec suspectAfter(Duration silence) {
        check("suspectAfter", silence, Duration.ofMillis(200), Duration.ofSeconds(60));
        return with(rules.timing.suspecting(silence));
    }

    /**
     * For how long a frozen game tries to find a server: 3 s to 10 min, 30 s unless set.
     *
     * @throws IllegalArgumentException if it is outside of that
     */
    public GameSpec giveUpAfter(Duration frozen) {
        check("giveUpAfter", frozen, Duration.ofSeconds(3), Duration.ofMinutes(10));
        return with(rules.timing.givingUp(frozen));
    }

    /**
     * For how long a game stands still, at most, before it goes on though half of its members or more are out of reach:
     * 1 s to {@code giveUpAfter}, half of that unless set. While more than half of them are together, or the others are
     * known to be dead, it goes on at once. A game that goes on with fewer may lose what was confirmed to players;
     * {@link SessionEvent.Resumed#stateAge} tells how much.
     *
     * @throws IllegalArgumentException if it is below 1 s or above 10 min; a time above {@code giveUpAfter} is refused
     *     when the game is registered
     */
    public GameSpec goOnWithFewerAfter(Duration frozen) {
        check("goOnWithFewerAfter", frozen, Duration.ofSeconds(1), Duration.ofMinutes(10));
        return with(rules.timing.goingOnWithFewer(frozen));
    }

    /**
     * The age that a player's package, or a backup's copy of the state, should not exceed: 10 ms to 10 s, 50 ms unless
     * set. If packaging that often cost more than 2 % of the time, RGS does it less often, and stateAge tells by how
     * much.
     *
     * @throws IllegalArgumentException if it is outside of that
     */
    public GameSpec packageEvery(Duration interval) {
        check("packageEvery", interval, Duration.ofMillis(10), Duration.ofSeconds(10));
        return with(rules.timing.packing(interval));
    }

    /**
     * For how long a player who is lost, and neither left nor was put out, stays in the game as away: 0 to 1 h, 10 s
     * unless set. At 0 the player is told as {@link SessionEvent.Left} at once. Else it is {@link SessionEvent.Away}
     * first: it stays in the view ({@link View#away}), its seat is nobody else's, and each game keeps its part of the
     * state; then it is {@link SessionEvent.Back}, or, when the time is over, {@code Left}. A server that takes over
     * gives those who are away the whole time again. The time is kept to a fiftieth.
     *
     * @throws IllegalArgumentException if it is outside of that
     */
    public GameSpec rejoinWithin(Duration grace) {
        check("rejoinWithin", grace, Duration.ZERO, Duration.ofHours(1));
        return with(rules.manner.rejoining(grace));
    }

    /**
     * The arbiter decides which part of the game goes on when its network falls apart. Unless set: the directory where
     * one is configured; without one, more than half of the members from three on, and of two the one that is left. The
     * decisions of a directory are nobody else's, so a process with a directory refuses a game with another arbiter,
     * and one without refuses {@link Arbiter#DIRECTORY}.
     *
     * @throws IllegalArgumentException if it is null
     */
    public GameSpec arbiter(Arbiter arbiter) {
        if (arbiter == null) throw new IllegalArgumentException("arbiter(arbiter): it may not be null");
        return with(rules.manner.decidedBy(arbiter));
    }

    /**
     * Nothing that a server has shown is lost with it. The consequences of an update of the server, that is what it
     * sends, kicks, advertises and shows of its state to a newcomer, leaves it when each backup holds the copy of the
     * state that it came from; so whoever serves next has that state. RGS packs the state at the end of each
     * {@code update} or {@code recv} in which the server was handed something or since which it has sent something: at
     * most one round trip to the backup goes by for each update, and updates that come meanwhile share the next one. A
     * message that is sent outside of {@code update} leaves with the next one. Ordered messages of the players are
     * shown to the others when the backup has them in its log; the server's own wait for both, two round trips.
     *
     * <p>While there is no backup ({@link ServerRole#ACTIVE_ALONE}) all goes out at once, and is one copy, as without
     * this; so it is always where no directory is. A backup that is silent or lost holds everything up until it is
     * dropped, after 1 s or {@code suspectAfter}, whichever is longer; while the directory is away nobody is dropped.
     * Until then reliable messages wait as others do: beyond {@link Limit#SEND_MESSAGES} {@code send} throws
     * {@code QUEUE_FULL}; of unreliable ones the oldest are dropped and counted ({@link Stats}). The server's own
     * application alone has a state ahead of the others; its own messages to all come back to it when the others get
     * them.
     *
     * <p>If the server and its backup die together, the game goes on from what the players packaged, after half of
     * {@code giveUpAfter} if another way is in the list.
     *
     * @throws IllegalArgumentException if {@code HOT_BACKUP} is not in the failover list, or the game is one of peers
     */
    public GameSpec synchronous() {
        if (rules.manner.peers())
            throw new IllegalArgumentException("synchronous(): peers have no server whose state could be lost");
        checkSynchronous(rules.failover);
        return with(rules.manner.showingSafely());
    }

    private static void checkSynchronous(List<Failover> ways) {
        if (!ways.contains(Failover.HOT_BACKUP))
            throw new IllegalArgumentException(
                    "a synchronous game needs a backup that holds what was shown, and failover is " + ways
                            + ": add HOT_BACKUP, or leave synchronous() away");
    }

    /**
     * Adds something that discover shows and that a query can ask for. There is room for 16, each with a name of up to
     * 64 bytes and a value of up to 256.
     *
     * @throws IllegalArgumentException naming what is too long, too many or not printable
     */
    public GameSpec attribute(String name, String value) {
        if (name == null || value == null)
            throw new IllegalArgumentException("attribute(name, value): neither may be null");
        Map<String, String> more = new TreeMap<>(rules.attributes);
        more.put(name, value);
        Checks.attributes(more);
        return new GameSpec(
                new Rules(rules.name, rules.maxPlayers, rules.failover, rules.timing, Map.copyOf(more), rules.manner));
    }

    /**
     * Keeps the game out of every list: {@code discover} finds it by its id alone, which is for its players to pass on,
     * and {@code hostOrJoin} when it is given the same name and is unlisted too. That keeps strangers from stumbling
     * over it; it locks nobody out.
     */
    public GameSpec unlisted() {
        return with(rules.manner.unlisted());
    }

    /** The name of the game: printable, 1 to 64 bytes; several games may share it. */
    public String name() {
        return rules.name;
    }

    /** How many seats for players it has. */
    public int maxPlayers() {
        return rules.maxPlayers;
    }

    /** The ways that lead to a new server, the first to be tried first; none in a game that ends with its server. */
    public List<Failover> failover() {
        return rules.failover;
    }

    /** After how much silence a server is taken for dead. */
    public Duration suspectAfter() {
        return rules.timing.suspectAfter();
    }

    /** For how long a frozen game tries to find a server. */
    public Duration giveUpAfter() {
        return rules.timing.giveUpAfter();
    }

    /** After how long a game goes on with half of its members or fewer: as set, or half of {@link #giveUpAfter()}. */
    public Duration goOnWithFewerAfter() {
        return rules.timing
                .goOnWithFewerAfter()
                .orElse(rules.timing.giveUpAfter().dividedBy(2));
    }

    /** The age that a package should not exceed. */
    public Duration packageEvery() {
        return rules.timing.packageEvery();
    }

    /** For how long a lost player stays in the game as away; zero: not at all. */
    public Duration rejoinWithin() {
        return rules.manner.rejoinWithin();
    }

    /** The arbiter between parts of a game that was split; empty: the directory, or the members by their number. */
    public Optional<Arbiter> arbiter() {
        return rules.manner.arbiter();
    }

    /** The attributes that discover shows with the game. */
    public Map<String, String> attributes() {
        return rules.attributes;
    }

    /** Whether lists show the game. */
    public boolean listed() {
        return rules.manner.listed();
    }

    /** Whether it is a game of equals. */
    public boolean isPeerToPeer() {
        return rules.manner.peers();
    }

    /** How its equals put their messages in order. */
    public Order order() {
        return rules.manner.order();
    }

    /** Whether what its server shows waits for the backup. */
    public boolean isSynchronous() {
        return rules.manner.synchronous();
    }

    /** Whether the other one is a game of the same rules. */
    @Override
    public boolean equals(Object other) {
        return other instanceof GameSpec spec && rules.equals(spec.rules);
    }

    /** Equal for equal rules. */
    @Override
    public int hashCode() {
        return rules.hashCode();
    }

    /** For logs. */
    @Override
    public String toString() {
        return "GameSpec" + rules.toString().substring("Rules".length());
    }

    private static void check(String what, Duration value, Duration least, Duration most) {
        if (value == null) throw new IllegalArgumentException(what + " is null");
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0)
            throw new IllegalArgumentException(what + " is " + value.toMillis() + " ms: " + least.toMillis() + " ms to "
                    + most.toMillis() + " ms are allowed");
    }
}
