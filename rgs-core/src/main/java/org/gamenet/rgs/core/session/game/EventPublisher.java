package org.gamenet.rgs.core.session.game;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.ServerRole;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.View;
import org.gamenet.rgs.core.lanes.KnownPeers;
import org.gamenet.rgs.core.lanes.Lanes;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.EntryBody;
import org.gamenet.rgs.core.ordering.Log;
import org.gamenet.rgs.core.ordering.LogEntry;
import org.gamenet.rgs.core.ordering.Marks;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.PackedState;
import org.gamenet.rgs.core.session.base.Advert;
import org.gamenet.rgs.core.session.base.Causes;
import org.gamenet.rgs.core.session.base.FailoverLog;
import org.gamenet.rgs.core.session.base.SessionTime;
import org.gamenet.rgs.core.session.base.Stopwatch;

/**
 * Tells the application what has happened, in the order that the API promises (rules 3 to 5 of
 * {@code org.gamenet.rgs}), and the lanes after it. Worker's thread only; times are the session's nanoseconds.
 */
public final class EventPublisher {
    private final KnownPeers names;
    private final Inbox inbox;
    private final SessionTime time;
    private final ViewCount views;
    private final PlayerNews players;
    private final Stopwatch stopwatch = new Stopwatch();
    private final RestoredPlayers restored;
    private final HiddenGame hidden = new HiddenGame();
    private final Lanes lanes;
    private final FailoverLog log;
    private final Setbacks setbacks;
    private final GameFacts facts;
    private MemberId me;
    private Peer self;
    private Log shown = Log.EMPTY;
    private Phase phase = Phase.WAITING;
    private final RoleNews roles;
    private boolean comesBack;
    /** Whether it was told, since the game froze, what it waits for. */
    private boolean waits;

    public EventPublisher(
            KnownPeers names,
            Inbox inbox,
            SessionTime time,
            Lanes lanes,
            FailoverLog log,
            Setbacks setbacks,
            MemberId me,
            Peer self,
            GameRules rules) {
        this.setbacks = setbacks;
        this.names = names;
        this.inbox = inbox;
        this.time = time;
        this.views = new ViewCount(names);
        this.players = new PlayerNews(names, this::tell);
        this.restored = new RestoredPlayers(players);
        this.lanes = lanes;
        this.roles = new RoleNews(inbox, time, lanes, names, () -> this.self, this::status);
        this.log = log;
        this.me = me;
        this.self = self;
        this.facts = new GameFacts(rules);
    }

    /** Under which id this session asks for its next seat. */
    public void call(MemberId id, Peer peer) {
        me = id;
        self = peer;
    }

    public void game(String id, GameRules known) {
        facts.is(id);
        if (shown.roster().members().isEmpty()) facts.learn(known);
    }

    Phase phase() {
        return phase;
    }

    /** A spare joins to back the game up: its application hears nothing before it serves; or it is over for it. */
    public void mute(boolean on) {
        inbox.mute(on);
    }

    boolean isMuted() {
        return inbox.isMuted();
    }

    public boolean isOver() {
        return phase == Phase.CLOSED;
    }

    public Advert advert() {
        return facts.advert();
    }

    /** A state as it is made here, with what else is known. */
    public PackedState complete(PackedState packed) {
        return packed.with(setbacks.all());
    }

    Setbacks setbacks() {
        return setbacks;
    }

    public RoleNews roles() {
        return roles;
    }

    public long viewVersionAt(Log at) {
        return views.versionAt(at.end());
    }

    // ---- in

    public void founded(Log founded, long now) {
        shown = founded;
        inbox.reach(founded.end());
        views.begin(founded, 1);
        phase = Phase.PLAYING;
        inbox.change(status(), now);
        changeRole(founded, now);
        players.introduce(founded, me, now);
        lanes.admitted(me, founded, Optional.empty(), now);
    }

    public void admitted(Effect.Admitted let, long viewVersion, long now) {
        facts.learn(let.rules());
        names.learn(let.log().roster());
        inbox.reach(let.log().end());
        if (comesBack) {
            comeBack(let, viewVersion, now);
        } else {
            shown = let.log();
            views.begin(shown, viewVersion);
            phase = Phase.PLAYING;
            inbox.change(status(), now);
            restoreFirst(let, now);
            changeRole(shown, now);
            players.introduce(shown, me, now);
        }
        lanes.admitted(me, let.log(), let.state().map(PackedState::marks), now);
    }

    private void restoreFirst(Effect.Admitted let, long now) {
        Optional<Effect.Contribution> given = let.given();
        if (given.isEmpty()) return;
        setbacks.given(given.get().packed(), !isMuted());
        if (!isMuted()) inbox.restore(List.of(given.get()), now);
    }

    /** Left behind, and in again: what has changed meanwhile, then Resumed. */
    private void comeBack(Effect.Admitted let, long viewVersion, long now) {
        Log before = shown;
        shown = let.log();
        views.begin(shown, viewVersion);
        inbox.change(status(), now);
        // A recovery that came to nothing may have restored a state here: that has gone with it.
        restored.clear();
        Duration stateAge = let.state().map(setbacks::until).orElse(Duration.ZERO);
        restoreFirst(let, now);
        players.tellChanges(before, shown, me, now);
        changeRole(shown, now);
        comesBack = false;
        tellResumed(
                stopwatch.stop(0, now), stateAge, lanes.uncertain(let.state().map(PackedState::marks), let.log()), now);
    }

    // ---- running

    public void delivered(LogEntry entry, Log after, long now) {
        deliver(entry, after, now);
        if (entry.body() instanceof EntryBody.Ack) changeRole(after, now);
        lanes.delivered(entry, now);
        if (entry.body() instanceof EntryBody.Ack ack && ack.planned()) lanes.resumed(after, Optional.empty(), now);
    }

    private void deliver(LogEntry entry, Log after, long now) {
        Log before = shown;
        shown = after;
        View view = views.view();
        View next = views.advance(after);
        if (entry.body() instanceof EntryBody.Joined join) {
            Peer peer = names.learn(join.member());
            boolean plays = join.member().kind() == Kind.PLAYER;
            if (plays && before.roster().findPeer(peer.id()).isPresent())
                inbox.tell(peer, new SessionEvent.Left(peer, SessionEvent.Left.Why.REPLACED), time.game(), null, now);
            // A state made between the two lacks who joins: the entry is told with its last item.
            inbox.reach(entry.at());
            if (plays) {
                tell(peer, PlayerNews.coming(before, peer, join.again()), now);
                return;
            }
        }
        inbox.reach(entry.at());
        if (entry.body() instanceof EntryBody.Exited exit) {
            players.tellLeft(before, exit, me, now);
        } else if (entry.body() instanceof EntryBody.Ack ack) {
            setbacks.began(entry.epoch(), ack, before);
            players.tellOf(ack, before, me, now);
        }
        if (!next.equals(view)) inbox.change(status(), now);
    }

    private void changeRole(Log in, long now) {
        if (!isMuted()) roles.change(SessionStatus.roleIn(in, me), now);
    }

    public void advertised(Advert newer, long now) {
        if (facts.advertised(newer) && phase != Phase.WAITING && phase != Phase.CLOSED) inbox.change(status(), now);
    }

    // ---- failover

    /** @param lastHeard of the old server */
    public void freeze(String why, long lastHeard, long now) {
        if (phase != Phase.PLAYING) return;
        phase = Phase.FROZEN;
        waits = false;
        stopwatch.freeze(lastHeard, now);
        tell(server(), new SessionEvent.Frozen(why), now);
        lanes.frozen();
        log.say(self, "frozen: " + why + ", last heard " + (now - Math.min(lastHeard, now)) / 1_000_000 + " ms before");
    }

    public void thaw(long now) {
        if (phase != Phase.FROZEN) return;
        tellResumed(stopwatch.stop(0, now), Duration.ZERO, 0, now);
        lanes.thawed(now);
    }

    /** The frozen game waits for what has a name. */
    void waits(String why, long now) {
        if (phase != Phase.FROZEN || waits) return;
        waits = true;
        tell(self, new SessionEvent.Waiting(why), now);
        log.say(self, "waits: " + why);
    }

    /** How long the game has been frozen here. */
    public long frozenMillis(long now) {
        return phase == Phase.FROZEN ? (now - stopwatch.frozenAt()) / 1_000_000 : 0;
    }

    /** A holder has made itself known. */
    void decided(long now) {
        if (phase == Phase.FROZEN || phase == Phase.WAITING) stopwatch.decided(now);
    }

    /** A spare agreed to serve this frozen game; nothing is told before it has it. */
    public void offered(List<Member> roster, long frozenMillis, long now) {
        roster.forEach(names::learn);
        stopwatch.freeze(now - frozenMillis * 1_000_000, now - frozenMillis * 1_000_000);
    }

    void restore(List<Effect.Contribution> packages, long now) {
        packages.forEach(p -> names.learn(p.from()));
        restored.restore(packages);
        hidden.restore(packages);
        setbacks.learn(packages.get(0).packed());
        inbox.restore(packages, now);
    }

    public void takeOver(Log before, GameRules known, long now) {
        if (!comesBack) {
            facts.learn(known);
            names.learn(before.roster());
            shown = before;
            views.begin(before, 1);
            isHanded(before, now);
        }
        comesBack = false;
        lanes.tookOver(me, before, now);
    }

    /** The application is handed a frozen game, of which it knew nothing: to it there was no Frozen. */
    private void isHanded(Log before, long now) {
        inbox.reach(before.end());
        phase = Phase.FROZEN;
        waits = true;
        inbox.change(status(), now);
        players.introduce(before, me, now);
        restored.introduce(before);
    }

    /** The spare that has backed the game up serves it: its application is told as of one that it is handed. */
    private List<LogEntry> appear(List<LogEntry> path, long now) {
        int late = path.size() - 1;
        path.subList(0, late).forEach(entry -> delivered(entry, shown.with(entry), now));
        inbox.mute(false);
        if (phase != Phase.FROZEN) stopwatch.freeze(now, now);
        isHanded(shown, now);
        hidden.again(path).ifPresent(again -> replay(again, now));
        return path.subList(late, path.size());
    }

    /** News that was told before the state was restored that lacks it (P40). */
    public void replay(Effect.Replay replay, long now) {
        if (isMuted()) {
            hidden.lacks(replay.entries());
            return;
        }
        restored.begin(replay.players(), facts.rules().rejoinWithinMillis() > 0);
        inbox.open().repeats(true);
        for (LogEntry entry : replay.entries()) {
            inbox.reach(entry.at());
            restored.again(entry, me, now);
            lanes.again(entry, now);
        }
        inbox.open().repeats(false);
    }

    public void resume(List<LogEntry> whole, Log end, long now) {
        List<LogEntry> path = end.isPrimary(me) && isMuted() ? appear(whole, now) : whole;
        LogEntry ack = path.get(path.size() - 1);
        long rebuilt = ((EntryBody.Ack) ack.body()).rebuildMillis();
        Optional<Map<MemberId, Marks>> base = shown.restoredAlong(path);
        Log step = shown;
        for (LogEntry entry : path) {
            step = entry == ack ? end : step.with(entry);
            deliver(entry, step, now);
            if (entry == ack) restored.bury(path, end, now);
            if (entry.body() instanceof EntryBody.Ack) changeRole(step, now);
            if (entry != ack) lanes.delivered(entry, now);
        }
        Duration stateAge = setbacks.until(ack.epoch(), end.isPrimary(me));
        if (phase == Phase.FROZEN) tellResumed(stopwatch.stop(rebuilt, now), stateAge, lanes.uncertain(base, end), now);
        lanes.delivered(ack, now);
        lanes.resumed(end, base, now);
    }

    private void tellResumed(SessionEvent.Outage outage, Duration stateAge, long uncertain, long now) {
        phase = Phase.PLAYING;
        tell(server(), new SessionEvent.Resumed(views.view(), outage, stateAge, uncertain), now);
        log.resumed(self, views.view().epoch(), outage, stateAge, uncertain);
    }

    // ---- out

    /** Left behind: shows Frozen, unless it is shown, serves no more, and waits to be let in again. */
    public void comesBack(String why, long lastHeard, long now) {
        // Put out before its first admission: there is nothing to come back to yet, and nothing was shown.
        if (phase == Phase.WAITING) return;
        freeze(why, lastHeard, now);
        roles.change(ServerRole.IDLE, now);
        comesBack = true;
        lanes.left();
    }

    public void close(Reason why, String detail, long now) {
        if (phase == Phase.CLOSED) return;
        inbox.mute(false);
        phase = Phase.CLOSED;
        roles.close();
        tell(self, new SessionEvent.Closed(Causes.closed(why), detail), now);
        lanes.left();
        log.say(self, "closed: " + why + ", " + detail);
    }

    public void refuse(String request, String why, long now) {
        tell(self, new SessionEvent.Refused(request, why), now);
    }

    /** Over without a word: the application has left. */
    void leave(long now) {
        inbox.mute(false);
        phase = Phase.CLOSED;
        inbox.change(status(), now);
        lanes.left();
    }

    private Peer server() {
        return shown.primary().map(names::learn).orElse(self);
    }

    private void tell(Peer about, SessionEvent event, long now) {
        inbox.tell(about, event, time.game(), status(), now);
    }

    private SessionStatus status() {
        return facts.status(phase, views.view(), roles.now(), shown.end().epoch());
    }
}
