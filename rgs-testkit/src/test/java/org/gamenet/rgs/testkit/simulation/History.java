package org.gamenet.rgs.testkit.simulation;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.gamenet.rgs.SessionEvent.Left;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.EntryBody;
import org.gamenet.rgs.core.ordering.Log;
import org.gamenet.rgs.core.ordering.LogEntry;
import org.gamenet.rgs.core.ordering.Position;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.reconfiguration.MessageTable;
import org.gamenet.rgs.core.reconfiguration.PackedState;
import org.gamenet.rgs.core.reconfiguration.Step;
import org.gamenet.rgs.core.session.base.MessageTypes;
import org.gamenet.rgs.core.wire.FrameHeader;
import org.gamenet.rgs.core.wire.PeerNames;
import org.jspecify.annotations.Nullable;

/**
 * Every ordered entry in its place, as the network or, of a server that is alone, its step told it: which epoch went on
 * from where, and so the one history that a member of an epoch may have been told.
 */
final class History implements Wiretap {
    private static final int FLAGS_BYTES = 1;
    private static final Map<String, Integer> IDS = ids();
    private static final int FRAME = IDS.get("EntryNews");
    private static final int SHOWN = IDS.get("Shown");
    private static final int ACK = IDS.get("EpochStart");
    private static final int INITIAL = IDS.get("InitialAck");
    private static final int ADVERTISE = IDS.get("Collect");

    private final BiConsumer<String, String> violates;
    private final NavigableMap<Long, Stamped> epochs = new TreeMap<>();
    private final Set<Long> advertised = new HashSet<>();
    private final Map<SimulatedProcess, Map<MemberId, Message.CollectReply>> answers = new HashMap<>();
    private final Map<SimulatedProcess, Round> rounds = new HashMap<>();
    private final Map<SimulatedProcess, Map<MemberId, Message.CollectReply>> chosenFrom = new HashMap<>();
    private final Map<SimulatedProcess, Set<Position>> keptThen = new HashMap<>();
    private final Copies copies = new Copies();
    private final Restores restores = new Restores();
    private Consumer<SimulatedProcess> onCollect = nobody -> {};
    /** It has no JOIN. */
    private @Nullable Member founder;

    private long collecting;

    /** The entry that was stamped under one number. */
    private static final class Stamped {
        Epoch epoch;
        EntryBody.@Nullable Ack ack;
        final NavigableMap<Long, EntryBody> frames = new TreeMap<>();

        Stamped(Epoch epoch) {
            this.epoch = epoch;
        }
    }

    /** @param violates told the rule, and what broke it */
    History(BiConsumer<String, String> violates) {
        this.violates = violates;
    }

    private static Map<String, Integer> ids() {
        Map<String, Integer> ids = new HashMap<>();
        for (MessageTable.Row row : MessageTypes.TABLE) ids.put(row.name(), row.id());
        return ids;
    }

    private static Record read(byte[] frame) {
        int type = Byte.toUnsignedInt(frame[1]);
        return MessageTypes.RECORDS.decodeBody(
                type,
                ByteBuffer.wrap(frame, FrameHeader.BYTES, frame.length - FrameHeader.BYTES)
                        .slice(),
                PeerNames.NONE);
    }

    // ---- what is said

    @Override
    public void said(SimulatedProcess from, byte[] frame) {
        int type = Byte.toUnsignedInt(frame[1]);
        if (type == FRAME) ((Message.EntryNews) read(frame)).entries().forEach(this::note);
        else if (type == SHOWN) ((Message.Shown) read(frame)).entries().forEach(this::note);
        else if (type == ACK) note((Message.EpochStart) read(frame));
        else if (type == INITIAL && founder == null)
            founder =
                    ((Message.InitialAck) read(frame)).log().roster().members().get(0);
        else if (type == ADVERTISE) advertised(from, ((Message.Collect) read(frame)).epoch());
    }

    private void advertised(SimulatedProcess from, Epoch epoch) {
        if (epochs.containsKey(epoch.number()) || !advertised.add(epoch.number())) return;
        collecting = Math.max(collecting, epoch.number());
        onCollect.accept(from);
    }

    private void note(Message.EpochStart news) {
        note(news.ack());
        news.missing().forEach(this::note);
    }

    void note(LogEntry frame) {
        Stamped stamped = epochs.computeIfAbsent(frame.epoch().number(), number -> new Stamped(frame.epoch()));
        if (stamped.frames.isEmpty()) stamped.epoch = frame.epoch();
        if (!stamped.epoch.equals(frame.epoch()))
            violates.accept("S1", "two epochs of number " + frame.epoch().number());
        EntryBody before = stamped.frames.putIfAbsent(frame.seq(), frame.body());
        if (before != null && !before.equals(frame.body()))
            violates.accept("S4", "two frames at " + frame.at() + ": " + before + " and " + frame.body());
        if (frame.body() instanceof EntryBody.Ack ack) stamped.ack = ack;
    }

    /** Whether a new holder asks for answers, and its epoch has not begun. */
    boolean isCollecting() {
        return collecting > 0 && !epochs.containsKey(collecting);
    }

    /** Done whenever somebody begins to collect. */
    void onCollect(Consumer<SimulatedProcess> what) {
        onCollect = what;
    }

    /** All that was stamped, for a reader. */
    void tell(Trace trace) {
        epochs.forEach((number, stamped) -> {
            trace.say("epoch " + number + " goes on from " + before(number));
            stamped.frames.forEach((seq, body) -> trace.say("  " + number + "." + seq + " " + body));
        });
    }

    // ---- who answered

    private record Round(Epoch epoch, int number) {}

    /** A machine's step: what whoever serves stamps, and what whoever collects was answered when it chose its base. */
    void stepped(SimulatedProcess by, Step step, @Nullable Event cause) {
        if (step.state().leads())
            step.effects().forEach(effect -> stamped(effect).forEach(this::note));
        copies.stepped(by, step, cause);
        restores.stepped(by, step, p -> copy(p).isPresent());
        if (cause instanceof Event.Heard heard && heard.message() instanceof Message.CollectReply reply)
            answered(by, heard.from(), reply);
        for (Effect effect : step.effects()) {
            if (!(effect instanceof Effect.Cast cast)) continue;
            if (cast.message() instanceof Message.Collect asked) asks(by, asked.epoch(), asked.round());
            // A round of which nobody is left to be asked.
            if (cast.message() instanceof Message.Nack begun) asks(by, begun.epoch(), begun.round());
        }
        if (step.effects().stream().anyMatch(Effect.Restore.class::isInstance)) {
            chosenFrom.put(by, Map.copyOf(answers.getOrDefault(by, Map.of())));
            keptThen.put(by, keptBy(step.state().log(), answers(by).values()));
        }
    }

    private static List<LogEntry> stamped(Effect effect) {
        if (effect instanceof Effect.Delivered delivered) return List.of(delivered.entry());
        return effect instanceof Effect.Resume resume ? resume.path() : List.of();
    }

    /** The epochs that this step begins. */
    static List<Long> begun(Step step) {
        if (!step.state().leads()) return List.of();
        MemberId self = step.state().self().me().id();
        return step.effects().stream()
                .flatMap(effect -> stamped(effect).stream())
                .filter(frame -> frame.body() instanceof EntryBody.Ack ack
                        && (ack.planned() || ack.authority().get(0).equals(self)))
                .map(frame -> frame.epoch().number())
                .toList();
    }

    /** A package of an earlier round counts no more (P37), whenever it comes. */
    private void answered(SimulatedProcess holder, MemberId from, Message.CollectReply reply) {
        if (new Round(reply.epoch(), reply.round()).equals(rounds.get(holder)))
            answers.computeIfAbsent(holder, p -> new HashMap<>()).put(from, reply);
    }

    private void asks(SimulatedProcess holder, Epoch epoch, int number) {
        Round round = new Round(epoch, number);
        if (!round.equals(rounds.put(holder, round))) answers.remove(holder);
    }

    /** The replies that this process had when it chose what to restore, in the latest round of the latest number. */
    Map<MemberId, Message.CollectReply> answers(SimulatedProcess holder) {
        return chosenFrom.getOrDefault(holder, Map.of());
    }

    private static Set<Position> keptBy(Log own, Collection<Message.CollectReply> others) {
        Set<Position> kept = new HashSet<>();
        for (LogEntry frame : own.kept()) kept.add(frame.at());
        for (Message.CollectReply other : others)
            for (LogEntry frame : other.log().kept()) kept.add(frame.at());
        return kept;
    }

    /** The frames that this process, and those that had answered it, kept then. */
    Set<Position> kept(SimulatedProcess holder) {
        return keptThen.getOrDefault(holder, Set.of());
    }

    /** The copy that this process goes on from, whatever it is answered (P40); empty if it rebuilds. */
    Optional<PackedState> copy(SimulatedProcess holder) {
        return copies.wentOnFrom(holder);
    }

    Restores restores() {
        return restores;
    }

    // ---- which history went on

    /** This epoch and those that it continues, each with the last frame of it that counts. */
    NavigableMap<Long, Long> lineOf(long number) {
        NavigableMap<Long, Long> line = new TreeMap<>();
        long at = number;
        long end = Long.MAX_VALUE;
        while (line.putIfAbsent(at, end) == null) {
            Position before = before(at);
            if (before.seq() < 0) break;
            end = before.seq();
            at = before.epoch().number();
        }
        return line;
    }

    private Position before(long number) {
        Stamped at = epochs.get(number);
        if (at == null) return Position.NONE;
        return at.ack == null ? Position.NONE : at.ack.end();
    }

    /** Whether this place is in the history that the epoch continues. */
    boolean isBehind(long number, Position place) {
        Stamped at = epochs.get(number);
        if (at == null || at.ack == null) return true;
        Long upTo = lineOf(at.ack.end().epoch().number()).get(place.epoch().number());
        if (upTo == null) return false;
        return place.epoch().equals(at.ack.end().epoch())
                ? place.seq() <= at.ack.end().seq()
                : place.seq() <= upTo;
    }

    /**
     * Whether a log that ends there counts (P39) with whoever rebuilds this epoch from what is kept: it is in the
     * history that the epoch continues, and if the exit of its owner is, too, all is kept that it lacks. For those who
     * are in, everybody keeps that; for whoever is out nobody need, and without it none can tell what it is a part of.
     */
    boolean counts(long number, MemberId who, Position place, Set<Position> kept) {
        return isBehind(number, place) && (!isOut(number, who) || isAllKept(number, place, kept));
    }

    /** Whether nothing is missing between a state that was made there and this epoch (P40). */
    boolean isWhole(long number, PackedState packed, Set<Position> kept) {
        return packed.place().equals(Position.NONE) || isAllKept(number, packed.place(), kept);
    }

    private boolean isAllKept(long number, Position after, Set<Position> kept) {
        return lineOf(number).subMap(after.epoch().number(), true, number, false).entrySet().stream()
                .allMatch(each -> {
                    Epoch epoch = epochs.get(each.getKey()).epoch;
                    long first = epoch.equals(after.epoch()) ? after.seq() + 1 : 0;
                    return LongStream.rangeClosed(first, each.getValue())
                            .allMatch(seq -> kept.contains(new Position(epoch, seq)));
                });
    }

    private boolean isOut(long number, MemberId who) {
        return lineOf(number).entrySet().stream()
                .filter(each -> each.getKey() != number && epochs.containsKey(each.getKey()))
                .flatMap(each -> epochs.get(each.getKey()).frames.headMap(each.getValue(), true).values().stream())
                .anyMatch(body -> body instanceof EntryBody.Exited exit
                                && exit.who().equals(who)
                        || body instanceof EntryBody.Ack ack
                                && ack.exits().stream().anyMatch(e -> e.who().equals(who)));
    }

    /** The highest number of which anything was stamped; 0 if nothing was. */
    long newest() {
        return epochs.isEmpty() ? 0 : epochs.lastKey();
    }

    /**
     * Whether somebody goes on in that later epoch from one that had been superseded: its frames are not in the history
     * that goes on, or a later epoch of that, up to this newest one, had begun while somebody still played in it.
     */
    boolean isObsolete(long number, long newest, long now) {
        NavigableMap<Long, Long> line = lineOf(now);
        return !line.containsKey(number)
                || newest > number && !line.subMap(number, false, newest, true).isEmpty();
    }

    /**
     * Whether the history that goes on in this later epoch has one after the other that began by the last resort (P75).
     */
    boolean isLastResort(long after, long upTo) {
        return lineOf(upTo).tailMap(after, false).keySet().stream().anyMatch(each -> {
            EntryBody.Ack ack = ack(each);
            return ack != null && ack.lastResort();
        });
    }

    /** The ACKs of all epochs that began, by number. */
    List<EntryBody.Ack> acks() {
        return epochs.values().stream()
                .flatMap(each -> Stream.ofNullable(each.ack))
                .toList();
    }

    EntryBody.@Nullable Ack ack(long number) {
        Stamped at = epochs.get(number);
        return at == null ? null : at.ack;
    }

    /** The part of the history that everybody sees, up to the end of this epoch, in its order. */
    List<Seen> seen(long number) {
        List<Seen> all = new ArrayList<>();
        Map<Long, MemberId> in = new HashMap<>();
        Set<Long> away = new HashSet<>();
        if (founder != null && founder.kind() == Kind.PLAYER)
            in.put(founder.id().peer(), founder.id());
        lineOf(number).forEach((epoch, end) -> {
            Stamped stamped = epochs.get(epoch);
            if (stamped == null) return;
            stamped.frames
                    .headMap(end, true)
                    .forEach((seq, body) -> see(new Position(stamped.epoch, seq), body, in, away, all));
        });
        return all;
    }

    private static void see(Position at, EntryBody body, Map<Long, MemberId> in, Set<Long> away, List<Seen> all) {
        if (body instanceof EntryBody.Ordered ordered) {
            all.add(Seen.turn(at, ordered.from().peer(), number(ordered)));
        } else if (body instanceof EntryBody.Joined join && join.member().kind() == Kind.PLAYER) {
            long peer = join.member().id().peer();
            if (in.put(peer, join.member().id()) != null) all.add(Seen.going(at, peer, Left.Why.REPLACED));
            all.add(away.remove(peer) ? Seen.back(at, peer) : Seen.coming(at, peer));
        } else if (body instanceof EntryBody.Exited exit) {
            leave(at, exit, in, away, all);
        } else if (body instanceof EntryBody.Ack ack) {
            for (EntryBody.Exited exit : ack.exits()) leave(at, exit, in, away, all);
            ack.admitted()
                    .filter(holder -> holder.kind() == Kind.PLAYER)
                    .ifPresent(holder -> comeBack(at, holder, in, away, all));
        }
    }

    /**
     * A member that was left behind and goes on (P75) takes its own place, and is told of only where that had lapsed.
     */
    private static void comeBack(Position at, Member holder, Map<Long, MemberId> in, Set<Long> away, List<Seen> all) {
        long peer = holder.id().peer();
        if (in.put(peer, holder.id()) == null) all.add(away.remove(peer) ? Seen.back(at, peer) : Seen.coming(at, peer));
    }

    /** Behind the flags of the lanes. */
    private static long number(EntryBody.Ordered ordered) {
        byte[] bytes = ordered.message().bytes();
        ByteBuffer body =
                ByteBuffer.wrap(bytes, FLAGS_BYTES, bytes.length - FLAGS_BYTES).slice();
        return ((CountingGame.Turn) CountingGame.RECORDS.decodeBody(ordered.type(), body, PeerNames.NONE)).number();
    }

    private static Left.Why why(EntryBody.Exited exit) {
        return switch (exit.why()) {
            case LEFT -> Left.Why.LEFT;
            case KICKED -> Left.Why.KICKED;
            case REPLACED -> Left.Why.REPLACED;
            default -> Left.Why.CRASHED;
        };
    }

    private static void leave(
            Position at, EntryBody.Exited exit, Map<Long, MemberId> in, Set<Long> away, List<Seen> all) {
        long peer = exit.who().peer();
        if (!in.remove(peer, exit.who()) && !away.remove(peer)) return;
        if (exit.kept() && away.add(peer)) all.add(Seen.away(at, peer));
        else all.add(Seen.going(at, peer, why(exit)));
    }
}
