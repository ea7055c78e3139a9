package org.gamenet.rgs.core.session;

import java.nio.ByteBuffer;
import org.gamenet.rgs.Reason;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.machine.Payload;
import org.gamenet.rgs.core.ordering.Frame;
import org.gamenet.rgs.core.ordering.FrameBody;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.wire.MalformedException;
import org.gamenet.rgs.core.wire.Schema;

/** Does what a step wants done. The only class that knows every effect. Worker's thread only. */
final class Performer {
    private final ThisMember my;
    private final Ways ways;
    private final ClockTalk clock;
    private final FailoverLog failovers;
    private final SessionSetup setup;
    private final Tallies tallies;
    private final Parts parts;
    private final Admission admission;
    private final Seeker seeker;
    private final Hearing hearing;

    Performer(ThisMember my, Ways ways, ClockTalk clock, FailoverLog failovers, SessionSetup setup, Tallies tallies, Parts parts, Admission admission, Seeker seeker, Hearing hearing) {
        this.my = my;
        this.ways = ways;
        this.clock = clock;
        this.failovers = failovers;
        this.setup = setup;
        this.tallies = tallies;
        this.parts = parts;
        this.admission = admission;
        this.seeker = seeker;
        this.hearing = hearing;
    }

    void perform(Effect effect, long now) {
        if (effect instanceof Effect.Send send) send(send);
        else if (effect instanceof Effect.Cast cast) ways.voice().cast((Record) cast.message());
        else if (effect instanceof Effect.StartTimer start) parts.timers().start(start.timer(), now + start.millis() * 1_000_000);
        else if (effect instanceof Effect.StopTimer stop) parts.timers().stop(stop.timer());
        else if (effect instanceof Effect.Note note) failovers.say(my.seat().self(), note.text());
        else if (effect instanceof Effect.CountStale) tallies.stale();
        else if (!toDirectory(effect) && !toGroup(effect) && !toCallbacks(effect)) tell(effect, now);
    }

    private void send(Effect.Send send) {
        // What is said once to a newcomer is lost if its end of the group changes just then; its InitialAck is said until it has it.
        if (send.message() instanceof Message.InitialAck) my.sayAdvert(ways.voice(), send.to());
        ways.voice().say(send.to(), (Record) send.message());
    }

    private boolean toDirectory(Effect effect) {
        DirectoryDesk desk = parts.desk();
        MemberId me = my.seat().id();
        if (effect instanceof Effect.Claim claim) desk.claim(claim, me);
        else if (effect instanceof Effect.Activate activate) desk.activate(activate);
        else if (effect instanceof Effect.Enlist entry) desk.enlist(entry);
        else if (effect instanceof Effect.Release release) desk.release(release);
        else if (effect instanceof Effect.TellEnd end) desk.tellEnd(end);
        else if (effect instanceof Effect.AskStanding) desk.askStanding();
        else if (effect instanceof Effect.SeekSpare seek) desk.seekSpare(seek, frozenMillis(), me);
        else if (effect instanceof Effect.AnswerOffer answer) desk.answerOffer(answer, me);
        else return false;
        return true;
    }

    private long frozenMillis() {
        Narrator telling = my.game().narratorIfAny();
        return telling == null ? 0 : telling.frozenMillis(my.time().now());
    }

    private boolean toGroup(Effect effect) {
        if (effect instanceof Effect.JoinGroup) parts.group().joinOffered();
        else if (effect instanceof Effect.StandByAgain) admission.standByAgain();
        else if (effect instanceof Effect.Rejoin rejoin) admission.rejoin(rejoin);
        else return false;
        return true;
    }

    private boolean toCallbacks(Effect effect) {
        if (effect instanceof Effect.TakePackage) parts.packages().take();
        else if (effect instanceof Effect.TakeKept) parts.packages().takeKept();
        else if (effect instanceof Effect.TakeInitialState take) parts.packages().takeInitial(take);
        else if (effect instanceof Effect.Restore restore) parts.packages().restore(restore);
        else return false;
        return true;
    }

    private void tell(Effect effect, long now) {
        Narrator narrator = my.game().narrator();
        if (effect instanceof Effect.Founded founded) {
            clock.lead(my.time().now());
            narrator.founded(founded.first(), founded.log(), now);
        } else if (effect instanceof Effect.Admitted admitted) {
            admission.admitted(admitted);
            narrator.admitted(admitted, hearing.viewVersionTold(), now);
        } else if (effect instanceof Effect.Delivered delivered) {
            narrator.delivered(delivered.frame(), delivered.log(), now);
            delivered(delivered.frame());
        } else if (effect instanceof Effect.Freeze freeze) {
            narrator.freeze(freeze.why(), parts.watch().lastHeard(), now);
        } else if (effect instanceof Effect.Thaw) {
            narrator.thaw(now);
        } else if (effect instanceof Effect.Resume resume) {
            if (admission.reloads()) return;
            parts.watch().resumed(now);
            narrator.resume(resume.path(), resume.log(), now);
            resume.path().forEach(this::delivered);
        } else if (effect instanceof Effect.TakeOver over) {
            narrator.takeOver(over.before(), over.rules(), now);
            parts.group().servesAgain();
        } else if (effect instanceof Effect.Close close) {
            close(close);
        } else {
            throw new AssertionError("nobody performs " + effect);
        }
    }

    /** Others must know at which end of the group I speak before they need it. */
    private void delivered(Frame frame) {
        MemberState at = my.stepper().state();
        boolean leads = at != null && at.leads();
        // Only members that the directory knows can speak for a successor (P12): one let in since the last renewal could follow nobody.
        if (leads && !(frame.body() instanceof FrameBody.Ordered)) parts.renewals().renewSoon();
        if (!(frame.body() instanceof FrameBody.Joined join) || join.member().id().equals(my.seat().id())) return;
        MemberId newcomer = join.member().id();
        ways.neighbours().listens(newcomer, join.member().endpoint());
        ways.voice().say(newcomer, new Present());
    }

    private void close(Effect.Close close) {
        if (!my.seat().isLeaving() && seeker.triesAnother(close.reason())) {
            my.stepper().clear();
            my.game().forget();
            parts.timers().clear();
            return;
        }
        boolean differ = close.reason() == Reason.RECORDS_DIFFER && close.shapes().size() > 0;
        String detail = differ ? difference(close.shapes(), close.detail()) : close.detail();
        my.game().narrator().close(close.reason(), detail, my.time().now());
    }

    private String difference(Payload shapes, String otherwise) {
        try {
            Schema theirs = Schema.decode(ByteBuffer.wrap(shapes.bytes()));
            return setup.records().schema().firstDifference(theirs).map(d -> d
                    + ": build all processes from the same records").orElse(otherwise);
        } catch (MalformedException malformed) {
            tallies.malformed(malformed);
            return otherwise;
        }
    }
}
