package org.gamenet.rgs.core.session;

import org.gamenet.rgs.core.reconfiguration.Effect;

/** Does what a step wants done. The only class that knows every effect. */
final class Performer {
    private final SessionWorker worker;

    Performer(SessionWorker worker) {
        this.worker = worker;
    }

    void perform(Effect effect, long now) {
        if (effect instanceof Effect.Send send) worker.say(send.to(), send.message());
        else if (effect instanceof Effect.Cast cast) worker.sayToAll(cast.message());
        else if (effect instanceof Effect.StartTimer start) worker.timers().start(start.timer(), now + start.millis() * 1_000_000);
        else if (effect instanceof Effect.StopTimer stop) worker.timers().stop(stop.timer());
        else if (effect instanceof Effect.Note note) worker.note(note.text());
        else if (effect instanceof Effect.CountStale) worker.countStale();
        else if (!toDirectory(effect) && !toGroup(effect) && !toCallbacks(effect)) tell(effect, now);
    }

    private boolean toDirectory(Effect effect) {
        DirectoryDesk desk = worker.desk();
        if (effect instanceof Effect.Claim claim) desk.claim(claim, worker.me());
        else if (effect instanceof Effect.Activate activate) desk.activate(activate);
        else if (effect instanceof Effect.Release release) desk.release(release);
        else if (effect instanceof Effect.TellEnd end) desk.tellEnd(end);
        else if (effect instanceof Effect.AskStanding) desk.askStanding();
        else if (effect instanceof Effect.SeekSpare seek) desk.seekSpare(seek, worker.frozenMillis(), worker.me());
        else if (effect instanceof Effect.AnswerOffer answer) desk.answerOffer(answer, worker.me());
        else return false;
        return true;
    }

    private boolean toGroup(Effect effect) {
        if (effect instanceof Effect.JoinGroup) worker.joinOfferedGroup();
        else if (effect instanceof Effect.StandByAgain) worker.standByAgain();
        else if (effect instanceof Effect.Rejoin rejoin) worker.rejoin(rejoin);
        else return false;
        return true;
    }

    private boolean toCallbacks(Effect effect) {
        if (effect instanceof Effect.TakePackage) worker.takePackage();
        else if (effect instanceof Effect.TakeInitialState take) worker.takeInitialState(take);
        else if (effect instanceof Effect.Restore restore) worker.restore(restore);
        else return false;
        return true;
    }

    private void tell(Effect effect, long now) {
        Narrator narrator = worker.narrator();
        if (effect instanceof Effect.Founded founded) {
            worker.clockLeads();
            narrator.founded(founded.first(), founded.log(), now);
        } else if (effect instanceof Effect.Admitted admitted) {
            worker.admitted(admitted);
            narrator.admitted(admitted, worker.viewVersionTold(), now);
        } else if (effect instanceof Effect.Delivered delivered) {
            narrator.delivered(delivered.frame(), delivered.log(), now);
            worker.delivered(delivered.frame());
        } else if (effect instanceof Effect.Freeze freeze) {
            narrator.freeze(freeze.why(), worker.lastHeard(), now);
        } else if (effect instanceof Effect.Thaw) {
            narrator.thaw(now);
        } else if (effect instanceof Effect.Resume resume) {
            worker.resumed(now);
            narrator.resume(resume.path(), resume.log(), now);
            resume.path().forEach(worker::delivered);
        } else if (effect instanceof Effect.TakeOver over) {
            narrator.takeOver(over.before(), over.rules(), now);
        } else if (effect instanceof Effect.Close close) {
            worker.close(close);
        } else {
            throw new AssertionError("nobody performs " + effect);
        }
    }
}
