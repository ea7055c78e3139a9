package org.gamenet.rgs.testkit;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.GameSpec;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent.Left;
import org.gamenet.rgs.StateHandler;
import org.gamenet.rgs.StatePackage;

/** Everybody drops cents, whoever serves counts them. */
class MoneyBox implements StateHandler<MoneyBox.Box> {
    record Coin(int cents) {}

    record Box(long cents, Map<Peer, Integer> givers) {}

    record Chat(long number) {}

    static final GameSpec SPEC = GameSpec.clientServer("box", 8);

    final Session session;
    final Map<Peer, Integer> givers = new TreeMap<>();
    long cents;
    long dropped;
    private int frames;

    MoneyBox(Session session) {
        this.session = session;
        session.on(Coin.class, this::count)
                .on(Box.class, (server, box) -> show(box))
                .on(Left.class, (who, left) -> givers.remove(who))
                .state(Box.class, this);
    }

    static Rgs.Builder setUp() {
        return Rgs.game("coins").directory("localhost:7400").records(Coin.class, Box.class, Chat.class);
    }

    void frame() {
        session.update();
        if (session.phase() != Phase.PLAYING) return;
        frames++;
        if (frames % 5 == 0 && session.view().players().contains(session.self())) drop();
        if (frames % 3 == 0 && session.isServer()) session.send(packageState(), Delivery.UNRELIABLE_SEQUENCED);
    }

    void drop() {
        session.sendToServer(new Coin(1), Delivery.RELIABLE_ORDERED);
        dropped++;
    }

    private void count(Peer who, Coin coin) {
        cents += coin.cents();
        givers.merge(who, coin.cents(), Integer::sum);
    }

    private void show(Box box) {
        if (!session.isServer()) know(box);
    }

    void know(Box box) {
        cents = box.cents();
        givers.clear();
        givers.putAll(box.givers());
    }

    @Override
    public Box packageState() {
        return new Box(cents, givers);
    }

    @Override
    public void restoreState(List<StatePackage<Box>> packages) {
        know(packages.get(0).state());
    }
}
