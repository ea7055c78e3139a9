package org.gamenet.rgs.core.session.base;

import org.gamenet.rgs.GameInfo;
import org.gamenet.rgs.Query;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.directory.protocol.GameEntry;
import org.gamenet.rgs.core.machine.Filter;

/** A query as the API has it, and as it is asked. */
public final class GameQuery {

    private GameQuery() {}

    /** As it is asked by a process that plays games of this kind. */
    public static DirectoryRequest.Discover request(Query query, String kind) {
        Query.Terms terms = query.terms();
        Filter filter = new Filter(
                terms.equal(),
                terms.ranges().stream()
                        .map(r -> new Filter.Range(r.attribute(), r.least(), r.most()))
                        .toList(),
                terms.order().map(order -> rank(order, terms)));
        return new DirectoryRequest.Discover(
                kind,
                terms.id().orElse(""),
                terms.name().orElse(""),
                filter,
                terms.everything(),
                terms.limit(),
                terms.after().map(GameInfo::id).orElse(""));
    }

    private static Filter.Rank rank(Query.Order order, Query.Terms terms) {
        Filter.Rank first = new Filter.Rank(order.attribute(), order.wanted(), Double.NaN);
        return terms.after().map(last -> first.behind(last.attributes())).orElse(first);
    }

    /** An entry as a game sees it. */
    public static GameInfo info(GameEntry entry) {
        return new GameInfo(
                entry.id(),
                entry.rules().name(),
                entry.players(),
                entry.rules().maxPlayers(),
                entry.open(),
                entry.server(),
                entry.backedUp(),
                entry.epoch().number(),
                entry.rules().attributes());
    }
}
