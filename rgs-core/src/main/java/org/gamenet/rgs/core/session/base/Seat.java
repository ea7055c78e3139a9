package org.gamenet.rgs.core.session.base;

import org.gamenet.rgs.Limit;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.core.lanes.KnownPeers;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Fingerprint;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.machine.SeatToken;
import org.gamenet.rgs.core.machine.Text;
import org.gamenet.rgs.core.port.Chance;
import org.gamenet.rgs.core.port.Keys;
import org.gamenet.rgs.core.reconfiguration.LocalMember;
import org.jspecify.annotations.Nullable;

/**
 * The identity of this session: its peer, its present incarnation, the secret of its seat, and whether it is about to
 * go. Changed by the worker only.
 */
public final class Seat {
    private final SessionSetup setup;
    private final KnownPeers names;
    private final long peer;
    /** Of all my seats in this session: a rejoin whose answer is lost must not lock me out. */
    private final long token;
    /** The key that proves the seat; null in a world without strangers. */
    private final Keys.@Nullable Key key;
    /** For the ids of my claims, told to nobody. */
    private final long claims;
    /** The secret of the seat that I had last, or may have had; 0: none. */
    private long lastToken;
    /** This session's own, whatever its incarnation: what it sent keeps its ids (P72). */
    private final long nonce;
    /** Admissions asked for (P27). */
    private long attempts;

    private final boolean spare;
    private boolean leaving;
    private volatile Member me;
    private volatile Peer self;

    /**
     * A seat of the goal's, or a new one.
     *
     * @param keys null in a world without strangers
     * @throws IllegalArgumentException if the goal's key is none
     */
    public Seat(SessionSetup setup, SearchGoal goal, Chance chance, @Nullable Keys keys, KnownPeers names) {
        this.setup = setup;
        this.names = names;
        this.spare = goal instanceof SearchGoal.StandBy;
        this.key = keys == null
                ? null
                : goal instanceof SearchGoal.Rejoin r ? keys.of(r.seat().key().bytes()) : keys.draw();
        Fingerprint print = key == null ? null : Fingerprint.of(key.publicKey());
        RejoinToken again = goal instanceof SearchGoal.Rejoin r ? r.seat() : null;
        this.peer = print != null ? print.peer() : again != null ? again.peer() : chance.next();
        this.token = print != null ? print.tail() : again != null ? again.secret() : drawToken(chance);
        this.attempts = goal instanceof SearchGoal.Rejoin r ? r.attempts() : 0;
        if (again != null) lastToken = told();
        this.nonce = chance.next();
        this.claims = chance.next();
        this.me = new Member(
                new MemberId(peer, nextIncarnation()),
                setup.player(),
                kind(goal),
                new Endpoint("", 0, 0),
                SeatToken.hash(token, peer));
        this.self = names.learn(me);
    }

    private static long drawToken(Chance chance) {
        long drawn = chance.next();
        return drawn == 0 ? 1 : drawn;
    }

    private Incarnation nextIncarnation() {
        return new Incarnation(++attempts, nonce);
    }

    private Kind kind(SearchGoal goal) {
        if (setup.plays()) return Kind.PLAYER;
        return goal instanceof SearchGoal.Join || goal instanceof SearchGoal.Rejoin ? Kind.SPECTATOR : Kind.SERVER;
    }

    /** Whether this session plays. */
    public boolean plays() {
        return setup.plays();
    }

    /** The transport listens there; known by that name from now on. */
    public void listensAt(Endpoint where) {
        me = new Member(
                me.id(),
                setup.plays() ? setup.player() : Text.fitting(where.toString(), Text.NAME_BYTES),
                me.kind(),
                where,
                me.tokenHash());
        self = names.learn(me);
    }

    /** The peers that this session knows by name, itself among them. */
    public KnownPeers names() {
        return names;
    }

    public void become(Kind kind) {
        me = new Member(me.id(), me.name(), kind, me.endpoint(), me.tokenHash());
    }

    /**
     * Another incarnation, for the next admission. The last one may have been given a seat without having learned of
     * it.
     */
    public void draw() {
        lastToken = told();
        me = new Member(new MemberId(peer, nextIncarnation()), me.name(), me.kind(), me.endpoint(), me.tokenHash());
    }

    /** The seat is mine: whoever asks for it again needs its secret. */
    public void taken() {
        lastToken = told();
    }

    /** A secret is told to get the seat back; a key never is. */
    private long told() {
        return key == null ? token : 0;
    }

    /** For another process of this player. Any thread. */
    public RejoinToken forAnother(String game, String name) {
        return new RejoinToken(
                setup.kind(),
                game,
                name,
                peer,
                told(),
                key == null ? Payload.EMPTY : new Payload(key.secret()),
                me.id().incarnation().attempt());
    }

    public Keys.@Nullable Key key() {
        return key;
    }

    /** Whether its application wants to serve any game that has lost its server. */
    public boolean standsBy() {
        return spare;
    }

    /** A session that leaves does not come back. */
    public void leave() {
        leaving = true;
    }

    public boolean isLeaving() {
        return leaving;
    }

    public MemberId id() {
        return me.id();
    }

    /** Any thread. */
    public Member me() {
        return me;
    }

    /** Any thread. */
    public Peer self() {
        return self;
    }

    /** Any thread. */
    public boolean mayServe() {
        return setup.mayServe();
    }

    /** As the machine knows it. */
    public LocalMember mine() {
        return new LocalMember(
                me,
                setup.records().schemaHash(),
                new Payload(setup.records().schema().encode()),
                SessionSetup.version(),
                lastToken,
                setup.intLimit(Limit.MEMBERS),
                setup.intLimit(Limit.PENDING_JOINS),
                claims,
                setup.mayServe());
    }
}
