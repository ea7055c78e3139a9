package org.gamenet.rgs.examples.quickstart;

import java.util.*;
import org.gamenet.rgs.*;
import org.gamenet.rgs.SessionEvent.*;

/**
 * A money box: everybody drops cents, whoever serves counts them. Start a directory, then this as "ann", "bob", "eve" and once as "spare";
 * then end the process that says "I serve". Another one counts on from the same sum, again and again, while one is left.
 */
public final class SurviveCrash implements StateHandler<SurviveCrash.Box> {
    record Coin(int cents) {}
    record Box(long cents, Map<Peer, Integer> givers) {}

    private final Session session;
    private final Map<Peer, Integer> givers = new TreeMap<>();
    private long cents;

    SurviveCrash(Session session) {
        this.session = session;
        session.on(Coin.class, this::count)                                 // reaches the server and nobody else
               .on(Box.class, (server, box) -> show(box))
               .on(Left.class, (who, e) -> givers.remove(who))              // every peer does this for itself
               .on(FailoverEvent.class, (server, e) -> System.out.println(e))      // how a failover is told
               .on(Closed.class, (me, e) -> System.out.println(e.detail()))
               .state(Box.class, this);                                     // how a new server gets the sum
    }

    public static void main(String[] args) throws Exception {
        if (args.length != 1) throw new IllegalArgumentException("one argument: your name, or \"spare\" to stand by");
        boolean spare = args[0].equals("spare");
        try (Rgs rgs = spare ? setUp().start() : setUp().player(args[0]).start()) {
            new SurviveCrash(spare ? rgs.standBy() : rgs.hostOrJoin(GameSpec.clientServer("box", 8))).play(!spare);
        }
    }

    static Rgs.Builder setUp() { return Rgs.game("coins").directory("localhost:7400").records(Coin.class, Box.class); }

    void play(boolean gives) throws InterruptedException {
        for (int turn = 0; session.update(); turn++, Thread.sleep(50)) {    // all handlers run in update
            if (turn % 10 != 0) continue;
            if (gives) session.sendToServer(new Coin(1));             // waits while there is no server
            tell();
        }
    }

    void tell() { if (session.isServer()) session.send(packageState(), Delivery.UNRELIABLE_SEQUENCED); }

    void count(Peer who, Coin coin) { cents += coin.cents(); givers.merge(who, coin.cents(), Integer::sum); }

    void show(Box box) {
        System.out.println(box + (session.isServer() ? "   I serve" : ""));
        if (!session.isServer()) know(box);
    }

    void know(Box box) { cents = box.cents(); givers.clear(); givers.putAll(box.givers()); }

    @Override public Box packageState() { return new Box(cents, givers); }
    @Override public void restoreState(List<StatePackage<Box>> packages) { know(packages.get(0).state()); }
}
