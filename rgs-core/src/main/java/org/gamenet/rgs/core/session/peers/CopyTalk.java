package org.gamenet.rgs.core.session.peers;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.Limit;
import org.gamenet.rgs.core.lanes.Lanes;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.machine.PeerRequest;
import org.gamenet.rgs.core.ordering.Log;
import org.gamenet.rgs.core.ordering.Position;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.PackedState;
import org.gamenet.rgs.core.replication.Copy;
import org.gamenet.rgs.core.replication.CopyEffect;
import org.gamenet.rgs.core.replication.CopyEvent;
import org.gamenet.rgs.core.replication.CopyMessage;
import org.gamenet.rgs.core.replication.Replica;
import org.gamenet.rgs.core.replication.Traits;
import org.gamenet.rgs.core.session.base.Beat;
import org.gamenet.rgs.core.session.base.Counters;
import org.gamenet.rgs.core.session.base.FailoverLog;
import org.gamenet.rgs.core.session.base.Frames;
import org.gamenet.rgs.core.session.base.MessageTypes;
import org.gamenet.rgs.core.session.base.SessionSetup;
import org.gamenet.rgs.core.session.base.WorkerInput;
import org.gamenet.rgs.core.session.game.GameSide;
import org.gamenet.rgs.core.session.game.ThisMember;
import org.gamenet.rgs.core.wire.MalformedException;
import org.gamenet.rgs.core.wire.PeerNames;
import org.gamenet.rgs.core.wire.SizeLimit;
import org.jspecify.annotations.Nullable;

/**
 * Copies of the state: between the role that this process has for them, the machine, the lanes and the others. Worker's
 * thread only.
 */
public final class CopyTalk implements Beat {
    private static final int COPY = MessageTypes.RECORDS.idOf(Copy.class);
    /** The words that go with a package: marks, players, setbacks. */
    private static final int BESIDE_A_PACKAGE = 1 << 20;
    /** How the game stands is looked at so often while nothing changes. */
    private static final long LOOK_NANOS = 20_000_000;

    private static final long PATIENCE_MILLIS = 1_000;
    /** So long a server waits for what its application packs in its next update, if another thread has it leave. */
    private static final long LAST_UPDATE_NANOS = 100_000_000;

    private final ThisMember my;
    private final FrameSender frameSender;
    private final SessionSetup setup;
    private final GameSide side;
    private final Counters counters;
    private final FailoverLog log;
    private final OutputTalk outputs;
    private Replica role;
    private long lookedAt = Long.MIN_VALUE / 2;
    /** The state that was looked at last, and what of it counts here. */
    private @Nullable MemberState seen;

    private CopyEvent.Game seenGame = CopyEvent.Game.NONE;
    private List<MemberId> authority = List.of();
    private boolean decidedByMembers;
    /** A package was asked for, for something waits that no copy on its way has in it. */
    private boolean asked;
    /** The state with which the application has stopped. */
    private Optional<PackedState> stopped = Optional.empty();
    /** The package that the application made when it left. */
    private Optional<PackedState> farewell = Optional.empty();

    private long farewellCut;
    /** To be done as soon as that is there. */
    private Runnable parting = () -> {};

    private long goesAt = Long.MAX_VALUE;

    public CopyTalk(OutputTalk outputs, SessionSetup setup, Counters counters, FailoverLog log) {
        this.outputs = outputs;
        this.my = outputs.my();
        this.frameSender = outputs.frameSender();
        this.side = outputs.side();
        this.setup = setup;
        this.counters = counters;
        this.log = log;
        this.role = Replica.of(traits());
    }

    /**
     * The members decide who serves: a synchronous game has no backup there, for they do not ask whether anybody is
     * left that has confirmed its copy (P11).
     */
    public void decidedByMembers() {
        decidedByMembers = true;
    }

    @Override
    public int tick(long now) {
        part(now);
        MemberState at = my.stepper().state();
        if (at == null || at.log().authority() == authority && now - lookedAt < LOOK_NANOS) return 0;
        look(at, now);
        return 0;
    }

    private void look(MemberState at, long now) {
        lookedAt = now;
        authority = at.log().authority();
        Traits traits = traits();
        if (!traits.me().equals(role.traits().me())) {
            role = Replica.of(traits);
            outputs.begin();
        } else if (!traits.equals(role.traits())) role = role.with(traits);
        happen(new CopyEvent.GameSeen(game(at), now / 1_000_000));
        if (role.wantsCopies() && at.plays()) bringWhatWaits(now);
    }

    /** A world that is shown outside of an update, or waits for a copy that was lost with its epoch. */
    private void bringWhatWaits(long now) {
        long wanted = outputs.wanted();
        if (asked || wanted == 0 || wanted <= outputs.upTo() || role.brings(wanted)) return;
        asked = true;
        my.game().publisher().roles().pack(now);
    }

    private Traits traits() {
        boolean seeks = !(decidedByMembers && my.game().rules().synchronous())
                && my.game().rules().failover().contains(Failover.HOT_BACKUP)
                && side.hasState()
                && !my.game().rules().peers();
        return new Traits(
                my.seat().id(),
                refuses(),
                seeks,
                Math.max(PATIENCE_MILLIS, my.game().rules().suspectAfterMillis()),
                copyMax(),
                my.game().rules().synchronous());
    }

    private String refuses() {
        if (my.seat().isLeaving()) return "it leaves";
        if (my.seat().me().kind() == Kind.SPECTATOR) return "it watches only";
        if (!my.seat().mayServe()) return "it never serves";
        return side.hasState() ? "" : "it has no state handler";
    }

    private int copyMax() {
        return (int) Math.min(Integer.MAX_VALUE, setup.limit(Limit.PACKAGE_BYTES) + BESIDE_A_PACKAGE);
    }

    private CopyEvent.Game game(MemberState at) {
        if (at != seen) {
            seen = at;
            seenGame = gameOf(at);
        }
        return seenGame;
    }

    private static CopyEvent.Game gameOf(MemberState at) {
        if (at.log().authority().isEmpty()) return CopyEvent.Game.NONE;
        boolean serves = at.leads() && at.plays();
        return new CopyEvent.Game(
                at.log().end().epoch(),
                at.log().authority(),
                at.log().roster().members(),
                Set.copyOf(at.missed()),
                serves,
                at.plays() && !at.leads(),
                at.changes() || at.isUnsure());
    }

    // ---- what happens

    /** Said by this member, whose place it is. */
    public void hear(MemberId from, CopyMessage message) {
        happen(new CopyEvent.Heard(from, message, millis()));
    }

    /** The application wants to hand the game over. */
    public void handOver(MemberId to) {
        MemberState at = my.stepper().state();
        if (at != null) look(at, my.time().now());
        happen(new CopyEvent.HandoverAsked(to, millis()));
    }

    /** The use of a package, by the call that it answers. */
    public Consumer<PackedState> taking(WorkerInput.Packaged packaged) {
        asked = false;
        long cut = packaged.cut();
        if (packaged.answers() == WorkerInput.Packaged.LAST) return state -> packedLast(state, cut);
        boolean last = packaged.answers() == WorkerInput.Packaged.STOPPED;
        return state -> packed(state, last, cut);
    }

    private void packedLast(PackedState state, long cut) {
        farewell = Optional.of(state);
        farewellCut = cut;
        part(my.time().now());
    }

    /** The application has packed its state. */
    private void packed(PackedState state, boolean last, long cut) {
        if (!isWanted(state)) return;
        if (!last && isTooOld(state)) {
            my.game().publisher().roles().pack(my.time().now());
            return;
        }
        CopyEvent.Packed packed = copy(state, last, cut);
        happen(last ? new CopyEvent.Stopped(packed) : packed);
    }

    private boolean isWanted(PackedState state) {
        MemberState at = my.stepper().state();
        return role.wantsCopies() && at != null && at.leads() && at.plays() && state.fromServer();
    }

    /**
     * Packed while no copy counted, and since then all have delivered what it lacks: whoever went on from it would not
     * hear that (P47).
     */
    private boolean isTooOld(PackedState state) {
        Log log = my.stepper().state().log();
        return !state.place().equals(Position.NONE) && !log.reachesBackTo(state.place());
    }

    private CopyEvent.Packed copy(PackedState state, boolean last, long cut) {
        PackedState whole = my.game().publisher().complete(state);
        if (last) stopped = Optional.of(whole);
        Copy copy = new Copy(whole, role.cursor());
        byte[] bytes =
                MessageTypes.RECORDS.encodeBody(copy, new SizeLimit("the size of a copy of the state", copyMax()), 0);
        return new CopyEvent.Packed(new Payload(bytes), state.place(), state.stateTime(), cut, millis());
    }

    // ---- the application leaves

    /**
     * The application leaves. With what it packed then the game goes to the backup (P46.7); where another thread had it
     * leave that comes with its next update. {@code goes}: what follows in any case.
     */
    public void leave(BooleanSupplier away, Runnable goes) {
        MemberState at = my.stepper().state();
        boolean hands = role.hasBackup() && at != null && at.leads() && at.plays();
        goesAt = hands ? my.time().now() + LAST_UPDATE_NANOS : Long.MIN_VALUE;
        parting = () -> {
            lastCopy(away.getAsBoolean());
            goes.run();
        };
        part(my.time().now());
    }

    private void part(long now) {
        if (farewell.isEmpty() && now < goesAt) return;
        Runnable goes = parting;
        parting = () -> {};
        goes.run();
    }

    /** Nothing is handed over if more was ordered than the application was told. */
    private void lastCopy(boolean away) {
        Optional<PackedState> last = farewell.filter(this::isWanted);
        MemberState at = my.stepper().state();
        if (last.isEmpty() || at == null) return;
        boolean whole = last.get().place().equals(at.log().end());
        boolean hands = whole && !away;
        CopyEvent.Packed copy = copy(last.get(), hands, farewellCut);
        happen(hands ? new CopyEvent.Leaves(copy) : copy);
    }

    /** The machine holds it, and follows the one that made it (P47). */
    public void confirm(Effect.ConfirmCopy held) {
        frameSender.say(held.to(), new CopyMessage.CopyConfirmed(held.epoch(), held.version()));
    }

    /** At a backup: an entry was delivered here. */
    public void delivered() {
        outputs.confirmEntry(role.backsUp());
    }

    /** Messages that wait for the backup. */
    public OutputTalk outputs() {
        return outputs;
    }

    private long millis() {
        return my.time().now() / 1_000_000;
    }

    // ---- what is to be done

    private void happen(CopyEvent event) {
        Replica.Step step = role.on(event);
        role = step.state();
        step.effects().forEach(this::perform);
    }

    private void perform(CopyEffect effect) {
        MemberState at = my.stepper().state();
        Epoch epoch = at == null ? Epoch.NONE : at.epoch();
        Lanes running = my.game().lanes();
        if (effect instanceof CopyEffect.Say say) frameSender.say(say.to(), (Record) say.message());
        else if (effect instanceof CopyEffect.Whole whole) whole(whole);
        else if (effect instanceof CopyEffect.Counts counts) counts(counts, running, epoch);
        else if (effect instanceof CopyEffect.CountsNoMore over) countsNoMore(over.backup(), running);
        else if (effect instanceof CopyEffect.Bind bind) bind(bind.backup());
        else if (effect instanceof CopyEffect.Change change)
            my.stepper().happen(new Event.ChangeAsked(change.authority()));
        else if (effect instanceof CopyEffect.Pack)
            my.game().publisher().roles().pack(my.time().now());
        else if (effect instanceof CopyEffect.Stop stop) my.stepper().happen(new Event.HandoverAsked(stop.to()));
        else if (effect instanceof CopyEffect.Handed handed)
            stopped.ifPresent(last -> my.stepper().happen(new Event.HandoverReady(handed.to(), last)));
        else if (effect instanceof CopyEffect.Refuse refuse)
            my.game()
                    .publisher()
                    .roles()
                    .refuse(
                            PeerRequest.HANDOVER,
                            refuse.to().peer(),
                            refuse.why(),
                            my.time().now());
        else if (effect instanceof CopyEffect.Note note) log.say(my.seat().self(), note.text());
    }

    /** All that is shown from here on waits for the backup, which is soon to hold all that was shown before. */
    private void bind(MemberId backup) {
        happen(outputs.bind(backup));
        my.game().publisher().roles().pack(my.time().now());
    }

    private void counts(CopyEffect.Counts counts, @Nullable Lanes running, Epoch epoch) {
        if (running != null) running.copied(counts.backup(), epoch, counts.time());
        my.stepper().happen(new Event.Copied(counts.backup(), counts.version(), Optional.of(counts.place())));
        if (counts.version() > 0) outputs.held(counts.backup(), counts.cut(), counts.place());
    }

    private void countsNoMore(MemberId backup, @Nullable Lanes running) {
        if (running != null) running.copiedNoMore(backup);
        my.stepper().happen(new Event.Copied(backup, 0, Optional.empty()));
        outputs.free(backup);
    }

    private void whole(CopyEffect.Whole whole) {
        try {
            Copy copy = (Copy) MessageTypes.RECORDS.decodeBody(
                    COPY, ByteBuffer.wrap(whole.copy().bytes()), PeerNames.NONE);
            PackedState state = copy.state();
            if (Frames.digest(state.state().bytes()) != state.digest())
                throw new MalformedException("a copy with a wrong digest");
            role = role.seekingFrom(copy.cursor());
            my.stepper().happen(new Event.CopyHeld(whole.from(), whole.epoch(), whole.version(), state));
        } catch (MalformedException malformed) {
            counters.malformed(malformed);
        }
    }
}
