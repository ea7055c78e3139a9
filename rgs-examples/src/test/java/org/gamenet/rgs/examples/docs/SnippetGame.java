package org.gamenet.rgs.examples.docs;

import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import org.gamenet.rgs.GameInfo;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.SessionEvent.Left;
import org.gamenet.rgs.StateHandler;
import org.gamenet.rgs.StatePackage;

/**
 * The names that the examples of the documents take for granted: {@link SnippetsTest} compiles each in a class that
 * extends this one.
 */
public abstract class SnippetGame implements StateHandler<SnippetGame.Box> {
    /** A message. */
    public record Coin(int cents) {}

    /** A message. */
    public record Hello(String text) {}

    /** A message. */
    public record Move(int x, int y) {}

    /** A message, passed on. */
    public record Moved(Peer who, Move move) {}

    /** A message. */
    public record Buy(String what) {}

    /** Where something is. */
    public record Pot(double sentAt, double x, double y, double vx, double vy) {}

    /** A player's part of a state. */
    public record Hand(List<String> cards) {}

    /** A state. */
    public record Box(Map<Peer, Integer> coins) {}

    /** A state. */
    public record World(long number) {
        /** Does what the player wants. */
        public void apply(Peer who, Move move) {}

        /** One more. */
        public void spawn(Peer who) {}

        /** One less. */
        public void remove(Peer who) {}
    }

    protected Rgs rgs;
    protected Session session;
    protected GameInfo game;
    protected SSLContext context;
    protected Peer peer;
    protected World world = new World(0);
    protected StateHandler<World> handler;
    protected String caption = "";

    protected void draw(World seen) {}

    protected void draw(double x, double y) {}

    protected void count(Peer who, Coin coin) {}

    protected void forget(Peer who, Left event) {}

    @Override
    public Box packageState() {
        return new Box(Map.of());
    }

    @Override
    public void restoreState(List<StatePackage<Box>> packages) {}
}
