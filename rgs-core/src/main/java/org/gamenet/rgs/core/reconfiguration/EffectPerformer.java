package org.gamenet.rgs.core.reconfiguration;

/**
 * The performer of effects: a door for each family of {@link Effect}s. An effect that none of its family's methods
 * performs does not compile.
 */
public interface EffectPerformer {
    Members members();

    Arbiter arbiter();

    Transport transport();

    Game game();

    Timers timers();

    Observers observers();

    /** Performs effects on other members: messages. */
    interface Members {
        void send(Effect.Send effect);

        void confirmCopy(Effect.ConfirmCopy effect);

        void cast(Effect.Cast effect);
    }

    /** Performs effects on the arbiter and the directory. */
    interface Arbiter {
        void claim(Effect.Claim effect);

        void activate(Effect.Activate effect);

        void knowActive(Effect.KnowActive effect);

        void enlist(Effect.Enlist effect);

        void release(Effect.Release effect);

        void tellEnd(Effect.TellEnd effect);

        void askGameStatus(Effect.AskGameStatus effect);

        void seekSpare(Effect.SeekSpare effect);

        void answerOffer(Effect.AnswerOffer effect);
    }

    /** Performs effects on the group transport. */
    interface Transport {
        void joinGroup(Effect.JoinGroup effect);

        void standByAgain(Effect.StandByAgain effect);

        void rejoin(Effect.Rejoin effect);
    }

    /** Performs effects on the application, through its inbox, in this order. */
    interface Game {
        void founded(Effect.Founded effect);

        void admitted(Effect.Admitted effect);

        void delivered(Effect.Delivered effect);

        void freeze(Effect.Freeze effect);

        void thaw(Effect.Thaw effect);

        void resume(Effect.Resume effect);

        void replay(Effect.Replay effect);

        void takeOver(Effect.TakeOver effect);

        void stopServing(Effect.StopServing effect);

        void serveOn(Effect.ServeOn effect);

        void refuse(Effect.Refuse effect);

        void takePackage(Effect.TakePackage effect);

        void takeKept(Effect.TakeKept effect);

        void takeInitialState(Effect.TakeInitialState effect);

        void restore(Effect.Restore effect);

        void close(Effect.Close effect);
    }

    /** Performs effects on the timers of this process. */
    interface Timers {
        void startTimer(Effect.StartTimer effect);

        void stopTimer(Effect.StopTimer effect);
    }

    /** Performs effects on observers. */
    interface Observers {
        void note(Effect.Note effect);

        void countStale(Effect.CountStale effect);
    }
}
