package org.gamenet.rgs.core.session;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.gamenet.rgs.GameInfo;
import org.gamenet.rgs.Query;

import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.directory.protocol.GameEntry;
import org.gamenet.rgs.core.machine.Filter;

/** Which games to discover. Empty texts: any. */
public record GameQuery(String id, String name, Filter filter, boolean everything, int most,
        Optional<GameInfo> after) implements Query {
    private static final int BY_DEFAULT = 50;
    private static final int MOST = 1_000;
    private static final int RANGES_MOST = 16;

    /** Open games with a free seat. */
    public static GameQuery any() {
        return new GameQuery("", "", Filter.of(Map.of()), false, BY_DEFAULT, Optional.empty());
    }

    /** One game. */
    public static GameQuery game(String id) {
        if (id == null || id.isEmpty()) throw new IllegalArgumentException("the game's id is missing: it is GameInfo.id()");
        return new GameQuery(id, "", Filter.of(Map.of()), true, 1, Optional.empty());
    }

    @Override public GameQuery named(String wanted) {
        if (wanted == null) throw new IllegalArgumentException("named(name): it may not be null");
        Attributes.checkName("game", wanted);
        return new GameQuery(id, wanted, filter, everything, most, after);
    }

    @Override public GameQuery with(String attribute, String value) {
        if (attribute == null || value == null) throw new IllegalArgumentException("with(attribute, value): neither may be null");
        Map<String, String> more = new TreeMap<>(filter.equal());
        more.put(attribute, value);
        Attributes.check(more);
        return new GameQuery(id, name, new Filter(more, filter.ranges(), filter.rank()), everything, most, after);
    }

    @Override public GameQuery between(String attribute, double least, double most) {
        checkAttribute("between", attribute);
        if (!(least <= most)) throw new IllegalArgumentException("between(" + attribute + ", " + least + ", " + most + "): the least comes first, and neither is NaN");
        List<Filter.Range> more = new ArrayList<>(filter.ranges());
        more.removeIf(range -> range.attribute().equals(attribute));
        more.add(new Filter.Range(attribute, least, most));
        if (more.size() > RANGES_MOST) throw new IllegalArgumentException(more.size() + " ranges: at most " + RANGES_MOST);
        return with(new Filter(filter.equal(), more, filter.rank()));
    }

    @Override public GameQuery highest(String attribute) {
        checkAttribute("highest", attribute);
        return ranked(attribute, Double.POSITIVE_INFINITY);
    }

    @Override public GameQuery lowest(String attribute) {
        checkAttribute("lowest", attribute);
        return ranked(attribute, Double.NEGATIVE_INFINITY);
    }

    @Override public GameQuery nearest(String attribute, double wanted) {
        checkAttribute("nearest", attribute);
        if (!Double.isFinite(wanted)) throw new IllegalArgumentException("nearest(" + attribute + ", " + wanted + "): name a number");
        return ranked(attribute, wanted);
    }

    private GameQuery ranked(String attribute, double wanted) {
        return with(new Filter(filter.equal(), filter.ranges(), Optional.of(new Filter.Rank(attribute, wanted, Double.NaN))));
    }

    private GameQuery with(Filter other) {
        return new GameQuery(id, name, other, everything, most, after);
    }

    private static void checkAttribute(String method, String attribute) {
        if (attribute == null) throw new IllegalArgumentException(method + "(attribute): it may not be null");
        Attributes.checkName("attribute", attribute);
    }

    @Override public GameQuery all() {
        return new GameQuery(id, name, filter, true, most, after);
    }

    @Override public GameQuery limit(int games) {
        if (games < 1 || games > MOST) throw new IllegalArgumentException("limit is " + games + ": 1 to " + MOST + " are allowed");
        return new GameQuery(id, name, filter, everything, games, after);
    }

    @Override public GameQuery after(GameInfo last) {
        if (last == null) throw new IllegalArgumentException("after(last): it may not be null");
        return new GameQuery(id, name, filter, everything, most, Optional.of(last));
    }

    /** As it is asked. */
    public DirectoryRequest.Discover request(String kind) {
        Optional<Filter.Rank> rank = filter.rank().map(r -> after.map(last -> r.behind(last.attributes())).orElse(r));
        return new DirectoryRequest.Discover(kind, id, name, new Filter(filter.equal(), filter.ranges(), rank), everything, most,
                after.map(GameInfo::id).orElse(""));
    }

    /** An entry as a game sees it. */
    public static GameInfo info(GameEntry entry) {
        return new GameInfo(entry.id(), entry.rules().name(), entry.players(), entry.rules().maxPlayers(), entry.open(), entry.server(),
                entry.backedUp(),
                entry.epoch().number(), entry.rules().attributes());
    }
}
