package org.gamenet.rgs.core.session.peers;

import java.util.Optional;
import org.gamenet.rgs.core.clock.ClockLine;
import org.gamenet.rgs.core.clock.ClockSignal;
import org.gamenet.rgs.core.clock.GameClock;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.session.base.Beat;
import org.gamenet.rgs.core.session.base.SessionTime;

/** Keeps the game's clock by asking whoever leads: a few times at once, then now and then. Worker's thread. */
public final class ClockTalk implements Beat {
    private static final int FIRST_PINGS = 5;
    private static final long FIRST_PING_NANOS = 50_000_000;
    private static final long PING_NANOS = 1_000_000_000;

    private GameClock clock = new GameClock();
    private final SessionTime time;
    private final FrameSender frameSender;
    private Optional<MemberId> holder = Optional.empty();
    private int pings;
    private long nextAt;

    public ClockTalk(SessionTime time, FrameSender frameSender) {
        this.time = time;
        this.frameSender = frameSender;
    }

    /** In no game any more: the next one has a time of its own. */
    void forget() {
        clock = new GameClock();
        holder = Optional.empty();
    }

    public double secondsAt(long nanos) {
        return clock.secondsAt(nanos);
    }

    /** The same for a frame, in whole microseconds. */
    public double stampAt(long nanos) {
        return ClockLine.toMicros(clock.secondsAt(nanos));
    }

    public Optional<MemberId> holder() {
        return holder;
    }

    /** The member to ask from now on. */
    void follow(Optional<MemberId> whom, long now) {
        if (whom.equals(holder)) return;
        holder = whom;
        if (whom.isEmpty()) return;
        clock.follow();
        pings = 0;
        nextAt = now;
    }

    public void lead(long now) {
        clock.lead(now);
        time.follow(clock.line());
    }

    public void leadNoMore() {
        clock.follow();
    }

    /** It is at least so late (P43). */
    public void reach(long now, double seconds) {
        clock.reach(now, seconds);
        time.follow(clock.line());
    }

    public void hear(MemberId from, ClockSignal.ClockPong pong, long now) {
        if (holder.filter(from::equals).isEmpty()) return;
        clock.sample(pong.askedNanos(), now, pong.seconds());
        time.follow(clock.line());
    }

    public void answer(MemberId from, ClockSignal.ClockPing ping, long now) {
        frameSender.say(from, new ClockSignal.ClockPong(ping.askedNanos(), clock.secondsAt(now)));
    }

    @Override
    public int tick(long now) {
        if (holder.isEmpty() || now < nextAt) return 0;
        pings++;
        nextAt = now + (pings < FIRST_PINGS ? FIRST_PING_NANOS : PING_NANOS);
        frameSender.say(holder.get(), new ClockSignal.ClockPing(now));
        return 0;
    }

    @Override
    public long nextAt(long now) {
        return holder.isEmpty() ? Long.MAX_VALUE : nextAt;
    }

    public double rttMillis() {
        return clock.rttSeconds() * 1_000;
    }

    public double errorMillis(long now) {
        return clock.errorSeconds(now) * 1_000;
    }
}
