package org.gamenet.rgs.core.session.peers;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.gamenet.rgs.core.lanes.Lanes;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.EntryBody;
import org.gamenet.rgs.core.ordering.LogEntry;
import org.gamenet.rgs.core.ordering.Position;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.replication.CopyEvent;
import org.gamenet.rgs.core.replication.EntryGate;
import org.gamenet.rgs.core.replication.OutputGate;
import org.gamenet.rgs.core.session.game.GameSide;
import org.gamenet.rgs.core.session.game.ThisMember;

/**
 * The output of a synchronous game's server, and when it leaves: messages and the state for a newcomer when the backup
 * holds the copy of the state that they came from (P48), entries when it has them in its log (P4). In any other game
 * all leaves at once. Worker's thread only, but for {@link #waits}.
 */
public final class OutputTalk {
    /** Requests of the application wait in this number, besides its messages; more is let go (P52). */
    private static final int LATER_MAX = 1_024;

    private final ThisMember my;
    private final FrameSender frameSender;
    private final GameSide side;
    private OutputGate gate = OutputGate.OPEN;
    /** The last entry that the others were shown, in this epoch. */
    private Position shown = Position.NONE;

    private EntryGate entries = EntryGate.NEW;
    private final Deque<Later> later = new ArrayDeque<>();
    private volatile boolean waits;

    /** Something that is to be done once the backup holds that cut. */
    private record Later(long cut, Runnable what) {}

    public OutputTalk(ThisMember my, FrameSender frameSender, GameSide side) {
        this.my = my;
        this.frameSender = frameSender;
        this.side = side;
    }

    ThisMember my() {
        return my;
    }

    FrameSender frameSender() {
        return frameSender;
    }

    GameSide side() {
        return side;
    }

    /** Whether what the server shows waits for a backup: then each update is packed. Any thread. */
    public boolean waits() {
        return waits;
    }

    private boolean isSynchronous() {
        return my.game().rules().synchronous();
    }

    /** The backups of this server, whether copies have begun to go there or not. */
    private List<MemberId> named() {
        MemberState at = my.stepper().state();
        if (at == null || !at.leads()) return List.of();
        return at.log().authority().stream()
                .filter(id -> !id.equals(my.seat().id()))
                .toList();
    }

    /** Messages of this cut may leave, and of earlier ones. */
    public long upTo() {
        return isSynchronous() ? gate.upTo(named()) : OutputGate.ALL;
    }

    // ---- who is waited for

    /** Nobody is: it is in the game anew. */
    void begin() {
        gate = OutputGate.OPEN;
        waits = false;
        entries = EntryGate.NEW;
        later.clear();
        release();
    }

    /** Counts the backup from now on. Returns what it must hold before it may be named. */
    CopyEvent.Bound bind(MemberId backup) {
        MemberState at = my.stepper().state();
        Position end = at == null ? Position.NONE : at.log().end();
        gate = gate.waitingFor(backup);
        waits = true;
        return new CopyEvent.Bound(backup, side.cut() + 1, end, my.time().now() / 1_000_000);
    }

    void held(MemberId backup, long cut, Position place) {
        if (!isSynchronous()) return;
        gate = gate.held(backup, cut);
        delivered(backup, place);
        release();
    }

    void free(MemberId backup) {
        if (gate.isOpen()) return;
        gate = gate.without(backup);
        entries = entries.without(backup);
        waits = !gate.isOpen();
        showEntries();
        release();
    }

    // ---- what waits

    /** Does this once everybody holds what the application has made until now; at once where nobody is waited for. */
    public void later(Runnable what) {
        later(side.cut() + 1, what);
    }

    /** Does this once everybody holds that cut. */
    public void later(long cut, Runnable what) {
        if (later.isEmpty() && cut <= upTo()) what.run();
        else if (later.size() < LATER_MAX) later.add(new Later(cut, what));
    }

    /** The newest cut that something waits for; 0 if nothing does. */
    long wanted() {
        Lanes running = my.game().lanes();
        long messages = running == null ? 0 : running.heldUpTo();
        return later.isEmpty() ? messages : Math.max(messages, later.getLast().cut);
    }

    private void release() {
        Lanes running = my.game().lanes();
        if (running != null) running.pump(my.time().now());
        while (!later.isEmpty() && later.getFirst().cut <= upTo())
            later.remove().what.run();
    }

    // ---- entries

    /** To the backups at once, to the others when those have it. */
    public void cast(Message.EntryNews news) {
        if (!isSynchronous() || waitedFor().isEmpty()) {
            shown = news.upTo();
            frameSender.cast(news);
            return;
        }
        for (MemberId id : waitedFor()) frameSender.say(id, news);
    }

    /**
     * Whether this one may be told that now: an entry that the backups have, the ACK of an epoch in which they back up
     * once they have all that was before it. A message held back is said again, as everything is until it is answered.
     */
    public boolean mayTell(MemberId to, Message message) {
        if (!isSynchronous()) return true;
        if (message instanceof Message.EntryNews news) return entries.mayShow(to, news.upTo(), waitedFor());
        return !(message instanceof Message.EpochStart start)
                || !(start.ack().body() instanceof EntryBody.Ack ack)
                || entries.mayShow(to, ack.end(), named());
    }

    private Set<MemberId> waitedFor() {
        Set<MemberId> all = new HashSet<>(gate.holds().keySet());
        all.addAll(named());
        return all;
    }

    /** This member says that it has the log up to there. */
    public void delivered(MemberId from, Position at) {
        if (!isSynchronous() || !waitedFor().contains(from)) return;
        EntryGate before = entries;
        entries = entries.has(from, at);
        if (entries != before) showEntries();
    }

    private void showEntries() {
        MemberState at = my.stepper().state();
        if (at == null || !at.leads() || at.log().end().epoch().equals(Position.NONE.epoch())) return;
        Position end = at.log().end();
        Position upTo = entries.safe(waitedFor(), end);
        // Entries from before this epoch came with its ACK.
        Position from = shown.epoch().equals(end.epoch()) ? shown : new Position(end.epoch(), 0);
        for (LogEntry entry : at.log().after(from))
            if (entry.epoch().equals(end.epoch())
                    && !(entry.body() instanceof EntryBody.Ack)
                    && !upTo.isBefore(entry.at())) {
                shown = entry.at();
                frameSender.cast(new Message.EntryNews(entry));
            }
    }

    /** At a backup: it has this entry. */
    public void confirmEntry(boolean backsUp) {
        MemberState at = my.stepper().state();
        if (!backsUp || !isSynchronous() || at == null || at.leads() || !at.plays()) return;
        frameSender.say(
                at.log().authority().get(0), new Message.Confirmed(at.log().end()));
    }
}
