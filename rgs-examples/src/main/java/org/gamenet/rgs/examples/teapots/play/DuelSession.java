package org.gamenet.rgs.examples.teapots.play;

import java.util.List;
import java.util.function.UnaryOperator;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.SessionEvent.Away;
import org.gamenet.rgs.SessionEvent.Joined;
import org.gamenet.rgs.SessionEvent.Left;
import org.gamenet.rgs.StateHandler;
import org.gamenet.rgs.StatePackage;
import org.gamenet.rgs.examples.teapots.pilot.Pilot;
import org.gamenet.rgs.examples.teapots.world.Command;
import org.gamenet.rgs.examples.teapots.world.Steer;
import org.gamenet.rgs.examples.teapots.world.World;

/**
 * One process's part in a duel. Whether it serves or not, it keeps one world: its own if it serves, else the last that
 * it was sent. That world is all a new server needs, so it is also the package. Game thread.
 */
public final class DuelSession implements StateHandler<Snapshot> {
    private static final int TICKS_PER_BEAT = 2;
    private static final int BEATS_PER_PULSE = 3;

    private final Session session;
    private final Pilot pilot;
    private final Witness witness;
    private final UnaryOperator<World> recall;
    private final Metronome metronome = new Metronome();
    private World world = World.EMPTY;
    private double takenAt;
    private long published;
    private long ticks;
    private long beats;

    /** A duel that goes on after a failover from where it was. */
    public DuelSession(Session session, Pilot pilot, Witness witness) {
        this(session, pilot, witness, UnaryOperator.identity());
    }

    /**
     * A duel that may remember wrongly, to try those who check it.
     *
     * @param recall what becomes of a world on its way back from a package; the identity in a game that means to go on
     */
    public DuelSession(Session session, Pilot pilot, Witness witness, UnaryOperator<World> recall) {
        this.session = session;
        this.pilot = pilot;
        this.witness = witness;
        this.recall = recall;
        session.on(Command.class, (who, command) -> world = world.after(who, command))
                .on(Snapshot.class, (server, sent) -> show(sent))
                .on(Pulse.class, this::pulse)
                .on(Chat.class, (who, chat) -> witness.said(who, chat.text()))
                .on(Enough.class, (who, enough) -> end(who))
                .on(Joined.class, (who, event) -> {
                    world = world.with(who);
                    witness.happened(who, event);
                })
                .on(Left.class, (who, event) -> {
                    world = world.without(who);
                    witness.happened(who, event);
                })
                .on(Away.class, (who, event) -> {
                    world = world.after(who, Steer.NONE);
                    witness.happened(who, event);
                })
                .on(SessionEvent.class, witness::happened)
                .state(Snapshot.class, this);
    }

    /** One frame: hears what came, and if it is time plays. False once the session is over. */
    public boolean frame(long nowNanos) {
        if (!session.update()) return false;
        if (session.phase() == Session.Phase.PLAYING) play(metronome.due(nowNanos));
        else metronome.rest(nowNanos);
        witness.framed();
        return true;
    }

    /** The world as this process knows it. */
    public World world() {
        return world;
    }

    /** The session behind it. */
    public Session session() {
        return session;
    }

    @Override
    public Snapshot packageState() {
        return new Snapshot(published, takenAt, world);
    }

    /**
     * Scores and places are the freshest package's. A player's own may know a newer steer, which the next one replaces
     * anyway.
     */
    @Override
    public void restoreState(List<StatePackage<Snapshot>> packages) {
        Snapshot freshest = packages.get(0).state();
        takenAt = freshest.takenAt();
        world = recall.apply(freshest.world());
        witness.restored(world, packages.size());
    }

    private void play(int due) {
        boolean beat = false;
        for (int i = 0; i < due; i++) {
            if (session.isServer()) world = world.step();
            beat |= ++ticks % TICKS_PER_BEAT == 0;
        }
        if (!beat) return;
        pilot.decide(world, session.self()).forEach(this::ask);
        if (session.isServer()) publish();
        else if (++beats % BEATS_PER_PULSE == 0)
            session.sendToServer(new Pulse(beats / BEATS_PER_PULSE), Delivery.UNRELIABLE);
    }

    private void pulse(Peer from, Pulse pulse) {
        if (session.isServer()) session.send(from, pulse, Delivery.UNRELIABLE);
        else witness.pulsed(pulse.number());
    }

    private void ask(Command command) {
        // Every command is a record: the compiler cannot see it through an interface.
        session.sendToServer(
                (Record) command, command.mustArrive() ? Delivery.RELIABLE_ORDERED : Delivery.UNRELIABLE_SEQUENCED);
        if (command.mustArrive()) witness.asked();
    }

    private void publish() {
        takenAt = session.gameTime();
        session.send(new Snapshot(++published, takenAt, world), Delivery.UNRELIABLE_SEQUENCED);
    }

    private void end(Peer who) {
        if (session.isServer()) session.end(who.name() + " ended the match");
    }

    private void show(Snapshot sent) {
        if (!session.isServer()) {
            world = sent.world();
            takenAt = sent.takenAt();
        }
        witness.shown(sent);
    }
}
