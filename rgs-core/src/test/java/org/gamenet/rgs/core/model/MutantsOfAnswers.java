package org.gamenet.rgs.core.model;

import java.util.List;
import org.gamenet.rgs.core.model.Edit.Answers;
import org.gamenet.rgs.core.model.Edit.Instead;
import org.gamenet.rgs.core.model.Edit.Never;
import org.gamenet.rgs.core.model.Mutants.Mutant;

/** Mutants of the rules of who is asked again, who is waited for, and who counts; see {@link Mutants}. */
final class MutantsOfAnswers {
    private static final String FOLLOWING = "reconfiguration/Following";
    private static final String COLLECTING = "reconfiguration/Collecting";
    private static final String GATHERING = "reconfiguration/Gathering";
    private static final String GATHERED = "reconfiguration/CollectedReplies";

    static final List<Mutant> ALL = List.of(
            new Mutant(
                    "P22 a gap is not asked for",
                    "traces",
                    new Instead(FOLLOWING + ".fetch", "gap.asked() == 0 || $end >= gap.until()", "false")),
            new Mutant(
                    "P22 a gap is asked for with every frame, and with every heartbeat",
                    "traces",
                    new Instead(FOLLOWING + ".fetch", "gap.asked() == 0 || $end >= gap.until()", "true")),
            new Mutant(
                    "P22 a gap is asked for ever as often though nothing comes",
                    "traces",
                    new Instead("reconfiguration/Gap.pauseMillis", "<< Math.min(asked, ASKED_MAX - 1)", "")),
            new Mutant(
                    "P32 however many numbers lead to nobody, it begins with the same way",
                    "traces",
                    new Instead("reconfiguration/Search.burns", "(burnt + $numbers)", "burnt")),
            new Mutant(
                    "P36 a holder calls nobody who suspects: it does not know where that one listens",
                    "traces",
                    new Never("reconfiguration/Gathering.TABLE: Suspicion")),
            new Mutant(
                    "P28 P41 whoever ruled is taken to have said the goodbye",
                    "traces",
                    new Instead(
                            GATHERED + ".ack", "&& (logs.containsKey($id) ? logs.get($id) : $end).isPrimary($id)", "")),
            new Mutant(
                    "P74 who served last is not waited for, though with it there are enough",
                    "traces",
                    new Instead(
                            GATHERED + ".isOutnumbered",
                            "($near + $old) * 2 <= $electors.size() + $old",
                            "$near * 2 <= $electors.size()")),
            new Mutant(
                    "P38 the last one in a game asks spares, who would release",
                    "traces",
                    new Answers("reconfiguration/Succession.isLastOne", "false")),
            new Mutant(
                    "P38 who is merely out of reach is taken to be gone",
                    "traces",
                    new Instead(
                            "reconfiguration/Succession.isLastOne",
                            "freezing.hints().isProcessGone($m)",
                            "freezing.hints().gone().contains($m)")),
            new Mutant(
                    "P74 who is outnumbered claims again at once",
                    "traces",
                    new Answers("reconfiguration/FreezeContext.pauseMillis", "0")),
            new Mutant(
                    "P74 the smaller side claims one number after the other",
                    "traces",
                    new Answers("reconfiguration/Succession.isOutnumbered", "false")),
            new Mutant(
                    "P39 who is out of the game holds no package of it",
                    "traces",
                    new Instead(GATHERED + ".packages", ".or(() -> $answer.log().roster().find($from))", "")),
            new Mutant(
                    "P74 who was out of reach as another incarnation is so still",
                    "traces",
                    new Instead(
                            "reconfiguration/SuspicionHints.minus",
                            "$less.removeIf($id::isOfSession)",
                            "$less.remove($id)")),
            new Mutant(
                    "P74 P75 who was left behind waits, though fewer will do",
                    "traces",
                    new Instead("reconfiguration/Joining.onLate", "$one.claimed().equals(Epoch.NONE)", "false")),
            new Mutant(
                    "P37 who holds the state gives up before a dial can tell who is gone",
                    "traces",
                    new Instead(GATHERING + ".deadline", "held.basis() == Basis.REBUILD || hurries", "true")),
            new Mutant(
                    "P39 P42 who was left behind claims on",
                    "traces",
                    new Instead(COLLECTING + ".leftBehind", "$out.rejoin($why)", "Step.to($out)")),
            new Mutant(
                    "P73 the old server is not waited for though nobody else can be the witness",
                    "traces",
                    new Answers(GATHERING + ".awaitsWitness", "false")),
            new Mutant(
                    "P74 who served last counts, though nobody that answers has heard of it",
                    "traces",
                    new Instead(GATHERED + ".hasRuled", "list.ruled().filter($id::equals).isPresent() ||", "")),
            new Mutant(
                    "P74 an old server that answers does not count",
                    "traces",
                    new Instead(GATHERED + ".isWaitedFor", "&& !answers.containsKey($id)", "")),
            new Mutant(
                    "P74 a process that is gone lives on as another incarnation",
                    "traces",
                    new Instead(
                            "reconfiguration/Absent.isLost",
                            "lost.stream().anyMatch($id::isOfSession)",
                            "lost.contains($id)")),
            new Mutant(
                    "P74 who is out of reach is dialled once",
                    "detector",
                    new Answers("detection/FailureDetector.standsStill", "false")),
            new Mutant(
                    "P37 who begins to collect is not told again who is gone",
                    "detector",
                    new Instead(
                            "detection/FailureDetector.situation",
                            "tellsLost = !$next.weighs()",
                            "tellsLost = false")));

    private MutantsOfAnswers() {}
}
