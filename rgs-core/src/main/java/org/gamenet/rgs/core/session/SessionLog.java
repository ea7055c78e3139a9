package org.gamenet.rgs.core.session;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.gamenet.rgs.Limit;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.Recording;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.core.lanes.OutgoingMessage;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.PackedState;
import org.gamenet.rgs.core.recording.LogWriter;
import org.gamenet.rgs.core.session.game.SessionStatus;
import org.jspecify.annotations.Nullable;

/** The recording of a session, if it is recorded: one at a time. Any thread. */
final class SessionLog {
    private final SessionWorker worker;
    private volatile @Nullable Recorder recorder;

    SessionLog(SessionWorker worker) {
        this.worker = worker;
    }

    /** @throws IllegalStateException if another one is open */
    synchronized Recording open(Path file) {
        Recorder before = recorder;
        if (before != null && !before.isOver())
            throw new IllegalStateException("this session is being recorded already: close that one first");
        Recorder recording = new Recorder(LogWriter.open(file, worker.setup().limit(Limit.RECORDING_BYTES)), worker);
        recorder = recording;
        return recording;
    }

    /** Whether a recording is open and has no beginning yet. */
    boolean isToBegin() {
        Recorder recording = recorder;
        return recording != null && !recording.hasBegun();
    }

    void begin(SessionStatus status, Optional<PackedState> state) {
        Recorder recording = recorder;
        if (recording != null) recording.begin(status, state);
    }

    void sent(OutgoingMessage message) {
        Recorder recording = recorder;
        if (recording != null) recording.sent(message);
    }

    void heard(Peer from, Record message, double sentAt) {
        Recorder recording = recorder;
        if (recording != null) recording.heard(from, message, sentAt);
    }

    void told(Peer about, SessionEvent event, double at) {
        Recorder recording = recorder;
        if (recording != null) recording.told(about, event, at);
    }

    void restored(List<Effect.Contribution> packages) {
        Recorder recording = recorder;
        if (recording != null) recording.restored(packages);
    }

    void close() {
        Recorder recording = recorder;
        if (recording != null) recording.close();
    }
}
