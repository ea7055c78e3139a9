package org.gamenet.rgs.core.session.game;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.core.lanes.KnownPeers;
import org.gamenet.rgs.core.lanes.Lanes;
import org.gamenet.rgs.core.lanes.StateMarks;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.GameOver;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.PackedState;
import org.gamenet.rgs.core.session.base.Beat;
import org.gamenet.rgs.core.session.base.WorkerInput;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The game's state on its way between the application, which packs and restores it, and the machine, which asks.
 * Worker's thread only.
 */
public final class Packages implements Beat {
    private static final Logger LOG = LoggerFactory.getLogger(Packages.class);

    private final ThisMember my;
    private final KnownPeers names;
    private final GameSide side;
    private final Inbox inbox;
    private Optional<PackedState> last = Optional.empty();
    private boolean wanted;
    /** Calls for a package so far. */
    private long calls;

    private boolean restoring;
    /** Whose package the application was to begin from. */
    private MemberId freshest = new MemberId(0, new Incarnation(0, 0));
    /** The number of the last restoreState whose answer is of no interest. */
    private long forgotten;

    /** Left behind: what was packed before stays as it was. */
    private boolean keeping;
    /** How many restoreStates in a row have failed. */
    private int failures;
    /**
     * The last restoreState has failed, and the application may hold any part of that state; or it began from another
     * package than was thought when what came after that was told.
     */
    private boolean owes;
    /** Since when somebody has been waiting for the application to pack its state, until that was said once. */
    private long newcomerWaitsSince = Long.MAX_VALUE;

    private MemberId newcomer = new MemberId(0, new Incarnation(0, 0));

    public Packages(ThisMember my, KnownPeers names, GameSide side, Inbox inbox) {
        this.my = my;
        this.names = names;
        this.side = side;
        this.inbox = inbox;
    }

    // ---- the machine asks

    public void take() {
        if (!side.hasState()) {
            taken(Optional.empty());
        } else if (my.seat().isLeaving() || inbox.isMuted()) {
            // An application that knows of no game packs nothing: it has what it was let in with.
            taken(last);
        } else {
            wanted = true;
            inbox.call(new Callback.TakePackage(++calls), my.time().now());
        }
    }

    /** As it was when this session was left behind. */
    public void takeKept() {
        taken(last);
    }

    /**
     * Left behind. Whether the game could go on from what is kept here, which is nothing that a restoreState that
     * failed has left.
     */
    public boolean keep() {
        keeping = true;
        wantsNoMore();
        return last.isPresent() || !side.hasState();
    }

    public void takeInitial(Effect.TakeInitialState take) {
        if (!side.hasState()) {
            my.stepper().happen(new Event.InitialStateTaken(take.newcomer(), take.at(), Optional.empty()));
            return;
        }
        long now = my.time().now();
        if (newcomerWaitsSince == Long.MAX_VALUE) newcomer = take.newcomer();
        newcomerWaitsSince = Math.min(newcomerWaitsSince, now);
        inbox.call(new Callback.TakeInitialState(take.newcomer(), take.at()), now);
    }

    /**
     * A server that has not called update yet counts as one that loads, for ever (P20): whoever wrote it shall learn
     * why nobody gets in.
     */
    @Override
    public int tick(long now) {
        MemberState at = my.stepper().state();
        boolean leads = at != null && at.leads();
        if (!leads) {
            newcomerWaitsSince = Long.MAX_VALUE;
            inbox.open().leadsNoMore();
        }
        if (newcomerWaitsSince == Long.MAX_VALUE
                || now - newcomerWaitsSince < my.game().timing().suspectNanos()) return 0;
        newcomerWaitsSince = Long.MAX_VALUE;
        LOG.warn(
                "{}: {} waits to be let in, and everybody after it: this process has not called update() "
                        + "for {} ms, which packs the game's state",
                my.seat().self(),
                names.peer(newcomer.peer()),
                my.game().rules().suspectAfterMillis());
        return 0;
    }

    public void restore(Effect.Restore restore) {
        if (!side.hasState() || restore.packages().isEmpty()) {
            my.stepper().happen(new Event.RestoreDone(true, 0, "", List.of()));
            return;
        }
        restoring = true;
        freshest = restore.packages().get(0).from().id();
        keeping = false;
        my.game().publisher().restore(restore.packages(), my.time().now());
    }

    private void taken(Optional<PackedState> packed) {
        my.stepper().happen(new Event.PackageTaken(packed.map(this::complete)));
    }

    /** With what is known here besides the application's state. */
    private PackedState complete(PackedState packed) {
        return my.game().publisher().complete(packed);
    }

    // ---- it waits no longer

    private void wantsNoMore() {
        wanted = false;
        inbox.open().packsForNobody();
    }

    /** A recovery that has waited long enough for the callback goes on with the last package, however old. */
    public void overdue() {
        if (!wanted) return;
        wantsNoMore();
        if (last.isPresent()) taken(last);
    }

    /** The application leaves: it packs no more. */
    public void leave() {
        if (!wanted) return;
        wantsNoMore();
        taken(last);
    }

    // ---- the application answers

    public void packaged(WorkerInput.Packaged packaged, Consumer<PackedState> copies) {
        if (!keeping) keep(packaged);
        packaged.packed().ifPresent(copies);
    }

    private void keep(WorkerInput.Packaged packaged) {
        packaged.packed().ifPresent(p -> {
            EventPublisher telling = my.game().publisherIfAny();
            // A wanted one is packed by whoever stands still, or goes.
            if (telling != null && isShown(packaged.answers(), telling.phase()))
                telling.setbacks().made(p);
            Lanes running = my.game().lanes();
            // An application that took a handover, and failed, may pack once more before it is told that the game
            // stands
            // still. An earlier one may reflect a later state of the server: that one is kept, for what it contains may
            // be
            // forgotten elsewhere (P23).
            if (!owesState()
                    && reflectsNoLess(p)
                    && (running == null || running.packaged(new StateMarks(p.stateEpoch(), p.stateTime(), p.marks()))))
                last = packaged.packed();
        });
        // An application that stood still answers first what an earlier holder asked for, with a state that lacks what
        // it is about to be given.
        boolean isAnswer = wanted && (packaged.answers() == calls || packaged.answers() == WorkerInput.Packaged.LAST);
        // A server that has said goodbye has no more than this to say.
        boolean isLast = my.seat().isLeaving() && !isAhead(packaged.answers());
        if (isAnswer || isLast) {
            wantsNoMore();
            taken(last);
        }
    }

    /**
     * Whether this package reflects no less than the one that is kept. That may be the state of the admission, and what
     * it contains counts as kept here (P23).
     */
    private boolean reflectsNoLess(PackedState packed) {
        if (last.isEmpty()) return true;
        int later = Long.compare(
                packed.stateEpoch().number(), last.get().stateEpoch().number());
        return later != 0 ? later > 0 : packed.stateTime() >= last.get().stateTime();
    }

    /** This session holds a copy. An application that knows of no game packs nothing: the copy is its package. */
    public void holds(PackedState copy) {
        Lanes running = my.game().lanes();
        StateMarks made = new StateMarks(copy.stateEpoch(), copy.stateTime(), copy.marks());
        if (inbox.isMuted() && running != null && running.packaged(made)) last = Optional.of(copy);
    }

    private static boolean isAhead(long answers) {
        return answers == WorkerInput.Packaged.AHEAD || answers == WorkerInput.Packaged.ASKED;
    }

    /** The package may have been made by an application that had stood still with its session. */
    private static boolean isShown(long answers, Session.Phase now) {
        boolean asked = answers == WorkerInput.Packaged.ASKED || answers == WorkerInput.Packaged.STOPPED;
        return answers == WorkerInput.Packaged.AHEAD || asked && now == Session.Phase.PLAYING;
    }

    public void initialPackaged(WorkerInput.InitialPackaged initial) {
        newcomerWaitsSince = Long.MAX_VALUE;
        inbox.open().given(initial.newcomer());
        MemberState at = my.stepper().state();
        if (initial.packed().isEmpty()
                && side.hasState()
                && at != null
                && at.leads()
                && at.log().roster().has(initial.newcomer())) {
            // packageState threw. Without the state nobody is let in, for it would ask again for what the state
            // contains: the next update tries again.
            inbox.call(
                    new Callback.TakeInitialState(initial.newcomer(), initial.at()),
                    my.time().now());
            return;
        }
        initial.packed().ifPresent(p -> {
            Lanes running = my.game().lanes();
            if (running != null)
                running.gave(initial.newcomer(), new StateMarks(p.stateEpoch(), p.stateTime(), p.marks()));
        });
        my.stepper()
                .happen(new Event.InitialStateTaken(
                        initial.newcomer(), initial.at(), initial.packed().map(this::complete)));
    }

    /**
     * Whether the application has been given a state since that it did not take, or has not taken yet: it needs another
     * to play on. One that knows of no game needs none: it will be given what it is to serve with.
     */
    public boolean owesState() {
        return (restoring || owes) && !inbox.isMuted();
    }

    public void restored(WorkerInput.Restored restored) {
        // The application is given another state after that one, or has no game any more.
        if (restored.number() != inbox.restores() || restored.number() == forgotten) return;
        boolean takeOver = restoring;
        restoring = false;
        failures = restored.done() ? 0 : failures + 1;
        MemberState before = my.stepper().state();
        boolean awaited = !takeOver || before != null && before.isRestoring();
        owes = !restored.done() || !awaited && restored.unreadable().contains(freshest);
        if (takeOver)
            my.stepper()
                    .happen(new Event.RestoreDone(
                            restored.done(), restored.millis(), restored.why(), restored.unreadable()));
        if (restored.done() || my.stepper().isStopped()) return;
        // The first time another serves, and this session gets the state from that one, as the peer it was (P40); a
        // spare stands by.
        if (takeOver && failures == 1) return;
        // The state of an admission, or a second failure: nobody waits for it but this session, which cannot go on
        // without.
        my.game()
                .publisher()
                .close(Reason.STATE_NOT_RESTORED, restored.why(), my.time().now());
        my.seat().leave();
        MemberState at = my.stepper().state();
        if (at != null && !(at instanceof GameOver)) my.stepper().happen(new Event.LeaveAsked());
    }

    /** In no game any more, and the application knows of none. */
    public void forget() {
        last = Optional.empty();
        wantsNoMore();
        restoring = false;
        keeping = false;
        owes = false;
        forgotten = inbox.restores();
    }

    /** Until the game packages for itself this is what it knows, and what a recovery may build on. */
    public void admitted(Effect.Admitted admitted) {
        keeping = false;
        // The application is given that one after whatever it is restoring: if it fails too, the session ends.
        if (admitted.given().isPresent() && !inbox.isMuted()) {
            restoring = false;
            owes = false;
        }
        admitted.state()
                .ifPresent(p -> last = Optional.of(new PackedState(
                                p.state(),
                                false,
                                p.takenAt(),
                                p.stateEpoch(),
                                p.stateTime(),
                                p.marks(),
                                p.players(),
                                p.digest())
                        .at(p.place())));
    }
}
