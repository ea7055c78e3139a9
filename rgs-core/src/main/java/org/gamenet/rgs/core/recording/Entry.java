package org.gamenet.rgs.core.recording;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gamenet.rgs.GameInfo;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.ServerRole;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.View;
import org.gamenet.rgs.core.wire.Records;
import org.gamenet.rgs.core.wire.SizeLimit;

/**
 * The entries of a session log. A peer is written as its id; {@link Named} says who that is, ahead of its first use.
 */
public sealed interface Entry {

    /**
     * The first of a log.
     *
     * @param schema of the game's records
     * @param forms hash of the entries' own forms
     * @param gameTime where the log's time begins, seconds
     * @param wallMillis the date, milliseconds since 1970
     */
    record Head(
            String kind, ByteBuffer schema, long forms, Peer self, String selfName, double gameTime, long wallMillis)
            implements Entry {}

    /** The peer that this is. */
    record Named(Peer peer, String name) implements Entry {}

    /** Where the session stands from here on. */
    record Stand(Phase phase, View view, ServerRole role, Optional<GameInfo> game) implements Entry {}

    /** A message was handed out. */
    record Heard(Peer from, int type, double sentAt, ByteBuffer body) implements Entry {}

    /** A message was sent: to one, or, where the peer is 0, to the server or to all. */
    record Sent(boolean toServer, long peer, int delivery, int type, double sentAt, ByteBuffer body) implements Entry {}

    /** An event was handed out; {@code type} as in {@link #EVENTS}. */
    record Told(Peer about, double at, int type, ByteBuffer event) implements Entry {}

    /** A state that the game went on from, one of those handed to it. */
    record Restorable(Peer from, boolean fromServer, double takenAt, ByteBuffer state) {}

    /** The game went on from the first of these states. */
    record Restored(List<Restorable> packages) implements Entry {}

    /** Nothing follows, and why. */
    record Cut(String why) implements Entry {}

    /** Of the entries. An id is never used again for something else. */
    Records RECORDS = Records.ofIds(Map.of(
            0,
            Head.class,
            1,
            Named.class,
            2,
            Stand.class,
            3,
            Heard.class,
            4,
            Sent.class,
            5,
            Told.class,
            6,
            Restored.class,
            7,
            Cut.class));

    /** Of the events in them. */
    Records EVENTS = Records.ofIds(Map.of(
            0,
            SessionEvent.Joined.class,
            1,
            SessionEvent.Left.class,
            2,
            SessionEvent.Refused.class,
            3,
            SessionEvent.Closed.class,
            4,
            SessionEvent.Frozen.class,
            5,
            SessionEvent.Resumed.class,
            6,
            SessionEvent.RoleChanged.class,
            7,
            SessionEvent.Waiting.class,
            8,
            SessionEvent.Away.class,
            9,
            SessionEvent.Back.class));

    /** Changes with whatever is written into a log. */
    static long forms() {
        return RECORDS.schemaHash() * 31 + EVENTS.schemaHash();
    }

    /** An event as an entry. */
    static Told told(Peer about, SessionEvent event, double at) {
        Record body = (Record) event;
        return new Told(
                about, at, EVENTS.idOf(body.getClass()), ByteBuffer.wrap(EVENTS.encodeBody(body, SizeLimit.NONE, 0)));
    }
}
