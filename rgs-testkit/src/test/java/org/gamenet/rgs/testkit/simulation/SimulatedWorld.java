package org.gamenet.rgs.testkit.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.port.GroupTransport;
import org.gamenet.rgs.core.session.base.SearchGoal;
import org.gamenet.rgs.core.session.base.SessionSetup;
import org.gamenet.rgs.testkit.calibration.Story;
import org.gamenet.rgs.testkit.calibration.World;

/** The simulated network, in weather that is drawn as the simulation draws it, in virtual time. */
public final class SimulatedWorld implements World {
    private static final long LATE_VIEW_MOST = 400;

    private final Simulation simulation;
    private final List<SimulatedProcess> processes = new ArrayList<>();

    public SimulatedWorld(long seed) {
        simulation = new Simulation(seed, false, false);
        Dice dice = new Dice(seed * 7 + 1);
        simulation.network.weather = new SimulatedNetwork.Weather(
                dice.between(1, 20) * VirtualTime.MILLI, 0, dice.between(1, LATE_VIEW_MOST), dice.likely(0.3));
        SearchGoal founds = new SearchGoal.Register(
                new GameRules("", Story.MEMBERS, List.of(Failover.PROMOTED_PLAYER), 1_000, 5_000, 50, Map.of()));
        for (int i = 0; i < Story.MEMBERS; i++) {
            SessionSetup setup = new SessionSetup("calibration", "c" + i, CountingGame.RECORDS, Map.of());
            processes.add(new SimulatedProcess(
                    simulation, "c" + i, setup, i == 0 ? founds : new SearchGoal.Join("none", "")));
        }
    }

    @Override
    public GroupTransport transport(int member) {
        return processes.get(member).transport;
    }

    @Override
    public void kill(int member) {
        processes.get(member).die(false);
    }

    @Override
    public void reset(int member) {
        simulation.network.reset(processes.get(member));
    }

    @Override
    public void cut(int from, int to) {
        simulation.network.cut(processes.get(from), processes.get(to));
    }

    @Override
    public void heal() {
        simulation.network.healAll();
    }

    @Override
    public void pass(long millis) {
        until(() -> false, millis);
    }

    @Override
    public boolean until(BooleanSupplier condition, long millis) {
        long deadline = simulation.time.now() + millis * VirtualTime.MILLI;
        while (!condition.getAsBoolean()) if (!simulation.time.step(deadline)) return condition.getAsBoolean();
        return true;
    }

    @Override
    public void close() {}
}
