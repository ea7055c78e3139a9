package org.gamenet.rgs.testkit.calibration;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.port.GroupListener;
import org.gamenet.rgs.core.port.Node;
import org.jspecify.annotations.Nullable;

/** The words that one member was told, in order. Any thread. */
final class Witness implements GroupListener {

    sealed interface Told permits Cast, Views, Closed {}

    record Cast(Node from, long number) implements Told {}

    record Views(List<Node> members) implements Told {}

    record Closed(Node peer) implements Told {}

    private final List<Told> log = new ArrayList<>();
    private List<Node> view = List.of();
    private @Nullable Node self;
    private @Nullable Endpoint place;
    private String failure = "";

    synchronized List<Told> log() {
        return List.copyOf(log);
    }

    synchronized List<Node> view() {
        return view;
    }

    synchronized @Nullable Node self() {
        return self;
    }

    synchronized @Nullable Endpoint place() {
        return place;
    }

    synchronized String failure() {
        return failure;
    }

    @Override
    public synchronized void listening(Endpoint at) {
        place = at;
    }

    @Override
    public synchronized void connected(Node at, List<Node> members) {
        self = at;
        see(members);
    }

    @Override
    public synchronized void failed(Reason reason, String detail) {
        failure = reason + " " + detail;
    }

    @Override
    public synchronized void received(Node from, ByteBuffer frame) {
        log.add(new Cast(from, frame.getLong(frame.position() + frame.remaining() - Long.BYTES)));
    }

    @Override
    public synchronized void view(List<Node> members, boolean coordinates) {
        see(members);
    }

    private void see(List<Node> members) {
        view = List.copyOf(members);
        log.add(new Views(view));
    }

    @Override
    public synchronized void closed(Node peer) {
        log.add(new Closed(peer));
    }

    @Override
    public void probed(Endpoint process, Probe result) {}
}
