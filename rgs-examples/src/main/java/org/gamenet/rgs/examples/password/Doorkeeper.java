package org.gamenet.rgs.examples.password;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.Session;

/**
 * Keeps only those in a game who know its password. The password never travels: whoever serves asks each player to prove it over a number
 * that was drawn for this player. A new server asks everybody anew, and the games answer by themselves. Game thread.
 */
public final class Doorkeeper {
    /** The server, to one player: prove it over this. */
    public record Question(ByteBuffer nonce) {}

    /** A player, to the server. */
    public record Answer(ByteBuffer proof) {}

    private static final double PATIENCE_SECONDS = 5;
    private static final int NONCE_BYTES = 16;

    private final Session session;
    private final SecretKeySpec password;
    private final SecureRandom random = new SecureRandom();
    private final Map<Peer, byte[]> asked = new HashMap<>();
    private final Map<Peer, Double> since = new HashMap<>();
    private final Set<Peer> known = new HashSet<>();

    /** To be made right after {@code join}; both records belong to {@code records(...)}. */
    public Doorkeeper(Session session, String password) {
        this.session = session;
        this.password = new SecretKeySpec(password.getBytes(StandardCharsets.UTF_8), "HmacSHA256");
        session.on(Question.class, this::answer).on(Answer.class, this::check);
    }

    /** Once in every frame, behind {@code update}. */
    public void frame() {
        if (!session.isServer() || session.phase() != Session.Phase.PLAYING) return;
        List<Peer> players = session.view().players();
        asked.keySet().retainAll(players);
        known.retainAll(players);
        for (Peer player : players) {
            if (player.equals(session.self()) || known.contains(player)) continue;
            if (!asked.containsKey(player)) ask(player);
            else if (session.gameTime() - since.get(player) > PATIENCE_SECONDS) session.kick(player, "no password");
        }
    }

    private void ask(Peer player) {
        byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        asked.put(player, nonce);
        since.put(player, session.gameTime());
        session.send(player, new Question(ByteBuffer.wrap(nonce)));
    }

    /** Only to whoever serves: a player who asks others would let them answer for itself. */
    private void answer(Peer server, Question question) {
        if (!server.equals(session.view().server())) return;
        session.sendToServer(new Answer(ByteBuffer.wrap(proof(bytes(question.nonce()), session.self()))));
    }

    private void check(Peer player, Answer answer) {
        byte[] nonce = asked.get(player);
        // An answer to the server before me: the player answers mine too.
        if (nonce == null) return;
        if (MessageDigest.isEqual(proof(nonce, player), bytes(answer.proof()))) known.add(player);
    }

    private byte[] proof(byte[] nonce, Peer player) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(password);
            mac.update(nonce);
            return mac.doFinal(ByteBuffer.allocate(Long.BYTES).putLong(player.id()).array());
        } catch (GeneralSecurityException impossible) {
            throw new AssertionError("every Java platform has HmacSHA256", impossible);
        }
    }

    private static byte[] bytes(ByteBuffer from) {
        byte[] bytes = new byte[from.remaining()];
        from.duplicate().get(bytes);
        return bytes;
    }
}
