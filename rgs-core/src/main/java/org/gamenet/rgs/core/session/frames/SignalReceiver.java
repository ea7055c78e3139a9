package org.gamenet.rgs.core.session.frames;

import org.gamenet.rgs.core.clock.ClockSignal;
import org.gamenet.rgs.core.detection.Signal;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.Joining;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.session.entry.Group;
import org.gamenet.rgs.core.session.entry.Rejoining;
import org.gamenet.rgs.core.session.game.ThisMember;
import org.gamenet.rgs.core.session.peers.ClockTalk;
import org.gamenet.rgs.core.session.peers.CopyTalk;
import org.gamenet.rgs.core.session.peers.FailureWatch;
import org.gamenet.rgs.core.wire.FrameHeader;

/** Hears the signs of life and the time. Worker's thread. */
public final class SignalReceiver {
    private final ThisMember my;
    private final FailureWatch watch;
    private final ClockTalk clock;
    private final Group group;
    private final CopyTalk copies;
    private final Rejoining rejoining;

    public SignalReceiver(
            ThisMember my, FailureWatch watch, ClockTalk clock, Group group, CopyTalk copies, Rejoining rejoining) {
        this.my = my;
        this.watch = watch;
        this.clock = clock;
        this.group = group;
        this.copies = copies;
        this.rejoining = rejoining;
    }

    void hear(FrameHeader header, Signal signal, MemberState at, long now) {
        if (signal instanceof Signal.Alive) group.reconnect();
        else if (signal instanceof Signal.Out) out(at);
        else signal(header, signal, now);
    }

    void hear(MemberId from, ClockSignal signal, long now) {
        if (signal instanceof ClockSignal.ClockPing ping) clock.answer(from, ping, now);
        else if (signal instanceof ClockSignal.ClockPong pong) clock.hear(from, pong, now);
    }

    private void signal(FrameHeader header, Signal signal, long now) {
        MemberState at = my.stepper().state();
        if (signal instanceof Signal.Heartbeat beat && at instanceof Joining) {
            watch.echoAsNewcomer(header.sender(), header.epoch(), beat);
            return;
        }
        watch.hear(header.sender(), header.epoch(), signal, now);
        if (signal instanceof Signal.Echo echo) copies.outputs().delivered(header.sender(), echo.delivered());
    }

    /** My exit was stamped while I could not hear it, perhaps while I suspect who says so: I come back (P25). */
    private void out(MemberState at) {
        if (my.seat().isLeaving()) return;
        rejoining.rejoin(new Effect.Rejoin(at.promise(), "the server put me out while I could not hear it", at.log()));
    }
}
