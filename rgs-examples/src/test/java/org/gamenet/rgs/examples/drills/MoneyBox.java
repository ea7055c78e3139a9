package org.gamenet.rgs.examples.drills;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.GameSpec;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent.Left;
import org.gamenet.rgs.StateHandler;
import org.gamenet.rgs.StatePackage;

/** The game that is drilled: everybody drops cents into a box, and whoever serves counts them. */
final class MoneyBox implements StateHandler<MoneyBox.Box> {
    record Coin(int cents) {}

    record Box(Map<Peer, Integer> givers) {}

    private final Session session;
    private final Map<Peer, Integer> givers = new TreeMap<>();
    private final Set<Peer> gone = new TreeSet<>();
    private int frames;
    private int dropped;
    private boolean satisfied;

    MoneyBox(Session session) {
        this.session = session;
        session.on(Coin.class, (who, coin) -> givers.merge(who, coin.cents(), Integer::sum))
                .on(Box.class, (server, box) -> {
                    if (!session.isServer()) know(box);
                })
                .on(Left.class, (who, left) -> forget(who))
                .state(Box.class, this);
    }

    static Rgs.Builder setUp() {
        return Rgs.game("coins").directory("localhost:7400").records(Coin.class, Box.class);
    }

    static GameSpec spec() {
        return GameSpec.clientServer("box", 8);
    }

    /** One frame of the game's loop. */
    void frame() {
        session.update();
        if (session.phase() != Phase.PLAYING) return;
        frames++;
        if (frames % 5 == 0 && !satisfied && isPlaying()) drop();
        if (frames % 3 == 0 && session.isServer()) session.send(packageState(), Delivery.UNRELIABLE_SEQUENCED);
    }

    private boolean isPlaying() {
        return session.view().players().contains(session.self());
    }

    private void drop() {
        session.sendToServer(new Coin(1), Delivery.RELIABLE_ORDERED);
        dropped++;
    }

    Session session() {
        return session;
    }

    /** From now on nobody gives here. */
    void isSatisfied() {
        satisfied = true;
    }

    /** The coins that the player here has given, as it knows itself. */
    int dropped() {
        return dropped;
    }

    /** The coins that this player has given, as far as is known here. */
    int givenBy(Peer who) {
        return givers.getOrDefault(who, 0);
    }

    private void forget(Peer who) {
        givers.remove(who);
        gone.add(who);
    }

    /** Whether this player was ever out, as far as is known here: whoever comes back begins at nought. */
    boolean wasOut(Peer who) {
        return gone.contains(who);
    }

    private void know(Box box) {
        givers.clear();
        givers.putAll(box.givers());
    }

    @Override
    public Box packageState() {
        return new Box(givers);
    }

    @Override
    public void restoreState(List<StatePackage<Box>> packages) {
        know(packages.get(0).state());
    }
}
