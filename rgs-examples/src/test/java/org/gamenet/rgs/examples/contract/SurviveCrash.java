package org.gamenet.rgs.examples.contract;

import java.util.*;
import org.gamenet.rgs.*;
import org.gamenet.rgs.SessionEvent.*;

/** The contract's first program: a count that outlives whoever counts. */
final class SurviveCrash implements StateHandler<SurviveCrash.Box> {
    record Coin(int cents) {}

    record Box(long cents, Map<Peer, Integer> givers) {}

    private final Session session;
    private final Map<Peer, Integer> givers = new TreeMap<>();
    private long cents;

    SurviveCrash(Session session) {
        this.session = session;
        session.on(Coin.class, this::drop) // a method reference with two parameters
                .on(Box.class, (server, box) -> show(box)) // a lambda over a record
                .on(Left.class, (who, e) -> givers.remove(who)) // one kind of event
                .on(FailoverEvent.class, (server, e) -> System.out.println(e)) // an interface of events
                .on(Closed.class, (me, e) -> System.out.println(e.detail()))
                .state(Box.class, this);
    }

    public static void main(String[] args) throws Exception {
        boolean spare = args[0].equals("spare");
        Rgs.Builder setUp = Rgs.game("coins").directory("localhost:7400").records(Coin.class, Box.class);
        try (Rgs rgs = spare ? setUp.start() : setUp.player(args[0]).start()) {
            new SurviveCrash(spare ? rgs.standBy() : rgs.hostOrJoin(GameSpec.clientServer("box", 8))).play(!spare);
        }
    }

    void play(boolean gives) throws InterruptedException {
        for (int tick = 0; session.update(); tick++) {
            if (gives && tick % 10 == 0) session.sendToServer(new Coin(1), Delivery.RELIABLE_ORDERED);
            if (session.isServer() && tick % 10 == 0) session.send(packageState(), Delivery.UNRELIABLE_SEQUENCED);
            Thread.sleep(50);
        }
    }

    void drop(Peer who, Coin coin) {
        cents += coin.cents();
        givers.merge(who, coin.cents(), Integer::sum);
    }

    void show(Box box) {
        System.out.println(box + (session.isServer() ? "   I serve" : ""));
        if (!session.isServer()) remember(box);
    }

    void remember(Box box) {
        cents = box.cents();
        givers.clear();
        givers.putAll(box.givers());
    }

    @Override
    public Box packageState() {
        return new Box(cents, new TreeMap<>(givers));
    }

    @Override
    public void restoreState(List<StatePackage<Box>> packages) {
        remember(packages.get(0).state());
    }
}
