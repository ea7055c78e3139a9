package org.gamenet.rgs.testkit.simulation;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.port.Lane;
import org.gamenet.rgs.core.port.Node;
import org.gamenet.rgs.core.wire.FrameHeader;
import org.gamenet.rgs.fuzz.Script;

/**
 * A live game of three, one of whom sends what the script says: frames of others once more, damaged, spliced, under
 * other names, into normal running and into a recovery. Whatever comes, no session ends by a fault of RGS and nothing
 * is thrown at a game. As long as it is only damage, which every check of a frame refuses, the game also goes on.
 */
public final class SessionScriptTarget {
    private static final int HEARD_MOST = 2_000;
    private static final int MOVES_MOST = 64;
    /** Before the sequence in a header: version, type, game, epoch, sender. */
    private static final int SEQUENCE_AT = 50;

    private final Script script;
    private final SmallGame game;
    private boolean forged;
    private boolean killed;

    private SessionScriptTarget(Script script) {
        this.script = script;
        this.game = new SmallGame(4, HEARD_MOST);
    }

    public static void fuzzerTestOneInput(byte[] input) {
        new SessionScriptTarget(new Script(input)).run();
    }

    public static List<byte[]> seeds() {
        List<byte[]> seeds = new ArrayList<>();
        for (int first = 0; first < 12; first++) {
            byte[] seed = new byte[48];
            for (int i = 0; i < seed.length; i++) seed[i] = (byte) (first + i * 7 * (first + 1));
            seeds.add(seed);
        }
        return seeds;
    }

    private void run() {
        for (int moves = 0; moves < MOVES_MOST && script.goesOn(); moves++) move();
        game.pass(killed ? 2_500 : 300);
        for (SmallGame.Table table : game.tables) {
            if (table.closed == SessionEvent.Closed.Why.INTERNAL)
                throw new AssertionError(table + " ended by a fault of RGS: " + table.why);
        }
        if (!forged) goesOn();
    }

    private void goesOn() {
        for (SmallGame.Table table : game.tables) table.turn();
        boolean alive =
                game.until(() -> game.tables.stream().allMatch(t -> t.isDead() || t.plays() && heardAll(t)), 5_000);
        if (!alive)
            throw new AssertionError("damaged frames alone stopped the game: "
                    + game.tables.stream()
                            .map(t -> t + " " + t.session.phase() + " " + t.closed + " " + t.why + " " + t.turns)
                            .toList());
    }

    private boolean heardAll(SmallGame.Table table) {
        return game.tables.stream()
                .filter(t -> !t.isDead())
                .allMatch(t -> table.turns.containsKey(t.session.self().id()));
    }

    private SmallGame.Table mallory() {
        return game.tables.get(2);
    }

    private void move() {
        switch (script.below(12)) {
            case 0 -> game.pass(1 + script.below(64));
            case 1 -> game.pass(10L * (1 + script.below(100)));
            case 2 -> game.tables.get(script.below(3)).turn();
            case 3 -> game.tables.get(script.below(3)).shout(Delivery.values()[script.below(Delivery.values().length)]);
            case 4 -> kill();
            case 5, 6 -> send(harmless(heard()));
            case 7 -> forge(heard());
            case 8 -> forge(script.damaged(heard()));
            case 9 -> forge(fitting(renamed(script.damaged(heard()))));
            case 10 -> forge(fitting(spliced(heard(), heard())));
            default -> forge(fitting(renamed(spliced(heard(), script.bytes(script.below(64))))));
        }
    }

    private void kill() {
        if (killed) return;
        killed = true;
        game.tables.get(0).die(script.yes());
    }

    private byte[] heard() {
        return game.heard.get(script.below(game.heard.size())).clone();
    }

    private void forge(byte[] frame) {
        forged = true;
        send(frame);
    }

    /** To one or to all, on any lane, from a member's own end of the group. */
    private void send(byte[] frame) {
        Lane lane = Lane.values()[script.below(Lane.values().length)];
        if (script.yes()) mallory().transport.cast(frame, lane);
        else for (Node node : nodes()) mallory().transport.send(node, frame, lane);
    }

    private List<Node> nodes() {
        SmallGame.Table to = game.tables.get(script.below(2));
        return to.transport.node() == null ? List.of() : List.of(to.transport.node());
    }

    /** A frame that every reader of a header must refuse or ignore. */
    private byte[] harmless(byte[] frame) {
        switch (script.below(5)) {
            case 0 -> frame[0] = (byte) (frame[0] ^ 1 + script.below(254));
            case 1 -> frame[2] ^= (byte) (1 + script.below(254));
            case 2 -> {
                return Arrays.copyOf(frame, script.below(frame.length));
            }
            case 3 -> {
                return Arrays.copyOf(frame, frame.length + 1 + script.below(64));
            }
            default -> ByteBuffer.wrap(frame).putLong(10, -1 - script.below(1_000));
        }
        return frame;
    }

    /** Under the name of somebody, or nobody; of another epoch; in another place of its stream; of another type. */
    private byte[] renamed(byte[] frame) {
        if (frame.length < FrameHeader.BYTES) return frame;
        ByteBuffer bytes = ByteBuffer.wrap(frame);
        if (script.yes()) frame[1] = (byte) script.below(72);
        if (script.yes()) bytes.putLong(10, bytes.getLong(10) + script.number());
        if (script.yes()) bytes.putLong(18, script.number());
        if (script.yes()) put(bytes, somebody());
        if (script.yes()) bytes.putLong(SEQUENCE_AT, bytes.getLong(SEQUENCE_AT) + script.number());
        return frame;
    }

    private MemberId somebody() {
        ByteBuffer other = ByteBuffer.wrap(heard());
        Incarnation incarnation = new Incarnation(other.getLong(34), other.getLong(42));
        return script.yes()
                ? new MemberId(other.getLong(26), incarnation)
                : new MemberId(other.getLong(26), new Incarnation(incarnation.attempt() + 1, script.number()));
    }

    private static void put(ByteBuffer bytes, MemberId sender) {
        bytes.putLong(26, sender.peer())
                .putLong(34, sender.incarnation().attempt())
                .putLong(42, sender.incarnation().nonce());
    }

    /** One's header, another's body. */
    private static byte[] spliced(byte[] head, byte[] body) {
        int from = Math.min(body.length, FrameHeader.BYTES);
        byte[] both = Arrays.copyOf(head, FrameHeader.BYTES + body.length - from);
        System.arraycopy(body, from, both, FrameHeader.BYTES, body.length - from);
        return both;
    }

    /** With the length that it has. */
    private static byte[] fitting(byte[] frame) {
        if (frame.length >= FrameHeader.BYTES)
            ByteBuffer.wrap(frame).putInt(FrameHeader.BYTES - 4, frame.length - FrameHeader.BYTES);
        return frame;
    }
}
