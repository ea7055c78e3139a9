package org.gamenet.rgs.examples.maze.play;

import java.util.List;
import java.util.function.Predicate;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.SessionEvent.Left;
import org.gamenet.rgs.StateHandler;
import org.gamenet.rgs.StatePackage;
import org.gamenet.rgs.examples.maze.world.Act;
import org.gamenet.rgs.examples.maze.world.Maze;
import org.gamenet.rgs.examples.maze.world.Move;
import org.gamenet.rgs.examples.maze.world.Rat;
import org.jspecify.annotations.Nullable;

/**
 * One peer's maze. Nothing happens in it when a key is pressed: the move is sent, and takes effect where the order has
 * it, here as everywhere. Game thread.
 */
public final class MazeSession implements StateHandler<Maze> {
    private final Session session;
    private final MazeWitness witness;
    private final Predicate<Move> heeds;
    private Maze maze = Maze.EMPTY;
    private int sent;
    private int seen;

    /** A maze as it is meant to be. */
    public MazeSession(Session session, MazeWitness witness) {
        this(session, witness, move -> true);
    }

    /**
     * A maze that may miss a move, to try those who check it.
     *
     * @param heeds what becomes of moves; in a game that is meant to be played, all of them count
     */
    public MazeSession(Session session, MazeWitness witness, Predicate<Move> heeds) {
        this.session = session;
        this.witness = witness;
        this.heeds = heeds;
        session.on(Move.class, this::move)
                .on(Left.class, (who, event) -> {
                    boolean there = maze.rats().containsKey(who);
                    maze = maze.without(who);
                    if (there) witness.left(who, maze);
                })
                .on(SessionEvent.class, witness::happened)
                .state(Maze.class, this);
    }

    /** Hears what came, and comes into the maze as soon as it may. False once the session is over. */
    public boolean frame() {
        if (!session.update()) return false;
        if (session.phase() == Session.Phase.PLAYING && rat() == null && waiting() == 0) say(Act.SPAWN);
        return true;
    }

    /** Asks for a move. */
    public void act(Act act) {
        if (rat() != null) say(act);
    }

    /** How many of my moves have not come back to me. */
    public int waiting() {
        return sent - seen;
    }

    /** How many moves I have sent. */
    public int sent() {
        return sent;
    }

    /** The maze after the last move that came. */
    public Maze maze() {
        return maze;
    }

    /** My rat, unless it is not there yet. */
    public @Nullable Rat rat() {
        return maze.rats().get(session.self());
    }

    /** The session behind it. */
    public Session session() {
        return session;
    }

    @Override
    public Maze packageState() {
        return maze;
    }

    @Override
    public void restoreState(List<StatePackage<Maze>> packages) {
        maze = packages.get(0).state();
        Rat mine = rat();
        // My earlier moves are in this maze, if I am; otherwise I come in again.
        seen = mine == null ? sent : mine.moves();
        witness.restored(maze);
    }

    private void say(Act act) {
        session.send(new Move(act, ++sent), Delivery.TOTAL_ORDER);
    }

    private void move(Peer who, Move move) {
        if (who.equals(session.self())) seen = move.number();
        if (!heeds.test(move)) return;
        Rat rat = maze.rats().get(who);
        Peer hit = rat == null || move.act() != Act.FIRE ? null : maze.target(rat);
        maze = maze.after(who, move);
        if (hit != null) witness.shot(who, hit);
        witness.moved(who, move, maze);
    }
}
