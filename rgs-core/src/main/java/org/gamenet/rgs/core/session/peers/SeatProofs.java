package org.gamenet.rgs.core.session.peers;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.gamenet.rgs.core.machine.Fingerprint;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.machine.SeatToken;
import org.gamenet.rgs.core.membership.Roster;
import org.gamenet.rgs.core.port.Keys;
import org.gamenet.rgs.core.reconfiguration.Joining;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.session.base.MessageTypes;
import org.gamenet.rgs.core.session.base.SeatChallenge;
import org.gamenet.rgs.core.session.base.SeatProof;
import org.gamenet.rgs.core.session.base.SessionPorts;
import org.gamenet.rgs.core.session.base.SessionSetup;
import org.gamenet.rgs.core.session.game.ThisMember;
import org.jspecify.annotations.Nullable;

/**
 * A newcomer that asks for a seat, be it free or its own, shows to the server, and to nobody else, that it holds the
 * key of the peer that it asks as (P27). The machine hears of a request only once that is settled: its token is what
 * was proved here, never what came over the network. Worker's thread.
 */
public final class SeatProofs {
    private static final int CHALLENGED_MOST = 64;
    private static final int NONCE_LONGS = 4;
    private static final byte[] USE = "rgs join 1".getBytes(StandardCharsets.US_ASCII);

    private final ThisMember my;
    private final FrameSender frameSender;
    private final SessionSetup setup;
    private final SessionPorts ports;
    private final Map<MemberId, Payload> nonces = new LinkedHashMap<>();
    /** The proofs that were given lately: it is repeated until it is answered. */
    private final Map<MemberId, Message.JoinRequest> proved = new LinkedHashMap<>();
    /**
     * The last one that this newcomer gave: a challenge is repeated too, and to sign takes longer than all the rest.
     */
    private @Nullable Given given;

    private record Given(MemberId to, Payload nonce, SeatProof proof) {}

    public SeatProofs(ThisMember my, FrameSender frameSender, SessionSetup setup, SessionPorts ports) {
        this.my = my;
        this.frameSender = frameSender;
        this.setup = setup;
        this.ports = ports;
    }

    /** The request as the machine is to hear it; empty while its sender is to prove something. */
    public Optional<Message.JoinRequest> asked(MemberId from, Message.JoinRequest join) {
        if (ports.keys() == null) return Optional.of(join);
        MemberState at = my.stepper().state();
        boolean decides =
                at != null && at.leads() && (at.plays() || isTaken(at.log().roster(), from.peer()));
        // A member that decides nothing now has the newcomer wait, and that is all.
        if (!decides) return Optional.of(settled(join, 0));
        Message.JoinRequest known = proved.get(from);
        if (known != null && known.equals(settled(join, known.token()))) return Optional.of(known);
        frameSender.say(from, new SeatChallenge(nonceFor(from)));
        return Optional.empty();
    }

    private static boolean isTaken(Roster roster, long peer) {
        return roster.findPeer(peer).isPresent()
                || roster.findLapsed(peer)
                        .filter(seat -> seat.tokenHash() != Roster.VOID)
                        .isPresent();
    }

    /** Repeats get the same: the answer to an earlier one may be on its way. */
    private Payload nonceFor(MemberId newcomer) {
        if (nonces.size() >= CHALLENGED_MOST && !nonces.containsKey(newcomer))
            nonces.remove(nonces.keySet().iterator().next());
        return nonces.computeIfAbsent(newcomer, id -> {
            ByteBuffer drawn = ByteBuffer.allocate(NONCE_LONGS * Long.BYTES);
            while (drawn.hasRemaining()) drawn.putLong(ports.chance().next());
            return new Payload(drawn.array());
        });
    }

    /** I am asked for a proof. */
    public void challenged(MemberId by, SeatChallenge challenge) {
        Keys.Key key = my.seat().key();
        if (key == null || !(my.stepper().state() instanceof Joining)) return;
        Message.JoinRequest join =
                new Message.JoinRequest(my.seat().me(), setup.records().schemaHash(), SessionSetup.version(), 0);
        Given last = given;
        boolean again = last != null
                && last.to().equals(by)
                && last.nonce().equals(challenge.nonce())
                && last.proof().join().equals(join);
        if (!again) {
            byte[] signature = key.sign(text(by, challenge.nonce(), join));
            last = new Given(
                    by, challenge.nonce(), new SeatProof(join, new Payload(key.publicKey()), new Payload(signature)));
            given = last;
        }
        frameSender.say(by, last.proof());
    }

    /** The request that this proof is for, as the machine is to hear it; empty if it proves nothing. */
    public Optional<Message.JoinRequest> proved(MemberId from, SeatProof proof) {
        Keys keys = ports.keys();
        Payload nonce = nonces.get(from);
        if (keys == null || nonce == null || !proof.join().me().id().equals(from)) return Optional.empty();
        Fingerprint print = Fingerprint.of(proof.key().bytes());
        boolean fits = print.peer() == from.peer()
                && SeatToken.hash(print.tail(), print.peer())
                        == proof.join().me().tokenHash();
        if (!fits || !isSigned(keys, proof, nonce)) return Optional.empty();
        nonces.remove(from);
        Message.JoinRequest settled = settled(proof.join(), print.tail());
        if (proved.size() >= CHALLENGED_MOST)
            proved.remove(proved.keySet().iterator().next());
        proved.put(from, settled);
        return Optional.of(settled);
    }

    private boolean isSigned(@Nullable Keys keys, SeatProof proof, Payload nonce) {
        return keys != null
                && keys.isSigned(
                        proof.key().bytes(),
                        text(my.seat().id(), nonce, settled(proof.join(), 0)),
                        proof.signature().bytes());
    }

    private static Message.JoinRequest settled(Message.JoinRequest join, long token) {
        return new Message.JoinRequest(join.me(), join.schema(), join.version(), token);
    }

    /** Names the game and who challenged, so that a proof shown to one is of no use with another. */
    private byte[] text(MemberId challenger, Payload nonce, Message.JoinRequest join) {
        byte[] asked = MessageTypes.RECORDS.encode(join);
        return ByteBuffer.allocate(USE.length + 4 * Long.BYTES + nonce.size() + asked.length)
                .put(USE)
                .putLong(my.game().hash())
                .putLong(challenger.peer())
                .putLong(challenger.incarnation().attempt())
                .putLong(challenger.incarnation().nonce())
                .put(nonce.bytes())
                .put(asked)
                .array();
    }
}
