package org.gamenet.rgs.examples.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.StateHandler;
import org.gamenet.rgs.StatePackage;

/**
 * One session and a game that counts: the server adds up what it is sent and tells everybody; everything that is handed
 * out is noted.
 */
final class Guest implements StateHandler<Count> {
    final Session session;
    final List<Note> notes = new ArrayList<>();
    final Map<Peer, Integer> points = new TreeMap<>();
    List<StatePackage<Count>> restored = List.of();
    boolean watches;

    /** A message that was handed out, and the session's state in the handler. */
    record Note(Peer from, Record body, Phase phase, boolean serves, int players) {}

    /** Marks where restoreState was called. */
    record Restored(int packages) {}

    private Guest(Session session) {
        this.session = session;
    }

    /** With the state of the counting game. */
    static Guest counting(Session session) {
        return noting(session).counts();
    }

    /** Notes only; has no state. */
    static Guest noting(Session session) {
        Guest guest = new Guest(session);
        session.on(Record.class, guest::note);
        return guest;
    }

    private Guest counts() {
        session.on(Hit.class, this::add)
                .on(Count.class, this::show)
                .on(SessionEvent.Resumed.class, this::resume)
                .state(Count.class, this);
        return this;
    }

    Guest watching() {
        watches = true;
        return this;
    }

    private void note(Peer from, Record body) {
        notes.add(new Note(
                from,
                body,
                session.phase(),
                session.isServer(),
                session.view().players().size()));
    }

    private void add(Peer from, Hit hit) {
        note(from, hit);
        if (!session.isServer()) return;
        points.merge(from, hit.points(), Integer::sum);
        session.send(packageState(), Delivery.RELIABLE_ORDERED);
    }

    private void show(Peer from, Count count) {
        note(from, count);
        if (session.isServer()) return;
        points.clear();
        points.putAll(count.points());
    }

    /** From here on only the server says how things stand. */
    private void resume(Peer server, SessionEvent.Resumed resumed) {
        note(server, resumed);
        if (session.isServer()) session.send(packageState(), Delivery.RELIABLE_ORDERED);
    }

    @Override
    public Count packageState() {
        return new Count(points);
    }

    @Override
    public void restoreState(List<StatePackage<Count>> packages) {
        note(session.self(), new Restored(packages.size()));
        restored = packages;
        points.clear();
        points.putAll(packages.get(0).state().points());
    }

    int sum() {
        return new Count(points).sum();
    }

    void hit(int value) {
        session.sendToServer(new Hit(value));
    }

    // ---- what was noted

    List<Record> bodies() {
        return notes.stream().map(Note::body).toList();
    }

    <T> List<T> all(Class<T> type) {
        return bodies().stream().filter(type::isInstance).map(type::cast).toList();
    }

    List<Peer> peers(Class<? extends Record> type) {
        return notes.stream()
                .filter(n -> type.isInstance(n.body()))
                .map(Note::from)
                .toList();
    }

    /** Events and restores, by name, with whom they concern where that tells them apart. */
    List<String> story() {
        return notes.stream()
                .filter(n -> n.body() instanceof SessionEvent || n.body() instanceof Restored)
                .map(Guest::word)
                .toList();
    }

    private static String word(Note note) {
        String name = note.body().getClass().getSimpleName();
        boolean ofSomebody = note.body() instanceof SessionEvent.Joined || note.body() instanceof SessionEvent.Left;
        return ofSomebody ? name + " " + note.from().name() : name;
    }

    @Override
    public String toString() {
        return session.self() + " " + session.phase() + " " + session.role() + " " + story() + " sum " + sum() + " "
                + session.stats() + all(SessionEvent.Closed.class);
    }
}
