package org.gamenet.rgs.core.directory.protocol;

import static java.util.Map.entry;

import java.nio.ByteBuffer;
import java.util.Map;
import org.gamenet.rgs.core.wire.MalformedException;
import org.gamenet.rgs.core.wire.PeerNames;
import org.gamenet.rgs.core.wire.Records;
import org.gamenet.rgs.core.wire.SizeLimit;

/**
 * The table of what travels on a line. An id is never given a second meaning: a changed record gets a new one.
 * {@link DirectoryReply.Unreachable}, {@link DirectoryPush.LineUp} and {@link DirectoryPush.LineDown} are made at the
 * process's end and have none. Any thread.
 */
public final class DirectoryWire {

    /** Longest message, bytes. */
    public static final int BYTES_MAX = 512 * 1024;

    private static final SizeLimit SIZE = new SizeLimit("a message of the directory", BYTES_MAX);

    private static final Records RECORDS = Records.ofStrangers(Map.<Integer, Class<? extends Record>>ofEntries(
            entry(2, DirectoryRequest.Lookup.class),
            entry(3, DirectoryRequest.Register.class),
            entry(4, DirectoryRequest.HostOrJoin.class),
            entry(6, DirectoryRequest.Claim.class),
            entry(8, DirectoryRequest.Release.class),
            entry(9, DirectoryRequest.End.class),
            entry(10, DirectoryRequest.AskStatus.class),
            entry(11, DirectoryRequest.StandBy.class),
            entry(12, DirectoryRequest.StandDown.class),
            entry(13, DirectoryRequest.SeekSpare.class),
            entry(14, DirectoryRequest.AnswerOffer.class),
            entry(15, DirectoryRequest.Renew.class),
            entry(16, DirectoryRequest.Activate.class),
            entry(17, DirectoryRequest.Enlist.class),
            entry(18, DirectoryRequest.Discover.class),
            entry(19, DirectoryRequest.SignGrant.class),
            entry(33, DirectoryReply.Games.class),
            entry(34, DirectoryReply.Found.class),
            entry(35, DirectoryReply.Registered.class),
            entry(36, DirectoryReply.Renewed.class),
            entry(37, DirectoryReply.GameStatus.class),
            entry(38, DirectoryReply.Granted.class),
            entry(39, DirectoryReply.Denied.class),
            entry(41, DirectoryReply.SpareAgreed.class),
            entry(42, DirectoryReply.NoSpare.class),
            entry(43, DirectoryReply.Done.class),
            entry(44, DirectoryReply.NoGame.class),
            entry(45, DirectoryReply.Refused.class),
            entry(46, DirectoryReply.Activated.class),
            entry(47, DirectoryReply.Listed.class),
            entry(48, DirectoryReply.Reserved.class),
            entry(49, DirectoryReply.Revived.class),
            entry(50, DirectoryReply.GrantSigned.class),
            entry(66, DirectoryPush.Offer.class),
            entry(67, DirectoryPush.SignsWith.class)));

    private static final PeerNames NO_PEERS = id -> {
        throw new MalformedException("the directory's messages name no peers");
    };

    private DirectoryWire() {}

    /**
     * Builds the table if it is not built yet, which takes some 100 ms in a fresh JVM: better before the first message
     * than with it.
     */
    public static void prepare() {
        encode(new DirectoryReply.Done());
    }

    /** The body of a request's frame; {@link IllegalArgumentException} names what in it cannot travel. */
    public static byte[] encode(DirectoryRequest request) {
        return bytes((Record) request);
    }

    /** The body of a reply's frame. */
    public static byte[] encode(DirectoryReply reply) {
        return bytes((Record) reply);
    }

    /** The body of a push's frame. */
    public static byte[] encode(DirectoryPush push) {
        return bytes((Record) push);
    }

    private static byte[] bytes(Record message) {
        return RECORDS.encode(message, SIZE, 0);
    }

    /** The request in a frame; {@link MalformedException} for anything else. */
    public static DirectoryRequest decodeRequest(byte[] body) {
        return decode(body, DirectoryRequest.class);
    }

    /** The reply in a frame; {@link MalformedException} for anything else. */
    public static DirectoryReply decodeReply(byte[] body) {
        return decode(body, DirectoryReply.class);
    }

    /** The push in a frame; {@link MalformedException} for anything else. */
    public static DirectoryPush decodePush(byte[] body) {
        return decode(body, DirectoryPush.class);
    }

    private static <T> T decode(byte[] body, Class<T> kind) {
        Record message = RECORDS.decode(ByteBuffer.wrap(body), NO_PEERS);
        if (!kind.isInstance(message)) {
            throw new MalformedException(
                    message.getClass().getSimpleName() + " where a " + kind.getSimpleName() + " belongs");
        }
        return kind.cast(message);
    }
}
