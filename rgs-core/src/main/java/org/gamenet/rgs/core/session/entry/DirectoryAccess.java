package org.gamenet.rgs.core.session.entry;

import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.directory.protocol.GameEntry;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.port.DirectoryPort;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.Event.DenialReason;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.session.base.Mailbox;
import org.gamenet.rgs.core.session.base.WorkerInput;
import org.jspecify.annotations.Nullable;

/**
 * The machine's questions to the arbiter and its answers: requests out, events in. No answer is no event: the machine
 * repeats what it needs. Worker's thread only.
 */
public final class DirectoryAccess implements ArbiterAccess {
    private final DirectoryPort directory;
    private final Mailbox mailbox;
    private final Consumer<Event> events;
    private final Consumer<Endpoint> holders;
    private ArbiterAccess arbiter = this;
    private final BooleanSupplier away;
    private final SignedGrants grants;
    private String game = "";
    private boolean spare;
    private Optional<DirectoryReply.GameStatus> gameStatus = Optional.empty();

    /**
     * @param holders told where the holder of a game's number listens
     * @param away whether the last that was heard of the directory is that it cannot be reached
     */
    public DirectoryAccess(
            DirectoryPort directory,
            Mailbox mailbox,
            Consumer<Event> events,
            Consumer<Endpoint> holders,
            BooleanSupplier away) {
        this.directory = directory;
        this.mailbox = mailbox;
        this.events = events;
        this.holders = holders;
        this.away = away;
        this.grants = new SignedGrants(this, directory, away);
    }

    /** The grants that the directory has signed. */
    public SignedGrants grants() {
        return grants;
    }

    /** The directory only finds games: this one decides who serves. */
    public void decidedBy(ArbiterAccess other) {
        arbiter = other;
    }

    /**
     * Whether there is a directory that names holders, and can be reached: nobody's own word will do (P36). Without one
     * the members vote.
     */
    public boolean namesHolders() {
        return arbiter == this && !away.getAsBoolean();
    }

    /**
     * Whether what waits for the directory's word goes on waiting for it: a grant that it has signed does not (P36).
     */
    public boolean isToBeAsked(@Nullable MemberState at) {
        return namesHolders()
                || at != null && at.call().filter(grants::isToBeAsked).isPresent();
    }

    /** The arbiter that decides who serves. */
    public ArbiterAccess arbiter() {
        return arbiter;
    }

    /** Sets the game that it is about from now on, and whether I came as a spare. */
    void game(String id, boolean asSpare) {
        if (!id.equals(game)) gameStatus = Optional.empty();
        game = id;
        grants.game(id);
        spare = asSpare;
    }

    boolean knowsGame() {
        return !game.isEmpty();
    }

    /** Asks; the answer comes through the mailbox. */
    void ask(DirectoryRequest request, Consumer<? super DirectoryReply> then) {
        directory.ask(request, reply -> mailbox.offer(new WorkerInput.Replied(reply, then)));
    }

    @Override
    public void claim(Effect.Claim claim, MemberId me) {
        DirectoryRequest.Claim request = new DirectoryRequest.Claim(
                game,
                claim.expected(),
                claim.authority(),
                me,
                claim.basis(),
                claim.supporters(),
                claim.claimId(),
                spare);
        ask(request, reply -> {
            if (reply instanceof DirectoryReply.Granted granted) {
                grants.want(granted.epoch());
                events.accept(
                        new Event.Granted(claim.claimId(), granted.epoch(), granted.listed(), granted.authority()));
            } else if (reply instanceof DirectoryReply.Denied d)
                events.accept(new Event.Denied(claim.claimId(), d.current(), reason(d.why())));
            else if (reply instanceof DirectoryReply.NoGame)
                events.accept(new Event.Denied(claim.claimId(), Epoch.NONE, DenialReason.NO_GAME));
            else if (reply instanceof DirectoryReply.Refused && spare)
                // Its reservation is over.
                events.accept(new Event.Denied(claim.claimId(), Epoch.NONE, DenialReason.NEVER));
            else if (reply instanceof DirectoryReply.Refused refused && refused.reason() == Reason.NOT_ADMITTED)
                events.accept(new Event.Denied(claim.claimId(), Epoch.NONE, DenialReason.NOT_ADMITTED));
        });
    }

    private static DenialReason reason(DirectoryReply.Why why) {
        return switch (why) {
            case ALIVE, NOT_YET -> DenialReason.NOT_NOW;
            case OVERTAKEN -> DenialReason.OVERTAKEN;
            case ENDED -> DenialReason.ENDED;
            case NOT_HELD, SYNCHRONOUS, AUTHORITY -> DenialReason.NEVER;
        };
    }

    @Override
    public void activate(Effect.Activate activate) {
        ask(new DirectoryRequest.Activate(game, activate.epoch(), activate.members()), reply -> {
            if (reply instanceof DirectoryReply.Activated a)
                events.accept(new Event.Activated(a.epoch(), a.active(), a.listing()));
        });
    }

    @Override
    public void enlist(Effect.Enlist entry) {
        ask(new DirectoryRequest.Enlist(game, entry.epoch(), entry.count(), entry.members()), reply -> {
            if (reply instanceof DirectoryReply.Listed l) events.accept(new Event.Listed(l.epoch(), l.listing()));
            else heardStatus(reply);
        });
    }

    @Override
    public void release(Effect.Release release) {
        ask(new DirectoryRequest.Release(game, release.epoch()), reply -> {});
    }

    @Override
    public void tellEnd(Effect.TellEnd end) {
        ask(new DirectoryRequest.End(game, end.epoch()), reply -> {
            if (reply instanceof DirectoryReply.Done || reply instanceof DirectoryReply.NoGame)
                events.accept(new Event.EndConfirmed());
            else heardStatus(reply);
        });
    }

    @Override
    public void askGameStatus() {
        ask(new DirectoryRequest.AskStatus(game), this::heardStatus);
    }

    /** Asks who holds the game. The machine hears nothing of it. */
    void askWhoHolds(Consumer<DirectoryReply> then) {
        String about = game;
        ask(new DirectoryRequest.AskStatus(game), reply -> {
            if (!about.equals(game)) return;
            if (reply instanceof DirectoryReply.GameStatus s) gameStatus = Optional.of(s);
            then.accept(reply);
        });
    }

    /** Whether a directory decides who serves. */
    public boolean arbitrates() {
        return arbiter == this;
    }

    /** Whether that member serves in that epoch, as the electorate says. */
    public boolean isServedBy(Epoch epoch, MemberId member) {
        return arbiter.whoHas(epoch).filter(member::equals).isPresent();
    }

    /** How the game stood when the directory said so last. */
    Optional<DirectoryReply.GameStatus> gameStatus() {
        return gameStatus;
    }

    /** A directory that does not know the game says nothing of it: it learns it anew from whoever serves (P14). */
    private void heardStatus(DirectoryReply reply) {
        if (!(reply instanceof DirectoryReply.GameStatus s)) return;
        gameStatus = Optional.of(s);
        if (!s.released()) s.place().ifPresent(holders);
        events.accept(new Event.GameStatusKnown(
                s.current(), s.released(), s.active(), s.served(), s.ended(), Optional.of(s.holder())));
    }

    public void seekSpare(Effect.SeekSpare seek, long frozenMillis, MemberId me) {
        ask(
                new DirectoryRequest.SeekSpare(game, seek.failed(), seek.roster(), seek.supporters(), frozenMillis, me),
                reply -> {
                    if (reply instanceof DirectoryReply.GameStatus) {
                        heardStatus(reply);
                        return;
                    }
                    boolean agreed = reply instanceof DirectoryReply.SpareAgreed;
                    String detail = reply instanceof DirectoryReply.SpareAgreed a
                            ? a.name()
                            : reply instanceof DirectoryReply.NoSpare none
                                    ? none.why()
                                    : reply instanceof DirectoryReply.Unreachable away
                                            ? away.detail()
                                            : "the directory answers " + reply;
                    events.accept(new Event.SpareSought(seek.failed(), agreed, detail));
                });
    }

    public void answerOffer(Effect.AnswerOffer answer, MemberId me) {
        ask(new DirectoryRequest.AnswerOffer(answer.offer(), me, answer.agrees(), answer.why()), reply -> {});
    }

    /** Agrees to an offer; {@code then} learns where the game is: nothing if the offer is not open any more. */
    void accept(long offer, MemberId me, Consumer<Optional<DirectoryReply.Reserved>> then) {
        ask(
                new DirectoryRequest.AnswerOffer(offer, me, true, ""),
                reply -> then.accept(
                        reply instanceof DirectoryReply.Reserved told ? Optional.of(told) : Optional.empty()));
    }

    /**
     * Renews the lease; {@code renewed} if it holds, {@code revived} too if the directory has lost its memory,
     * {@code dropped} if there is no such game, otherwise the machine is told how it stands.
     */
    void renew(DirectoryRequest.Renew renewal, Runnable renewed, Runnable revived, Runnable dropped) {
        ask(renewal, reply -> {
            boolean isRevived = reply instanceof DirectoryReply.Revived;
            if (isRevived || reply instanceof DirectoryReply.Renewed) arbiter.renewed(renewed);
            if (isRevived) revived.run();
            if (reply instanceof DirectoryReply.NoGame) dropped.run();
            heardStatus(reply);
        });
    }

    /** A spare that offers itself; {@code wanted}: in this game, to back it up. */
    void standBy(DirectoryRequest.StandBy offer, Consumer<DirectoryReply.Refused> refused, Consumer<GameEntry> wanted) {
        ask(offer, reply -> {
            if (reply instanceof DirectoryReply.Refused no) refused.accept(no);
            else if (reply instanceof DirectoryReply.Found there) wanted.accept(there.game());
        });
    }

    public void standDown(MemberId me) {
        ask(new DirectoryRequest.StandDown(me), reply -> {});
    }
}
