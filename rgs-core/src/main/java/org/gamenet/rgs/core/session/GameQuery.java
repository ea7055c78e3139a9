package org.gamenet.rgs.core.session;

import java.util.Map;
import java.util.TreeMap;
import org.gamenet.rgs.GameInfo;
import org.gamenet.rgs.Query;
import org.gamenet.rgs.core.directory.DirectoryRequest;
import org.gamenet.rgs.core.directory.GameEntry;

/** Which games to discover. Empty texts: any. */
public record GameQuery(String id, String name, Map<String, String> attributes, boolean everything, int most,
        String afterGame) implements Query {
    private static final int BY_DEFAULT = 50;
    private static final int MOST = 1_000;

    public GameQuery {
        attributes = Map.copyOf(attributes);
    }

    /** Open games with a free seat. */
    public static GameQuery any() {
        return new GameQuery("", "", Map.of(), false, BY_DEFAULT, "");
    }

    /** One game. */
    public static GameQuery game(String id) {
        if (id == null || id.isEmpty()) throw new IllegalArgumentException("the game's id is missing: it is GameInfo.id()");
        return new GameQuery(id, "", Map.of(), true, 1, "");
    }

    @Override public GameQuery named(String wanted) {
        if (wanted == null) throw new IllegalArgumentException("named(name): it may not be null");
        Attributes.checkName("game", wanted);
        return new GameQuery(id, wanted, attributes, everything, most, afterGame);
    }

    @Override public GameQuery with(String attribute, String value) {
        if (attribute == null || value == null) throw new IllegalArgumentException("with(attribute, value): neither may be null");
        Map<String, String> more = new TreeMap<>(attributes);
        more.put(attribute, value);
        Attributes.check(more);
        return new GameQuery(id, name, more, everything, most, afterGame);
    }

    @Override public GameQuery all() {
        return new GameQuery(id, name, attributes, true, most, afterGame);
    }

    @Override public GameQuery limit(int games) {
        if (games < 1 || games > MOST) throw new IllegalArgumentException("limit is " + games + ": 1 to " + MOST + " are allowed");
        return new GameQuery(id, name, attributes, everything, games, afterGame);
    }

    @Override public GameQuery after(GameInfo last) {
        if (last == null) throw new IllegalArgumentException("after(last): it may not be null");
        return new GameQuery(id, name, attributes, everything, most, last.id());
    }

    /** As it is asked. */
    public DirectoryRequest.Discover request(String kind) {
        return new DirectoryRequest.Discover(kind, id, name, attributes, everything, most, afterGame);
    }

    /** An entry as a game sees it. */
    public static GameInfo info(GameEntry entry) {
        return new GameInfo(entry.id(), entry.rules().name(), entry.players(), entry.rules().maxPlayers(), entry.open(), entry.server(),
                entry.backedUp(),
                entry.epoch().number(), entry.rules().attributes());
    }
}
