package org.gamenet.rgs.core.session;

import java.nio.ByteBuffer;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.ordering.EntryBody;
import org.gamenet.rgs.core.ordering.LogEntry;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.EffectPerformer;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.session.base.Announcement;
import org.gamenet.rgs.core.session.base.Counters;
import org.gamenet.rgs.core.session.base.FailoverLog;
import org.gamenet.rgs.core.session.base.SessionSetup;
import org.gamenet.rgs.core.session.entry.Admission;
import org.gamenet.rgs.core.session.entry.EntryParts;
import org.gamenet.rgs.core.session.entry.GameSearch;
import org.gamenet.rgs.core.session.game.EventPublisher;
import org.gamenet.rgs.core.session.game.ThisMember;
import org.gamenet.rgs.core.session.peers.ClockTalk;
import org.gamenet.rgs.core.session.peers.Routes;
import org.gamenet.rgs.core.wire.MalformedException;
import org.gamenet.rgs.core.wire.Schema;

/** Does what a step wants done: a door for each family of effects. Worker's thread only. */
final class Performer implements EffectPerformer {
    private final ThisMember my;
    private final Routes routes;
    private final ClockTalk clock;
    private final FailoverLog failovers;
    private final SessionSetup setup;
    private final Counters counters;
    private final EntryParts parts;
    private final Admission admission;
    private final GameSearch gameSearch;
    private final FrameReceiver frameReceiver;
    private final ToMembers members = new ToMembers();
    private final ToArbiter arbiter = new ToArbiter();
    private final ToTransport transport = new ToTransport();
    private final ToGame game = new ToGame();
    private final ToTimers timers = new ToTimers();
    private final ToObservers observers = new ToObservers();
    /** Of the step that is performed; nanoseconds. */
    private long now;

    Performer(
            ThisMember my,
            Routes routes,
            ClockTalk clock,
            FailoverLog failovers,
            SessionSetup setup,
            Counters counters,
            EntryParts parts,
            Admission admission,
            GameSearch gameSearch,
            FrameReceiver frameReceiver) {
        this.my = my;
        this.routes = routes;
        this.clock = clock;
        this.failovers = failovers;
        this.setup = setup;
        this.counters = counters;
        this.parts = parts;
        this.admission = admission;
        this.gameSearch = gameSearch;
        this.frameReceiver = frameReceiver;
    }

    void perform(Effect effect, long at) {
        now = at;
        effect.by(this);
    }

    @Override
    public EffectPerformer.Members members() {
        return members;
    }

    @Override
    public EffectPerformer.Arbiter arbiter() {
        return arbiter;
    }

    @Override
    public EffectPerformer.Transport transport() {
        return transport;
    }

    @Override
    public EffectPerformer.Game game() {
        return game;
    }

    @Override
    public EffectPerformer.Timers timers() {
        return timers;
    }

    @Override
    public EffectPerformer.Observers observers() {
        return observers;
    }

    private final class ToMembers implements EffectPerformer.Members {

        @Override
        public void send(Effect.Send send) {
            // Words that are said to a newcomer once are lost if its end of the group changes just then; its InitialAck
            // is said until it has it.
            Message message = parts.directoryAccess().grants().shown(send.message());
            if (!parts.copies().outputs().mayTell(send.to(), message)) return;
            if (message instanceof Message.InitialAck) routes.sayAdvert(my, send.to());
            if (message instanceof Message.Wish) counters.order().messages(1);
            routes.frameSender().say(send.to(), (Record) message);
        }

        @Override
        public void cast(Effect.Cast cast) {
            if (cast.message() instanceof Message.EntryNews news)
                parts.copies().outputs().cast(news);
            else
                routes.frameSender()
                        .cast((Record) parts.directoryAccess().grants().shown(cast.message()));
            count(cast.message());
        }

        /** A message to each other player; what is shown is a message to itself as well. */
        private void count(Message message) {
            boolean shown = message instanceof Message.Shown;
            if (!shown && !(message instanceof Message.Wish)) return;
            MemberState at = my.stepper().state();
            int all = at == null ? 1 : at.log().roster().members().size();
            counters.order().messages(shown ? all : all - 1);
        }

        @Override
        public void confirmCopy(Effect.ConfirmCopy confirm) {
            parts.packages().holds(confirm.copy());
            parts.copies().confirm(confirm);
        }
    }

    private final class ToArbiter implements EffectPerformer.Arbiter {

        @Override
        public void claim(Effect.Claim claim) {
            parts.directoryAccess().arbiter().claim(claim, my.seat().id());
        }

        @Override
        public void activate(Effect.Activate activate) {
            parts.directoryAccess().arbiter().activate(activate);
        }

        @Override
        public void knowActive(Effect.KnowActive known) {
            parts.directoryAccess().arbiter().delivered(known.ack());
        }

        @Override
        public void enlist(Effect.Enlist entry) {
            parts.directoryAccess().arbiter().enlist(entry);
        }

        @Override
        public void release(Effect.Release release) {
            parts.directoryAccess().arbiter().release(release);
        }

        @Override
        public void tellEnd(Effect.TellEnd end) {
            parts.directoryAccess().arbiter().tellEnd(end);
        }

        @Override
        public void askStanding(Effect.AskGameStatus ask) {
            parts.directoryAccess().arbiter().askStanding();
        }

        @Override
        public void seekSpare(Effect.SeekSpare seek) {
            parts.directoryAccess().seekSpare(seek, frozenMillis(), my.seat().id());
        }

        @Override
        public void answerOffer(Effect.AnswerOffer answer) {
            parts.directoryAccess().answerOffer(answer, my.seat().id());
        }
    }

    private final class ToTransport implements EffectPerformer.Transport {

        @Override
        public void joinGroup(Effect.JoinGroup join) {
            parts.group().joinOffered();
        }

        @Override
        public void standByAgain(Effect.StandByAgain again) {
            admission.standByAgain();
        }

        @Override
        public void rejoin(Effect.Rejoin rejoin) {
            admission.rejoin(rejoin);
        }
    }

    private final class ToTimers implements EffectPerformer.Timers {

        @Override
        public void startTimer(Effect.StartTimer start) {
            parts.timers().start(start.timer(), now + start.millis() * 1_000_000);
        }

        @Override
        public void stopTimer(Effect.StopTimer stop) {
            parts.timers().stop(stop.timer());
        }
    }

    private final class ToObservers implements EffectPerformer.Observers {

        @Override
        public void note(Effect.Note note) {
            failovers.say(my.seat().self(), note.text());
        }

        @Override
        public void countStale(Effect.CountStale stale) {
            counters.stale();
        }
    }

    private final class ToGame implements EffectPerformer.Game {

        @Override
        public void founded(Effect.Founded founded) {
            clock.lead(my.time().now());
            publisher().founded(founded.first(), founded.log(), now);
            parts.directoryAccess().arbiter().delivered(founded.first());
        }

        @Override
        public void admitted(Effect.Admitted admitted) {
            EventPublisher publisher = publisher();
            admission.admitted(admitted);
            publisher.admitted(admitted, frameReceiver.viewVersionTold(), now);
        }

        @Override
        public void delivered(Effect.Delivered delivered) {
            boolean own = delivered.frame().body() instanceof EntryBody.Ordered said
                    && said.from().equals(my.seat().id());
            if (own) counters.order().event();
            publisher().delivered(delivered.frame(), delivered.log(), now);
            afterDelivery(delivered.frame());
        }

        @Override
        public void freeze(Effect.Freeze freeze) {
            publisher().freeze(freeze.why(), parts.watch().lastHeard(), now);
        }

        @Override
        public void thaw(Effect.Thaw thaw) {
            publisher().thaw(now);
        }

        @Override
        public void resume(Effect.Resume resume) {
            EventPublisher publisher = publisher();
            if (admission.reloads()) return;
            parts.watch().resumed(now);
            publisher.resume(resume.path(), resume.log(), now);
            resume.path().forEach(Performer.this::afterDelivery);
        }

        @Override
        public void replay(Effect.Replay replay) {
            publisher().replay(replay, now);
        }

        @Override
        public void takeOver(Effect.TakeOver over) {
            publisher().takeOver(over.before(), over.rules(), now);
            parts.group().servesAgain();
        }

        @Override
        public void stopServing(Effect.StopServing stop) {
            publisher().roles().stop(now);
        }

        @Override
        public void serveOn(Effect.ServeOn on) {
            publisher().roles().serveOn(on.to(), on.why(), now);
        }

        @Override
        public void refuse(Effect.Refuse refuse) {
            publisher().roles().refuse(refuse.request(), refuse.peer(), refuse.why(), now);
        }

        @Override
        public void takePackage(Effect.TakePackage take) {
            parts.packages().take();
        }

        @Override
        public void takeKept(Effect.TakeKept take) {
            parts.packages().takeKept();
        }

        @Override
        public void takeInitialState(Effect.TakeInitialState take) {
            parts.packages().takeInitial(take);
        }

        /**
         * A game that goes on from a state is no earlier than that, though those who answered had been stopped since
         * they were told the time (P43).
         */
        @Override
        public void restore(Effect.Restore restore) {
            restore.packages().stream()
                    .mapToDouble(each -> each.packed().stateTime())
                    .filter(Double::isFinite)
                    .forEach(at -> clock.reach(my.time().now(), at));
            parts.packages().restore(restore);
        }

        @Override
        public void close(Effect.Close close) {
            Performer.this.close(close);
        }
    }

    private EventPublisher publisher() {
        return my.game().publisher();
    }

    private long frozenMillis() {
        EventPublisher telling = my.game().narratorIfAny();
        return telling == null ? 0 : telling.frozenMillis(my.time().now());
    }

    /** Others must know at which end of the group I speak before they need it. */
    private void afterDelivery(LogEntry frame) {
        parts.directoryAccess().arbiter().delivered(frame);
        MemberState at = my.stepper().state();
        boolean leads = at != null && at.leads();
        parts.copies().delivered();
        // Only members that the directory knows can speak for a successor (P12): one let in since the last renewal
        // could follow nobody.
        if (leads && !(frame.body() instanceof EntryBody.Ordered))
            parts.renewals().renewSoon();
        if (!(frame.body() instanceof EntryBody.Joined join)
                || join.member().id().equals(my.seat().id())) return;
        MemberId newcomer = join.member().id();
        routes.neighbours().listens(newcomer, join.member().endpoint());
        routes.frameSender().say(newcomer, new Announcement());
    }

    private void close(Effect.Close close) {
        // A spare whose application does not know of the game: nothing is over for it.
        if (my.game().isMuted() && !my.seat().isLeaving()) {
            failovers.say(my.seat().self(), "backs nothing up any more: " + close.detail());
            return;
        }
        EventPublisher publisher = publisher();
        if (!my.seat().isLeaving() && gameSearch.triesAnother(close.reason())) {
            my.stepper().clear();
            my.game().forget();
            parts.timers().clear();
            return;
        }
        boolean differ =
                close.reason() == Reason.RECORDS_DIFFER && close.shapes().size() > 0;
        String detail = differ ? difference(close.shapes(), close.detail()) : close.detail();
        publisher.close(close.reason(), detail, my.time().now());
    }

    private String difference(Payload shapes, String otherwise) {
        try {
            Schema theirs = Schema.decode(ByteBuffer.wrap(shapes.bytes()));
            return setup.records()
                    .schema()
                    .firstDifference(theirs)
                    .map(d -> d + ": build all processes from the same records")
                    .orElse(otherwise);
        } catch (MalformedException malformed) {
            counters.malformed(malformed);
            return otherwise;
        }
    }
}
