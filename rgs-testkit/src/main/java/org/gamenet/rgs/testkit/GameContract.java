package org.gamenet.rgs.testkit;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.gamenet.rgs.CheckReturnValue;
import org.gamenet.rgs.GameSpec;
import org.gamenet.rgs.Session;

/**
 * The promises of a game to RGS, as {@link Cluster#assertContract} tries them out:
 *
 * <ul>
 *   <li>The survivors' packages, restored, and then their {@code Left} give the state that the old server had, at a
 *       spare and at a promoted player.
 *   <li>Every process takes a player out of its state in its {@code Left} handler, without hearing from a server; but
 *       for what is kept for its return, see {@link #keeping}.
 *   <li>The same state, the same messages and the same times give the same state again.
 *   <li>RGS is used on one thread, and what came in a message is not changed.
 * </ul>
 *
 * Immutable; any thread.
 *
 * @since 0.1
 */
@CheckReturnValue
public final class GameContract {
    private static final Duration USUAL = Duration.ofSeconds(10);

    private final GameSpec rules;
    private final Function<? super Session, ? extends Frame> process;
    private final Duration play;
    private final Set<String> ignored;
    private final Set<String> kept;

    private GameContract(
            GameSpec rules,
            Function<? super Session, ? extends Frame> process,
            Duration play,
            Set<String> ignored,
            Set<String> kept) {
        this.rules = rules;
        this.process = process;
        this.play = play;
        this.ignored = ignored;
        this.kept = kept;
    }

    /**
     * The contract of this game.
     *
     * @param rules those ways to a new server are tried which they name
     * @param process makes the game of one process and returns its frame: a player if the session has one, else a spare
     *     or a dedicated server; the session is new, and the game names its handlers. Players have to play by
     *     themselves, as bots do
     */
    public static GameContract of(GameSpec rules, Function<? super Session, ? extends Frame> process) {
        if (rules == null || process == null)
            throw new IllegalArgumentException("GameContract.of(rules, process): neither may be null");
        return new GameContract(rules, process, USUAL, Set.of(), Set.of());
    }

    /**
     * For how long is played before something goes wrong: long enough for the state to matter. 10 s of virtual time,
     * unless set.
     */
    public GameContract playFor(Duration time) {
        if (time.isNegative() || time.isZero())
            throw new IllegalArgumentException("playFor(" + time + "): it has to be longer");
        return new GameContract(rules, process, time, ignored, kept);
    }

    /**
     * Components that a new server may begin anew, such as a counter of what it has sent. Named as a finding names
     * them, with {@code [*]} for what stands in brackets: {@code "Snapshot.number"}, {@code "World.pots[*].blinks"}.
     */
    public GameContract ignoring(String... components) {
        return new GameContract(rules, process, play, joined(ignored, components), kept);
    }

    /**
     * Components in which a player who has left stays, for it may come back by its {@link Session#rejoinToken}: its
     * score, its hand, the mark that it is away. Named as with {@link #ignoring}; a name covers what is inside it, so
     * {@code "Table.hands"} will do for {@code "Table.hands[*]"}. Everywhere else a lost player is a finding, as ever,
     * and a new server has to know of the absent what the old one knew.
     */
    public GameContract keeping(String... components) {
        return new GameContract(rules, process, play, ignored, joined(kept, components));
    }

    private static Set<String> joined(Set<String> some, String... others) {
        Set<String> all = new LinkedHashSet<>(some);
        all.addAll(List.of(others));
        return all;
    }

    GameSpec rules() {
        return rules;
    }

    Duration play() {
        return play;
    }

    Set<String> ignored() {
        return ignored;
    }

    Set<String> kept() {
        return kept;
    }

    Frame frameOf(Session session) {
        Frame frame = process.apply(session);
        if (frame == null)
            throw new IllegalArgumentException("the game made for " + session.self() + " has no frame: it is null");
        return frame;
    }
}
