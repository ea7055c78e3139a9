package org.gamenet.rgs.core.session;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.GameSpec;
import org.gamenet.rgs.Limit;
import org.gamenet.rgs.core.machine.GameRules;

/** What a game is, checked where it is said. */
public record GameSettings(String name, int maxPlayers, List<Failover> failover, Duration silence, Duration patience,
                           Optional<Duration> withFewer, Duration interval, Map<String, String> attributes, boolean listed) implements GameSpec {

    public GameSettings {
        failover = List.copyOf(failover);
        attributes = Map.copyOf(attributes);
    }

    /** With default settings. */
    public static GameSettings clientServer(String name, int maxPlayers) {
        if (name == null) throw new IllegalArgumentException("the game's name is null");
        Attributes.checkName("game", name);
        int most = (int) Limit.MEMBERS.byDefault();
        if (maxPlayers < 1 || maxPlayers > most) throw new IllegalArgumentException(maxPlayers + " players: 1 to " + most
                + " can play one game");
        return new GameSettings(name, maxPlayers, List.of(Failover.values()), Duration.ofSeconds(1), Duration.ofSeconds(30),
                Optional.empty(), Duration.ofMillis(50), Map.of(), true);
    }

    @Override public GameSettings failover(Failover... ways) {
        if (ways == null || Arrays.stream(ways).anyMatch(Objects::isNull)) {
            throw new IllegalArgumentException("failover(ways): none may be null");
        }
        List<Failover> wanted = List.of(ways);
        if (wanted.stream().distinct().count() < wanted.size()) throw new IllegalArgumentException("failover names a way twice: " + wanted);
        return new GameSettings(name, maxPlayers, wanted, silence, patience, withFewer, interval, attributes, listed);
    }

    @Override public GameSettings noFailover() {
        return new GameSettings(name, maxPlayers, List.of(), silence, patience, withFewer, interval, attributes, listed);
    }

    @Override public GameSettings suspectAfter(Duration value) {
        check("suspectAfter", value, Duration.ofMillis(200), Duration.ofSeconds(60));
        return new GameSettings(name, maxPlayers, failover, value, patience, withFewer, interval, attributes, listed);
    }

    @Override public GameSettings giveUpAfter(Duration value) {
        check("giveUpAfter", value, Duration.ofSeconds(3), Duration.ofMinutes(10));
        return new GameSettings(name, maxPlayers, failover, silence, value, withFewer, interval, attributes, listed);
    }

    @Override public GameSettings goOnWithFewerAfter(Duration value) {
        check("goOnWithFewerAfter", value, Duration.ofSeconds(1), Duration.ofMinutes(10));
        return new GameSettings(name, maxPlayers, failover, silence, patience, Optional.of(value), interval, attributes, listed);
    }

    @Override public GameSettings packageEvery(Duration value) {
        check("packageEvery", value, Duration.ofMillis(10), Duration.ofSeconds(10));
        return new GameSettings(name, maxPlayers, failover, silence, patience, withFewer, value, attributes, listed);
    }

    @Override public GameSettings attribute(String key, String value) {
        if (key == null || value == null) throw new IllegalArgumentException("attribute(name, value): neither may be null");
        Map<String, String> more = new TreeMap<>(attributes);
        more.put(key, value);
        Attributes.check(more);
        return new GameSettings(name, maxPlayers, failover, silence, patience, withFewer, interval, more, listed);
    }

    @Override public GameSettings unlisted() {
        return new GameSettings(name, maxPlayers, failover, silence, patience, withFewer, interval, attributes, false);
    }

    private static void check(String what, Duration value, Duration least, Duration most) {
        if (value == null) throw new IllegalArgumentException(what + " is null");
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw new IllegalArgumentException(what + " is " + value.toMillis() + " ms: " + least.toMillis() + " ms to "
                    + most.toMillis() + " ms are allowed");
        }
    }

    /** As it travels. Throws if two settings do not go together. */
    public GameRules rules() {
        Duration fewer = withFewer.orElse(patience.dividedBy(2));
        if (fewer.compareTo(patience) > 0)
            throw new IllegalArgumentException("goOnWithFewerAfter is " + fewer.toMillis() + " ms, longer than giveUpAfter, " + patience.toMillis()
                    + " ms: the game would be given up before it goes on");
        return new GameRules(name, maxPlayers, failover, silence.toMillis(), patience.toMillis(), fewer.toMillis(), interval.toMillis(), attributes, listed);
    }
}
