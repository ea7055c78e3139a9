package org.gamenet.rgs.core.session;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.core.directory.lan.VirtualLan;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.session.Town.Citizen;
import org.gamenet.rgs.core.session.base.SearchGoal;
import org.gamenet.rgs.core.wire.Records;

/** A {@link Town} without a directory: its citizens find each other on one local network. */
final class LanTown {
    final Town town = new Town();
    final VirtualLan lan = new VirtualLan(town.clock::nanoTime, town.network::later);
    private final Map<Citizen, VirtualLan.Port> ports = new HashMap<>();

    /** Hosts or joins a game of these rules once it begins. */
    Citizen citizen(String name, GameRules rules) {
        return citizen(name, rules, Town.RECORDS);
    }

    Citizen citizen(String name, GameRules rules, Records records) {
        VirtualLan.Port port = lan.open("test");
        Citizen citizen = town.new Citizen(name, true, new SearchGoal.HostOrJoin(rules), port, Map.of(), records);
        ports.put(citizen, port);
        return citizen;
    }

    /** A process without a player, which stands by once it begins. */
    Citizen spare(String name) {
        return spare(name, Town.RECORDS);
    }

    Citizen spare(String name, Records records) {
        VirtualLan.Port port = lan.open("test");
        Citizen citizen = town.new Citizen(name, false, new SearchGoal.StandBy(), port, Map.of(), records);
        ports.put(citizen, port);
        return citizen;
    }

    /** Passes time until all of these play in one game, and each is in the electorate. */
    void playing(Citizen... all) {
        town.until(
                () -> Stream.of(all)
                        .allMatch(c -> c.session.phase() == Phase.PLAYING
                                && c.session.view().players().size() == all.length),
                5_000);
        town.pass(300);
    }

    void dies(Citizen citizen) {
        citizen.kill();
        ports.get(citizen).die();
    }

    /** Cuts one citizen off from all others. */
    void apart(Citizen one) {
        lan.reaches = (from, to) -> (from == ports.get(one)) == (to == ports.get(one));
        town.network.mute(one.end, true);
    }

    /** Cuts these off from all others; among each other they are as before. */
    void split(Citizen... some) {
        split(List.of(List.of(some)));
    }

    /** Each of these groups, and the rest, reaches nobody but itself. */
    void split(List<List<Citizen>> groups) {
        Map<VirtualLan.Port, Integer> here = new HashMap<>();
        Map<TestNetwork.End, Integer> ends = new HashMap<>();
        for (int i = 0; i < groups.size(); i++)
            for (Citizen one : groups.get(i)) {
                here.put(ports.get(one), i);
                ends.put(one.end, i);
            }
        lan.reaches = (from, to) -> here.getOrDefault(from, -1).equals(here.getOrDefault(to, -1));
        town.network.reaches = (from, to) -> ends.getOrDefault(from, -1).equals(ends.getOrDefault(to, -1));
    }

    void heal() {
        lan.reaches = (from, to) -> true;
        town.network.reaches = (from, to) -> true;
    }

    void together(Citizen one) {
        lan.reaches = (from, to) -> true;
        town.network.mute(one.end, false);
    }
}
