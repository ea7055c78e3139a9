package org.gamenet.rgs.core.session;

import java.util.List;
import org.gamenet.rgs.StateHandler;
import org.gamenet.rgs.StatePackage;

/** A game that counts what it is sent: the server adds, tells all, and what is restored is what was counted. */
final class GameOfCounts implements StateHandler<Town.World> {
    private final Town.Citizen citizen;
    long sum;
    int restored;
    int packaged;
    boolean servedWhenPackaged;
    List<StatePackage<Town.World>> given = List.of();
    /** A further reaction of the game to a hit. */
    Runnable onHit = () -> {};

    Runnable onPackage = () -> {};
    RuntimeException throwsInPackage;
    RuntimeException throwsInRestore;
    Runnable onRestore = () -> {};

    GameOfCounts(Town.Citizen citizen) {
        this.citizen = citizen;
        citizen.session.on(Town.Hit.class, (from, hit) -> {
            citizen.got.add(new org.gamenet.rgs.Incoming(from, hit, 0));
            sum += hit.points();
            citizen.session.send(new Town.World(sum), org.gamenet.rgs.Delivery.UNRELIABLE_SEQUENCED);
            onHit.run();
        });
        citizen.session.on(Town.World.class, (server, world) -> {
            if (!citizen.session.isServer()) sum = world.sum();
        });
        citizen.session.state(Town.World.class, this);
    }

    @Override
    public Town.World packageState() {
        packaged++;
        servedWhenPackaged = citizen.session.isServer();
        onPackage.run();
        if (throwsInPackage != null) throw throwsInPackage;
        return new Town.World(sum);
    }

    @Override
    public void restoreState(List<StatePackage<Town.World>> packages) {
        restored++;
        given = packages;
        citizen.got.add(new org.gamenet.rgs.Incoming(citizen.session.self(), new Restored(), 0));
        onRestore.run();
        if (throwsInRestore != null) throw throwsInRestore;
        sum = packages.get(0).state().sum();
    }

    /** Marks the place of restoreState among the events. */
    record Restored() {}
}
