package org.gamenet.rgs.core.session.entry;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.directory.protocol.GameEntry;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Listing;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.port.GroupTransport;
import org.gamenet.rgs.core.session.base.Beat;
import org.gamenet.rgs.core.session.base.GameQuery;
import org.gamenet.rgs.core.session.base.SearchGoal;
import org.gamenet.rgs.core.session.base.SessionPorts;
import org.gamenet.rgs.core.session.base.SessionSetup;
import org.jspecify.annotations.Nullable;

/**
 * The way into a game, up to where the machine takes over: listen, ask the directory, connect. Tries the directory for
 * 10 s, and then the group that it named for 10 s; a spare for ever. Worker's thread only.
 */
public final class GameSearch implements Beat {
    private static final long PATIENCE_NANOS = 10_000_000_000L;
    private static final long ASK_AGAIN_NANOS = 250_000_000L;
    private static final long JOIN_MILLIS = 3_000;
    private static final long JOIN_AGAIN_NANOS = 3_000_000_000L;
    private static final int OTHER_GAMES = 2;
    private static final int OTHER_FINDS = 8;

    private final SearchGoal goal;
    private final SessionSetup setup;
    private final SessionPorts ports;
    private final DirectoryAccess directoryAccess;
    private final Way way;
    private final Spare spare;
    private Step step = Step.IDLE;
    /** Since when the directory has been asked, and since when it has been known where the group is. */
    private long askingSince;

    private long foundAt = Long.MAX_VALUE;
    private long askAgainAt = Long.MAX_VALUE;
    private long renewAt = Long.MAX_VALUE;
    private long joinAt = Long.MIN_VALUE;
    private boolean asked;
    private @Nullable GameEntry found;
    private boolean founder;
    private long claimId;
    private String group = "";
    private final List<String> not = new ArrayList<>();
    private String lastAnswer = "no answer";
    /** Of the games that were listed, the one that is tried; empty before one is. */
    private String chosen = "";

    private enum Step {
        IDLE,
        LISTENING,
        WARMING,
        ASKING,
        CONNECTING,
        THERE
    }

    /** The way into a game, as the search uses it: who asks, and what becomes of it. Worker's thread. */
    interface Way {

        /** The asking member, as it is now: with the endpoint, in the incarnation of this request. */
        Member me();

        /** Draws another incarnation. */
        void drawIncarnation();

        /** Connected, as the founder of this game. */
        void founded(GameEntry game, Epoch first);

        /** Connected to the group of this game. */
        void connected(GameEntry game);

        /** In vain. */
        void failed(Reason reason, String detail);

        /** The time. */
        long now();
    }

    /** The duty of a spare, as its search uses it. Worker's thread. */
    interface Spare {

        /** Stands by, and rehearses. */
        void beginsDuty();

        /** Has rehearsed. */
        void rehearsed();

        /** Tells, while it stands by, of games that want it for a backup. */
        void onWanted(Consumer<GameEntry> told);

        /** Stands by no more, for it joins a game to back it up. */
        void standsDown();

        /** Did not get there: stands by again. */
        void backToDuty();
    }

    public GameSearch(
            SearchGoal goal,
            SessionSetup setup,
            SessionPorts ports,
            DirectoryAccess directoryAccess,
            Way way,
            Spare spare) {
        this.goal = goal;
        this.setup = setup;
        this.ports = ports;
        this.directoryAccess = directoryAccess;
        this.way = way;
        this.spare = spare;
    }

    private GroupTransport transport() {
        return ports.transport();
    }

    // ---- steps

    public void begin(org.gamenet.rgs.core.port.GroupListener listener) {
        step = Step.LISTENING;
        if (goal instanceof SearchGoal.StandBy) spare.onWanted(this::wanted);
        transport().listen(listener);
    }

    public void listening() {
        if (step != Step.LISTENING) return;
        if (goal instanceof SearchGoal.StandBy) {
            // One that still rehearses is better than none.
            step = Step.WARMING;
            spare.beginsDuty();
            return;
        }
        begins();
    }

    public boolean warmsUp() {
        return step == Step.WARMING;
    }

    public void warmedUp() {
        if (step != Step.WARMING) return;
        step = Step.THERE;
        spare.rehearsed();
    }

    /**
     * A game wants a process that plays nothing to back it up: this spare joins it, and tries that now and then (P49).
     */
    private void wanted(GameEntry game) {
        boolean fits = game.kind().equals(setup.kind()) && game.version() == SessionSetup.version();
        if (!fits || step != Step.THERE || !(goal instanceof SearchGoal.StandBy) || way.now() < joinAt) return;
        joinAt = way.now() + JOIN_AGAIN_NANOS;
        foundAt = Long.MAX_VALUE;
        spare.standsDown();
        connect(game);
    }

    private void begins() {
        step = Step.ASKING;
        askingSince = way.now();
        claimId = ports.chance().next();
        group = "rgs-" + Long.toHexString(ports.chance().next());
        ask();
        // Built while the answer is waited for: in a process that has just started that takes half a second.
        transport().prepare();
    }

    private void ask() {
        askAgainAt = way.now() + ASK_AGAIN_NANOS;
        if (asked) return;
        asked = true;
        directoryAccess.ask(request(), reply -> {
            asked = false;
            if (step == Step.ASKING) answered(reply);
        });
    }

    private DirectoryRequest request() {
        if (goal instanceof SearchGoal.Register register)
            return new DirectoryRequest.Register(registration(register.rules()));
        if (goal instanceof SearchGoal.HostOrJoin either)
            return new DirectoryRequest.HostOrJoin(registration(either.rules()), List.copyOf(not));
        if (goal instanceof SearchGoal.Find find && chosen.isEmpty())
            return GameQuery.request(find.query().limit(not.size() + 1), setup.kind());
        if (goal instanceof SearchGoal.Rejoin again)
            return new DirectoryRequest.Lookup(again.seat().game());
        return new DirectoryRequest.Lookup(goal instanceof SearchGoal.Join join ? join.game() : chosen);
    }

    private DirectoryRequest.Registration registration(GameRules rules) {
        return new DirectoryRequest.Registration(
                setup.kind(), group, rules, setup.records().schemaHash(), SessionSetup.version(), way.me(), claimId);
    }

    private void answered(DirectoryReply reply) {
        if (reply instanceof DirectoryReply.Registered registered) {
            founder = true;
            connect(registered.game());
        } else if (reply instanceof DirectoryReply.Found game) {
            founder = false;
            connect(game.game());
        } else if (reply instanceof DirectoryReply.Games listed) {
            choose(listed.games());
        } else if (reply instanceof DirectoryReply.NoGame && goal instanceof SearchGoal.Find) {
            passOver(chosen);
        } else if (reply instanceof DirectoryReply.NoGame none) {
            way.failed(Reason.NO_GAME, "the directory knows no game " + none.game() + ": it is over; discover another");
        } else if (reply instanceof DirectoryReply.Refused refused) {
            way.failed(refused.reason(), refused.detail());
        } else if (reply instanceof DirectoryReply.Unreachable away) {
            lastAnswer = away.detail();
        }
    }

    private void choose(List<GameEntry> listed) {
        Optional<GameEntry> first =
                listed.stream().filter(game -> !not.contains(game.id())).findFirst();
        if (first.isEmpty()) {
            way.failed(
                    Reason.NO_GAME,
                    not.isEmpty()
                            ? "the directory lists no game that matches"
                            : "of the games that match, none lets me in: " + not.size() + " were tried");
            return;
        }
        chosen = first.get().id();
        ask();
    }

    /** It ended between the list and the look at it. */
    private void passOver(String game) {
        not.add(game);
        chosen = "";
        ask();
    }

    private void connect(GameEntry game) {
        if (!game.kind().equals(setup.kind())) {
            way.failed(
                    Reason.NO_GAME,
                    "the game " + game.rules().name() + " is of kind " + game.kind() + ", this process of kind "
                            + setup.kind());
            return;
        }
        if (game.version() != SessionSetup.version()) {
            way.failed(
                    Reason.VERSIONS_DIFFER,
                    "the game speaks version " + game.version() + " of RGS's protocol, this process version "
                            + SessionSetup.version() + ": let all processes run the same release");
            return;
        }
        found = game;
        foundAt = Math.min(foundAt, way.now());
        step = Step.CONNECTING;
        if (founder) {
            renewAt = way.now();
            transport().found(game.group());
        } else transport().join(game.group(), others(game), JOIN_MILLIS);
    }

    private List<Endpoint> others(GameEntry game) {
        Endpoint mine = way.me().endpoint();
        return game.endpoints().stream().filter(e -> !e.equals(mine)).toList();
    }

    /**
     * The entry is mine from the moment it is made; the group may take seconds to open in a process that has just
     * started (P13, T1).
     */
    private void renew(GameEntry game, long now) {
        if (now < renewAt) return;
        renewAt = now + game.rules().suspectAfterMillis() * 1_000_000 / 5;
        Member me = way.me();
        DirectoryRequest.Revival facts =
                new DirectoryRequest.Revival(game.kind(), game.group(), game.rules(), game.schema(), game.version());
        directoryAccess.ask(
                new DirectoryRequest.Renew(
                        game.id(),
                        game.epoch(),
                        me.id(),
                        List.of(me),
                        Listing.of(me.id()),
                        0,
                        me.kind() == Kind.PLAYER ? 1 : 0,
                        true,
                        false,
                        game.rules().attributes(),
                        facts),
                reply -> {});
    }

    void connected() {
        GameEntry game = found;
        if (step != Step.CONNECTING || game == null) return;
        step = Step.THERE;
        if (founder) way.founded(game, game.epoch());
        else way.connected(game);
    }

    /** Neither listening nor connected. The members may have moved: who wants to join looks them up again. */
    void failed(Reason reason, String detail) {
        if (step == Step.LISTENING || step == Step.CONNECTING && founder) {
            way.failed(reason, detail);
        } else if (step == Step.CONNECTING && goal instanceof SearchGoal.StandBy) {
            step = Step.THERE;
            spare.backToDuty();
        } else if (step == Step.CONNECTING) {
            if (way.now() - foundAt > PATIENCE_NANOS) {
                way.failed(reason, detail);
                return;
            }
            transport().disconnect();
            step = Step.ASKING;
            askingSince = way.now();
            askAgainAt = askingSince + ASK_AGAIN_NANOS;
        }
    }

    /**
     * Whether another game is asked for after this refusal: twice, where any game of that name will do; oftener, where
     * any of a list will.
     */
    public boolean triesAnother(Reason why) {
        boolean elsewhere = why == Reason.NO_GAME || why == Reason.FULL || why == Reason.NOT_ADMITTED;
        GameEntry game = found;
        int others =
                goal instanceof SearchGoal.HostOrJoin ? OTHER_GAMES : goal instanceof SearchGoal.Find ? OTHER_FINDS : 0;
        if (founder || !elsewhere || not.size() >= others || game == null) return false;
        not.add(game.id());
        chosen = "";
        transport().disconnect();
        way.drawIncarnation();
        foundAt = Long.MAX_VALUE;
        begins();
        return true;
    }

    @Override
    public int tick(long now) {
        GameEntry game = found;
        if (step == Step.CONNECTING && founder && game != null) renew(game, now);
        if (step != Step.ASKING || now < askAgainAt) return 0;
        if (now - askingSince > goal.patienceMillis() * 1_000_000) {
            way.failed(
                    Reason.NO_DIRECTORY,
                    "no directory answered at " + String.join(", ", ports.directoryAddresses()) + " for "
                            + seconds(goal.patienceMillis()) + ": " + lastAnswer);
            return 0;
        }
        ask();
        return 0;
    }

    private static String seconds(long millis) {
        return millis % 1_000 == 0 ? millis / 1_000 + " s" : millis + " ms";
    }

    @Override
    public long nextAt(long now) {
        if (step == Step.CONNECTING && founder) return renewAt;
        return step == Step.ASKING ? askAgainAt : Long.MAX_VALUE;
    }

    /** The game that was found. */
    Optional<GameEntry> game() {
        return Optional.ofNullable(found);
    }
}
