package org.gamenet.rgs.core.directory.lan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.directory.protocol.GameEntry;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.machine.Member;
import org.jspecify.annotations.Nullable;

/**
 * The games of one kind, as a process finds them and as it tells of its own. Time comes in as milliseconds, chance as a
 * wish; datagrams to send come out. One game out of many callers: each draws a wish, the smallest founds. One thread at
 * a time.
 */
final class LanGames {
    private static final long[] ASKED_AT = {0, 20, 60, 100, 125, 150, 175, 200, 250, 300};
    private static final long ASK_AGAIN_MILLIS = 50;
    private static final long TELL_MILLIS = 1_000;
    private static final long TELL_NEW_MILLIS = 20;
    /** For many who ask at once: more often than a founder listens for others. */
    private static final long TELL_ASKED_MILLIS = 100;
    /** So long games are listened for. */
    static final long LISTEN_MILLIS = 300;

    /** So long by a process that then founds one, and listens on. */
    static final long FOUND_MILLIS = 200;

    static final long LOOK_UP_MILLIS = 600;
    static final long QUIET_MILLIS = 150;
    /** From the first game that would do, for its elders to be heard as well. */
    static final long ELDERS_MILLIS = 15;

    private static final long FRESH_MILLIS = 2_500;
    private static final long SERVED_MILLIS = 3_000;
    private static final int GAMES_MOST = 256;

    private final String kind;
    private final long nonce;
    private final Map<String, OwnGame> own = new LinkedHashMap<>();
    private final Map<String, Known> known = new LinkedHashMap<>();
    private final List<LanSearch> searches = new ArrayList<>();

    /** The actions to be performed. */
    sealed interface Out {}

    /** To everybody. */
    record Cast(Datagram said) implements Out {}

    /** To who asked. */
    record Tell(Datagram said) implements Out {}

    /** To all sessions of this process: a game that is served here is told of in another epoch. */
    record Told(GameEntry game) implements Out {}

    /** To a session of this process. */
    record Reply(long request, DirectoryReply reply) implements Out {}

    private record Known(Datagram.Game game, long at, long nonce) {}

    /** @param nonce of this process, drawn: it tells its own words from those of others */
    LanGames(String kind, long nonce) {
        this.kind = kind;
        this.nonce = nonce;
    }

    // ---- what a session asks

    /** A session asks; {@code chance} is drawn for it. The answer comes now or from a later {@link #tick}. */
    List<Out> ask(long request, DirectoryRequest asked, long chance, long now) {
        List<Out> out = new ArrayList<>();
        if (asked instanceof DirectoryRequest.Renew renew) {
            renew(renew, now, out);
            out.add(new Reply(request, new DirectoryReply.Renewed(renew.epoch())));
        } else if (asked instanceof DirectoryRequest.Register register) {
            out.add(new Reply(request, founded(request, register.game(), id(chance), now)));
        } else if (asked instanceof DirectoryRequest.End end) {
            own.remove(end.game());
            out.add(new Reply(request, new DirectoryReply.Done()));
        } else if (asked instanceof DirectoryRequest.Release release) {
            own.values()
                    .removeIf(served -> served.game.name().id().equals(release.game())
                            && served.game.epoch().equals(release.epoch()));
            out.add(new Reply(request, new DirectoryReply.Done()));
        } else if (asked instanceof DirectoryRequest.StandBy spare) {
            out.add(new Reply(request, wanting(spare, chance, now)));
        } else if (isSearch(asked)) {
            searches.add(new LanSearch(request, asked, chance >>> 1 | 1, now));
            out.addAll(tick(now));
        } else {
            out.add(new Reply(request, new DirectoryReply.Done()));
        }
        return out;
    }

    private DirectoryReply wanting(DirectoryRequest.StandBy spare, long chance, long now) {
        List<Known> all = games(now).filter(one -> one.nonce != nonce).toList();
        int i = LanSpares.choose(spare, all.stream().map(Known::game).toList(), chance);
        if (i < 0) return new DirectoryReply.Done();
        return new DirectoryReply.Found(entry(all.get(i).game, all.get(i).at));
    }

    private static boolean isSearch(DirectoryRequest asked) {
        return asked instanceof DirectoryRequest.Discover
                || asked instanceof DirectoryRequest.Lookup
                || asked instanceof DirectoryRequest.HostOrJoin;
    }

    private static String id(long chance) {
        return "lan-" + Long.toHexString(chance);
    }

    private DirectoryReply founded(long request, DirectoryRequest.Registration game, String id, long now) {
        Datagram.Game told = Datagram.Game.founded(game, id, 0, true);
        OwnGame made = new OwnGame(told, now);
        made.founding = request;
        own.put(id, made);
        return new DirectoryReply.Registered(entry(told, 0));
    }

    private void renew(DirectoryRequest.Renew renew, long now, List<Out> out) {
        OwnGame served = own.get(renew.game());
        long age = served == null ? 0 : now - served.since;
        DirectoryRequest.Revival facts = renew.revival();
        List<Endpoint> places = new ArrayList<>();
        String server = "";
        for (Member member : renew.roster()) {
            if (member.id().equals(renew.holder())) places.add(0, member.endpoint());
            else places.add(member.endpoint());
            if (member.id().equals(renew.holder())) server = member.name();
        }
        Datagram.Game game = new Datagram.Game(
                new Datagram.Name(renew.game(), facts.group(), 0, age),
                facts.rules().with(renew.attributes()),
                new Datagram.Shape(facts.schema(), facts.version()),
                new Datagram.Crowd(
                        server,
                        renew.players(),
                        renew.backedUp(),
                        LanSpares.isWanted(renew),
                        renew.listing().members().size()),
                renew.open(),
                renew.epoch(),
                places);
        boolean news = served == null || !served.game.epoch().equals(game.epoch());
        if (served == null) own.put(renew.game(), served = new OwnGame(game, now));
        served.renewed(game, now);
        if (news) tell(served, now, out);
    }

    private static void tell(OwnGame served, long now, List<Out> out) {
        served.toldAt = now;
        out.add(new Cast(served.told(now)));
    }

    /** Somebody asks that may not be answered alone: everybody is told of what this process serves, now and then. */
    List<Out> tellAll(long now) {
        List<Out> out = new ArrayList<>();
        for (OwnGame served : own.values()) if (now - served.toldAt >= TELL_ASKED_MILLIS) tell(served, now, out);
        return out;
    }

    /** The session that asked these has ended: it searches no more, and serves nothing that they founded. */
    void forget(Set<Long> requests) {
        searches.removeIf(search -> requests.contains(search.request));
        own.values().removeIf(served -> requests.contains(served.founding));
    }

    // ---- what others say

    /**
     * A datagram from somebody. An answer to its sender alone is a {@link Tell}. Time is judged by the {@link #tick}
     * after all that waits was heard: a process that got no processor has not been told of it yet.
     */
    List<Out> heard(long from, Datagram said, long now) {
        if (from == nonce) return List.of();
        List<Out> out = new ArrayList<>();
        if (said instanceof Datagram.Ask ask) {
            asked(ask, from, now, out);
        } else if (said instanceof Datagram.Game game) {
            game(game, from, now);
            OwnGame served = own.get(game.name().id());
            boolean elsewhere = served != null && !served.game.epoch().equals(game.epoch());
            if (elsewhere && game.name().wish() == 0) out.add(new Told(entry(game, now)));
        }
        return out;
    }

    private void asked(Datagram.Ask ask, long from, long now, List<Out> out) {
        forgetUnserved(now);
        for (OwnGame served : own.values()) {
            Datagram.Game game = served.game;
            boolean wanted = ask.game().isEmpty()
                    ? ask.name().isEmpty() || ask.name().equals(game.rules().name())
                    : ask.game().equals(game.name().id());
            if (wanted) out.add(new Tell(served.told(now)));
        }
        for (LanSearch search : searches) {
            boolean rival = ask.wish() != 0 && founds(search) && name(search).equals(ask.name());
            if (rival && search.foundingSince < 0 && isSmaller(ask.wish(), from, search)) search.outdoneAt = now;
        }
    }

    private void game(Datagram.Game game, long from, long now) {
        if (game.name().wish() != 0) {
            for (LanSearch search : searches)
                if (founds(search)
                        && name(search).equals(game.rules().name())
                        && isSmaller(game.name().wish(), from, search)) {
                    // It dissolves its own, and waits for that one (its players are told of nothing: it was never
                    // open).
                    search.foundingSince = -1;
                    search.outdoneAt = now;
                }
            return;
        }
        known.remove(game.name().id());
        if (known.size() >= GAMES_MOST) known.remove(known.keySet().iterator().next());
        known.put(game.name().id(), new Known(game, now, from));
    }

    private boolean isSmaller(long wish, long from, LanSearch mine) {
        return wish < mine.wish || wish == mine.wish && from < nonce;
    }

    private static boolean founds(LanSearch search) {
        return search.asked instanceof DirectoryRequest.HostOrJoin;
    }

    private static String name(LanSearch search) {
        if (search.asked instanceof DirectoryRequest.HostOrJoin host)
            return host.game().rules().name();
        return search.asked instanceof DirectoryRequest.Discover discover ? discover.name() : "";
    }

    // ---- time passes

    /** Passes time: the actions that are due now. */
    List<Out> tick(long now) {
        List<Out> out = new ArrayList<>();
        forgetUnserved(now);
        for (OwnGame served : own.values()) if (now - served.toldAt >= TELL_MILLIS) tell(served, now, out);
        for (Iterator<LanSearch> each = searches.iterator(); each.hasNext(); ) {
            LanSearch search = each.next();
            DirectoryReply reply = settle(search, now, out);
            if (reply == null) continue;
            each.remove();
            out.add(new Reply(search.request, reply));
        }
        return out;
    }

    private void forgetUnserved(long now) {
        own.values().removeIf(served -> now - served.renewedAt > SERVED_MILLIS);
    }

    /** When {@link #tick} has something to do next. */
    long nextAt() {
        long next = Long.MAX_VALUE;
        for (OwnGame served : own.values()) next = Math.min(next, served.toldAt + TELL_MILLIS);
        for (LanSearch search : searches) next = Math.min(next, search.dueAt());
        return next;
    }

    private @Nullable DirectoryReply settle(LanSearch search, long now, List<Out> out) {
        search.noticeDelay(now);
        if (now >= search.askAt) say(search, now, out);
        if (search.asked instanceof DirectoryRequest.Discover discover)
            return now - search.begun >= LISTEN_MILLIS ? page(discover, now) : null;
        if (search.asked instanceof DirectoryRequest.Lookup lookup) return lookUp(lookup, search, now);
        return host((DirectoryRequest.HostOrJoin) search.asked, search, now);
    }

    /** A founder asks on: a game that is open by now answers questions, and no announcement. */
    private void say(LanSearch search, long now, List<Out> out) {
        String game = search.asked instanceof DirectoryRequest.Lookup lookup
                ? lookup.game()
                : search.asked instanceof DirectoryRequest.Discover discover ? discover.game() : "";
        out.add(new Cast(new Datagram.Ask(name(search), game, founds(search) ? search.wish : 0)));
        search.asks++;
        search.askAt = search.asks < ASKED_AT.length ? search.begun + ASKED_AT[search.asks] : now + ASK_AGAIN_MILLIS;
        if (search.foundingSince < 0) return;
        search.askAt = now + TELL_NEW_MILLIS;
        DirectoryRequest.Registration own = ((DirectoryRequest.HostOrJoin) search.asked).game();
        out.add(new Cast(Datagram.Game.founded(own, id(search.wish), search.wish, false)));
    }

    private DirectoryReply page(DirectoryRequest.Discover asked, long now) {
        List<GameEntry> found = games(now)
                .filter(one -> asked.game().isEmpty()
                        ? asked.name().isEmpty()
                                || asked.name().equals(one.game.rules().name())
                        : asked.game().equals(one.game.name().id()))
                .filter(one -> one.game.rules().listed() || !asked.game().isEmpty())
                .filter(one -> asked.all() || hasRoom(one.game))
                .filter(one -> asked.filter().matches(one.game.rules().attributes()))
                .sorted(asked.filter()
                        .rank()
                        .<Comparator<Known>>map(rank -> Comparator.comparingDouble(
                                (Known one) -> rank.distance(one.game.rules().attributes())))
                        .orElse(ELDEST))
                .map(one -> entry(one.game, one.at))
                .toList();
        int from = 0;
        for (int i = 0; i < found.size(); i++) if (found.get(i).id().equals(asked.afterGame())) from = i + 1;
        return new DirectoryReply.Games(found.subList(from, Math.min(found.size(), from + Math.max(1, asked.limit()))));
    }

    private @Nullable DirectoryReply lookUp(DirectoryRequest.Lookup asked, LanSearch search, long now) {
        Optional<Known> found = games(now)
                .filter(one -> one.game.name().id().equals(asked.game()))
                .findFirst();
        if (found.filter(one -> one.at >= search.begun).isPresent())
            return new DirectoryReply.Found(entry(found.get().game, found.get().at));
        if (now - search.begun < LOOK_UP_MILLIS) return null;
        return found.<DirectoryReply>map(one -> new DirectoryReply.Found(entry(one.game, one.at)))
                .orElseGet(() -> new DirectoryReply.NoGame(asked.game()));
    }

    private @Nullable DirectoryReply host(DirectoryRequest.HostOrJoin asked, LanSearch search, long now) {
        GameRules rules = asked.game().rules();
        Optional<Known> open = games(now)
                .filter(one -> one.at >= search.begun
                        && one.game.rules().name().equals(rules.name())
                        && one.game.rules().listed() == rules.listed()
                        && hasRoom(one.game)
                        && !asked.not().contains(one.game.name().id()))
                .min(ELDEST);
        if (open.isEmpty()) search.foundAt = -1;
        else if (search.foundAt < 0) search.foundAt = now;
        if (open.isPresent())
            return now - search.foundAt < ELDERS_MILLIS
                    ? null
                    : new DirectoryReply.Found(entry(open.get().game, open.get().at));
        if (search.foundingSince >= 0)
            return now - search.foundingSince >= search.quiet
                    ? founded(search.request, asked.game(), id(search.wish), now)
                    : null;
        if (now - search.begun >= FOUND_MILLIS && now - search.outdoneAt > QUIET_MILLIS) {
            search.foundingSince = now;
            search.askAt = now;
        }
        return null;
    }

    private static boolean hasRoom(Datagram.Game game) {
        return game.open() && game.crowd().players() < game.rules().maxPlayers();
    }

    /** Newcomers take the elder of two: later epoch, longer served. */
    private static final Comparator<Known> ELDEST = Comparator.comparingLong(
                    (Known one) -> -one.game.epoch().number())
            .thenComparingLong(one -> one.at - one.game.name().ageMillis())
            .thenComparing(one -> one.game.name().id());

    /** The games heard of lately, and those that this process serves itself. */
    private Stream<Known> games(long now) {
        known.values().removeIf(one -> now - one.at > FRESH_MILLIS);
        List<Known> all = new ArrayList<>(known.values());
        for (OwnGame served : own.values()) all.add(new Known(served.told(now), now, nonce));
        return all.stream();
    }

    private GameEntry entry(Datagram.Game game, long at) {
        return new GameEntry(
                game.name().id(),
                kind,
                game.name().group(),
                game.rules(),
                game.shape().schema(),
                game.shape().version(),
                game.crowd().players(),
                game.open(),
                game.crowd().server(),
                game.crowd().backedUp(),
                game.epoch(),
                game.endpoints(),
                at - game.name().ageMillis());
    }
}
