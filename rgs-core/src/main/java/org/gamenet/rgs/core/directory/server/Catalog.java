package org.gamenet.rgs.core.directory.server;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.directory.protocol.GameEntry;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Filter;
import org.gamenet.rgs.core.machine.Member;

/** The games as a directory shows them: what the log remembers, with what renewals tell. */
final class Catalog {

    private static final int PAGE_MAX = 1_000;

    private final Ledgers ledgers;
    private final Map<String, GameState> states = new LinkedHashMap<>();

    Catalog(Ledgers ledgers) {
        this.ledgers = ledgers;
    }

    Optional<GameRecord> record(String id) {
        return ledgers.game(id);
    }

    /** Whether a game of that id has ended or was dropped, as far as the log remembers. */
    boolean isOver(String id) {
        return ledgers.isOver(id);
    }

    Optional<GameRecord> founded(long claimId) {
        return ledgers.founded(claimId);
    }

    /**
     * The game's state as renewals tell it, for a game that the log knows; nothing yet, if this directory was not there
     * when it was made.
     */
    GameState state(GameRecord game, long now) {
        return states.computeIfAbsent(game.id(), id -> new GameState(game, Lease.NO_LINE, now));
    }

    /** The caller's line is where the holder of a new game is. */
    GameState begin(GameRecord game, long line, long now) {
        return states.computeIfAbsent(game.id(), id -> new GameState(game, line, now));
    }

    void forget(String id) {
        states.remove(id);
    }

    Stream<GameRecord> all() {
        return List.copyOf(ledgers.ids()).stream().flatMap(id -> ledgers.game(id).stream());
    }

    /** Games of one kind and name, oldest first. */
    Stream<GameRecord> named(String kind, String name) {
        return List.copyOf(ledgers.named(kind, name, 0)).stream().flatMap(id -> ledgers.game(id).stream());
    }

    /** Forgets what was told of games that the log no longer has. */
    void retainRecorded() {
        states.keySet().removeIf(id -> ledgers.game(id).isEmpty());
    }

    Iterable<GameState> states() {
        return states.values();
    }

    GameEntry entry(GameRecord game, long now) {
        return state(game, now).entry(game, true, now);
    }

    /**
     * Games that have not ended, without their members' places: the oldest first, unless another order is asked for.
     */
    DirectoryReply.Games page(DirectoryRequest.Discover asked, long now) {
        int limit = Math.max(1, Math.min(PAGE_MAX, asked.limit()));
        Stream<GameRecord> found = asked.filter()
                .rank()
                .map(rank -> ranked(asked, rank, now))
                .orElseGet(() -> behind(asked, after(asked.afterGame())).filter(game -> matches(game, asked, now)));
        return new DirectoryReply.Games(
                found.limit(limit).map(game -> shown(game, now)).toList());
    }

    /** Without its members' places. */
    GameEntry shown(GameRecord game, long now) {
        return state(game, now).entry(game, false, now);
    }

    /** With those places that this roster lacks. */
    GameEntry entryBeside(GameRecord game, List<Member> roster, long now) {
        Set<Endpoint> known = new HashSet<>();
        roster.forEach(member -> known.add(member.endpoint()));
        GameEntry full = entry(game, now);
        return full.at(full.endpoints().stream()
                .filter(place -> !known.contains(place))
                .toList());
    }

    private Stream<GameRecord> behind(DirectoryRequest.Discover asked, long order) {
        return candidates(asked, order).stream().flatMap(id -> ledgers.game(id).stream());
    }

    /** All that match, the nearest to what is wanted first; from behind the last game of the page before. */
    private Stream<GameRecord> ranked(DirectoryRequest.Discover asked, Filter.Rank rank, long now) {
        long last = after(asked.afterGame());
        record Ranked(GameRecord game, double distance) {}
        return behind(asked, 0)
                .filter(game -> matches(game, asked, now))
                .map(game -> new Ranked(game, rank.distance(state(game, now).attributes())))
                .filter(one -> !(one.distance() < rank.after())
                        && !(one.distance() == rank.after() && one.game().order() <= last))
                .sorted(Comparator.comparingDouble(Ranked::distance)
                        .thenComparingLong(one -> one.game().order()))
                .map(Ranked::game);
    }

    /** By the narrowest index: a list that matches nothing must not cost a look at every game. */
    private Collection<String> candidates(DirectoryRequest.Discover asked, long after) {
        if (!asked.game().isEmpty()) {
            return List.of(asked.game());
        }
        return asked.name().isEmpty()
                ? ledgers.ofKind(asked.kind(), after)
                : ledgers.named(asked.kind(), asked.name(), after);
    }

    private long after(String game) {
        OptionalLong known =
                ledgers.game(game).map(found -> OptionalLong.of(found.order())).orElseGet(() -> GameIds.order(game));
        return known.orElse(0);
    }

    private boolean matches(GameRecord game, DirectoryRequest.Discover asked, long now) {
        if (game.ledger().ended() || !game.kind().equals(asked.kind())) {
            return false;
        }
        if (!asked.game().isEmpty()) {
            return game.id().equals(asked.game());
        }
        GameState state = state(game, now);
        return (asked.name().isEmpty() || game.rules().name().equals(asked.name()))
                && asked.filter().matches(state.attributes())
                && game.rules().listed()
                && (asked.all()
                        || state.isOpen(game, now)
                                && state.players() < game.rules().maxPlayers());
    }
}
