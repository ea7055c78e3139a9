package org.gamenet.rgs.core.transport.jgroups;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.BooleanSupplier;
import org.gamenet.rgs.core.port.GroupTransport;
import org.gamenet.rgs.testkit.calibration.Story;
import org.gamenet.rgs.testkit.calibration.World;

/** JGroups over TCP on loopback, in real time. */
public final class JGroupsWorld implements World {
    private final BadNetwork network;
    private final List<JGroupsTransport> transports = new ArrayList<>();

    public JGroupsWorld(long seed, ScheduledExecutorService later) {
        network = new BadNetwork(seed, Story.MEMBERS);
        for (int i = 0; i < Story.MEMBERS; i++) {
            int number = i;
            transports.add(new JGroupsTransport(
                    TransportSettings.loopback("c" + i, i == 0),
                    false,
                    () -> List.of(new BadWay(network, number, later))));
        }
    }

    @Override
    public GroupTransport transport(int member) {
        return transports.get(member);
    }

    @Override
    public void kill(int member) {
        transports.get(member).die();
    }

    @Override
    public void reset(int member) {
        transports.get(member).resetConnections();
    }

    @Override
    public void cut(int from, int to) {
        network.set(from, to, BadNetwork.Weather.CUT);
    }

    @Override
    public void heal() {
        network.heal();
    }

    @Override
    public void pass(long millis) {
        until(() -> false, millis);
    }

    @Override
    public boolean until(BooleanSupplier condition, long millis) {
        long end = System.nanoTime() + millis * 1_000_000;
        while (!condition.getAsBoolean()) {
            long left = end - System.nanoTime();
            if (left <= 0) return false;
            try {
                Thread.sleep(Math.min(5, 1 + left / 1_000_000));
            } catch (InterruptedException stopped) {
                throw new IllegalStateException(stopped);
            }
        }
        return true;
    }

    @Override
    public void close() {
        transports.forEach(JGroupsTransport::close);
    }
}
