package org.gamenet.rgs.core.directory.server;

import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.gamenet.rgs.core.arbiter.Ledger;
import org.gamenet.rgs.core.arbiter.Verdict;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.machine.MemberId;
import org.jspecify.annotations.Nullable;

/**
 * The durable part of a directory: a state machine of the log. Deterministic: the same commands in the same order make
 * the same games on every replica. Never throws for what a command says. One thread at a time: under a
 * {@link DirectoryMachine} it is the machine's.
 */
public final class Ledgers {

    /**
     * Games that one directory holds at most, ended ones that are still remembered among them; later ones are refused.
     */
    public static final int GAMES_MAX = 10_000;

    private final Map<String, GameRecord> games = new HashMap<>();
    private final TreeMap<Long, String> byOrder = new TreeMap<>();
    private final Map<Long, String> byFounding = new HashMap<>();
    private final Map<NamedKind, TreeMap<Long, String>> byName = new HashMap<>();
    private final Map<String, TreeMap<Long, String>> byKind = new HashMap<>();
    private final Map<MemberId, String> byHolder = new HashMap<>();
    private int mark;
    private long nextOrder = 1;

    private record NamedKind(String kind, String name) {}

    /** Without games. */
    public Ledgers() {}

    /** As the snapshot says. */
    public Ledgers(LedgersSnapshot snapshot) {
        install(snapshot);
    }

    /** Forgets everything and is as the snapshot says. */
    public void install(LedgersSnapshot snapshot) {
        games.clear();
        byOrder.clear();
        byFounding.clear();
        byName.clear();
        byKind.clear();
        byHolder.clear();
        mark = snapshot.mark();
        nextOrder = snapshot.nextOrder();
        snapshot.games().forEach(this::record);
    }

    /** Everything, as one record. */
    public LedgersSnapshot snapshot() {
        return new LedgersSnapshot(
                mark, nextOrder, byOrder.values().stream().map(games::get).toList());
    }

    /** The game of this id. */
    public Optional<GameRecord> game(String id) {
        return Optional.ofNullable(games.get(id));
    }

    /** The game that this claimId founded. */
    public Optional<GameRecord> founded(long claimId) {
        return Optional.ofNullable(byFounding.get(claimId)).map(games::get);
    }

    /** Ids of all games, oldest first. */
    public Collection<String> ids() {
        return Collections.unmodifiableCollection(byOrder.values());
    }

    /** Ids of the games of this kind registered after this position, oldest first. */
    Collection<String> ofKind(String kind, long afterOrder) {
        TreeMap<Long, String> found = byKind.get(kind);
        return found == null
                ? List.of()
                : Collections.unmodifiableCollection(
                        found.tailMap(afterOrder, false).values());
    }

    /** Ids of the games of this kind and name registered after this position, oldest first. */
    Collection<String> named(String kind, String name, long afterOrder) {
        TreeMap<Long, String> found = byName.get(new NamedKind(kind, name));
        return found == null
                ? List.of()
                : Collections.unmodifiableCollection(
                        found.tailMap(afterOrder, false).values());
    }

    /** The game whose current epoch this member was granted and has not given up. */
    Optional<String> heldBy(MemberId member) {
        return Optional.ofNullable(byHolder.get(member));
    }

    /** How many games. */
    public int size() {
        return games.size();
    }

    /** Applies one command of the log. */
    public LedgerResult apply(LedgerCommand command) {
        if (command instanceof LedgerCommand.Create c) {
            draw(c.mark());
            return create(c.game());
        }
        if (command instanceof LedgerCommand.Revive c) {
            draw(c.mark());
            return revive(c);
        }
        if (command instanceof LedgerCommand.Claim c) {
            return game(c.game()).map(game -> claim(game, c)).orElseGet(() -> new LedgerResult.Unknown());
        }
        if (command instanceof LedgerCommand.Activate c) {
            return change(c.game(), ledger -> ledger.activate(c.epoch(), c.members()));
        }
        if (command instanceof LedgerCommand.Enlist c) {
            return change(c.game(), ledger -> ledger.list(c.epoch(), c.count(), c.members()));
        }
        if (command instanceof LedgerCommand.Settle c) {
            return change(c.game(), ledger -> ledger.settle(c.epoch()));
        }
        if (command instanceof LedgerCommand.Release c) {
            return change(c.game(), ledger -> ledger.release(c.epoch()));
        }
        if (command instanceof LedgerCommand.End c) {
            return change(c.game(), ledger -> ledger.end(c.epoch()));
        }
        return drop((LedgerCommand.Drop) command);
    }

    /** The first entry of the log brings the mark. */
    private void draw(int drawn) {
        mark = mark == 0 ? drawn : mark;
    }

    /** Whether this log gave that id and has dropped the game since: such a game never comes back (P14). */
    boolean isOver(String id) {
        return mark != 0 && !games.containsKey(id) && GameIds.isOf(mark, id);
    }

    private LedgerResult create(DirectoryRequest.Registration asked) {
        Optional<GameRecord> earlier = founded(asked.claimId());
        if (earlier.isPresent()) {
            return new LedgerResult.Recorded(earlier.get());
        }
        if (games.size() >= GAMES_MAX) {
            return new LedgerResult.Full(games.size());
        }
        long order = nextOrder++;
        String id = GameIds.of(mark, order);
        Ledger ledger = Ledger.founded(
                asked.founder().id(), asked.claimId(), asked.rules().synchronous());
        GameRecord game = new GameRecord(
                id,
                order,
                asked.kind(),
                asked.group(),
                asked.rules(),
                asked.schema(),
                asked.version(),
                asked.founder().name(),
                asked.claimId(),
                ledger);
        record(game);
        return new LedgerResult.Recorded(game);
    }

    private LedgerResult revive(LedgerCommand.Revive asked) {
        GameRecord known = games.get(asked.game());
        if (known != null) {
            record(known.with(known.ledger().follow(asked.epoch(), asked.holder(), asked.listing())));
            return new LedgerResult.Recorded(games.get(asked.game()));
        }
        if (isOver(asked.game())) {
            return new LedgerResult.Unknown();
        }
        if (games.size() >= GAMES_MAX) {
            return new LedgerResult.Full(games.size());
        }
        DirectoryRequest.Revival facts = asked.facts();
        GameRecord game = new GameRecord(
                asked.game(),
                nextOrder++,
                facts.kind(),
                facts.group(),
                facts.rules(),
                facts.schema(),
                facts.version(),
                "",
                0,
                Ledger.revived(
                        asked.epoch(),
                        asked.holder(),
                        asked.listing(),
                        facts.rules().synchronous()));
        record(game);
        return new LedgerResult.Recorded(game);
    }

    private LedgerResult claim(GameRecord game, LedgerCommand.Claim command) {
        Verdict verdict = game.ledger().claim(command.bid());
        if (verdict instanceof Verdict.Granted granted) {
            record(game.with(granted.next()));
            return new LedgerResult.Granted(
                    granted.term().epoch(),
                    granted.next().listing().members(),
                    granted.next().active().authority());
        }
        return new LedgerResult.Denied(((Verdict.Denied) verdict).why());
    }

    private LedgerResult change(String id, Transition transition) {
        GameRecord game = games.get(id);
        if (game == null) {
            return new LedgerResult.Unknown();
        }
        record(game.with(transition.from(game.ledger())));
        return new LedgerResult.Applied();
    }

    private LedgerResult drop(LedgerCommand.Drop command) {
        GameRecord game = games.get(command.game());
        if (game == null) {
            return new LedgerResult.Unknown();
        }
        if (game.ledger().current().epoch().equals(command.current())) {
            forget(game);
        }
        return new LedgerResult.Applied();
    }

    private void forget(GameRecord game) {
        games.remove(game.id());
        byOrder.remove(game.order());
        byFounding.remove(game.founding(), game.id());
        byHolder.remove(game.ledger().current().claimant(), game.id());
        byName.computeIfPresent(
                new NamedKind(game.kind(), game.rules().name()), (named, ids) -> without(ids, game.order()));
        byKind.computeIfPresent(game.kind(), (kind, ids) -> without(ids, game.order()));
    }

    private static @Nullable TreeMap<Long, String> without(TreeMap<Long, String> ids, long order) {
        ids.remove(order);
        return ids.isEmpty() ? null : ids;
    }

    private void record(GameRecord game) {
        GameRecord before = games.put(game.id(), game);
        if (before != null) {
            byHolder.remove(before.ledger().current().claimant(), game.id());
        }
        if (!game.ledger().ended() && !game.ledger().current().released()) {
            byHolder.put(game.ledger().current().claimant(), game.id());
        }
        byName.computeIfAbsent(new NamedKind(game.kind(), game.rules().name()), named -> new TreeMap<>())
                .put(game.order(), game.id());
        byKind.computeIfAbsent(game.kind(), kind -> new TreeMap<>()).put(game.order(), game.id());
        byOrder.put(game.order(), game.id());
        if (game.founding() != 0) {
            byFounding.put(game.founding(), game.id());
        }
    }

    private interface Transition {
        Ledger from(Ledger ledger);
    }
}
