package org.gamenet.rgs.core.session.base;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.zip.CRC32;
import org.gamenet.rgs.core.machine.Payload;

/**
 * All that another process needs to sit down in a seat: whoever has it is that player. As a text it is printed by
 * nobody but the game.
 *
 * @param kind of game
 * @param game its id
 * @param name the game's name, for messages
 * @param peer owner of the seat, where seats have no keys
 * @param secret of that seat, where seats have no keys; 0 otherwise
 * @param key both halves of the seat's key; empty where seats have none
 * @param attempts admissions asked for so far
 */
public record RejoinToken(String kind, String game, String name, long peer, long secret, Payload key, long attempts) {
    private static final String HEAD = "rgs1.";
    private static final int TEXT_MOST = 4_096;
    private static final int SUM_BYTES = 8;

    /** In letters, digits, dots, dashes and underscores. */
    public String text() {
        byte[] first = kind.getBytes(StandardCharsets.UTF_8);
        byte[] second = game.getBytes(StandardCharsets.UTF_8);
        byte[] third = name.getBytes(StandardCharsets.UTF_8);
        ByteBuffer all = ByteBuffer.allocate(4 * Short.BYTES
                + first.length
                + second.length
                + third.length
                + key.size()
                + 3 * Long.BYTES
                + SUM_BYTES);
        put(all, first);
        put(all, second);
        put(all, third);
        put(all, key.bytes());
        all.putLong(peer).putLong(secret).putLong(attempts);
        all.putLong(sum(all.array(), all.position()));
        return HEAD + Base64.getUrlEncoder().withoutPadding().encodeToString(all.array());
    }

    /**
     * The content of such a text.
     *
     * @throws IllegalArgumentException if it is none; the text is not in the message
     */
    public static RejoinToken of(String text) {
        if (!text.startsWith(HEAD) || text.length() > TEXT_MOST)
            throw new IllegalArgumentException(
                    "this is no rejoin token: it begins with " + HEAD + ", and comes from Session.rejoinToken()");
        try {
            byte[] bytes = Base64.getUrlDecoder().decode(text.substring(HEAD.length()));
            ByteBuffer all = ByteBuffer.wrap(bytes);
            String kind = new String(take(all), StandardCharsets.UTF_8);
            String game = new String(take(all), StandardCharsets.UTF_8);
            String name = new String(take(all), StandardCharsets.UTF_8);
            Payload key = new Payload(take(all));
            RejoinToken told = new RejoinToken(kind, game, name, all.getLong(), all.getLong(), key, all.getLong());
            int end = all.position();
            if (all.getLong() == sum(bytes, end) && !all.hasRemaining()) return told;
        } catch (IllegalArgumentException | BufferUnderflowException damaged) {
            // Said below, without the text.
        }
        throw new IllegalArgumentException("this rejoin token is damaged: a character is missing, or was changed");
    }

    /**
     * This, if it is of that kind of game.
     *
     * @throws IllegalArgumentException otherwise
     */
    public RejoinToken checkedFor(String wanted) {
        if (kind.equals(wanted)) return this;
        throw new IllegalArgumentException(
                "this rejoin token is of a game of the kind '" + kind + "', and this process plays '" + wanted + "'");
    }

    private static void put(ByteBuffer to, byte[] part) {
        to.putShort((short) part.length).put(part);
    }

    private static byte[] take(ByteBuffer from) {
        int length = from.getShort();
        if (length < 0 || length > from.remaining()) throw new BufferUnderflowException();
        byte[] part = new byte[length];
        from.get(part);
        return part;
    }

    private static long sum(byte[] bytes, int length) {
        CRC32 sum = new CRC32();
        sum.update(bytes, 0, length);
        return sum.getValue();
    }

    /** Without its secrets. */
    @Override
    public String toString() {
        return "a seat in the game " + game;
    }
}
