package org.gamenet.rgs.core.model;

import java.util.List;
import org.gamenet.rgs.core.model.Edit.Answers;
import org.gamenet.rgs.core.model.Edit.Instead;
import org.gamenet.rgs.core.model.Mutants.Mutant;

/** Mutants of the rules of who is waited for, and who counts; see {@link Mutants}. */
final class MutantsOfAnswers {
    private static final String COLLECTING = "reconfiguration/Collecting";
    private static final String GATHERING = "reconfiguration/Gathering";
    private static final String GATHERED = "reconfiguration/CollectedReplies";

    static final List<Mutant> ALL = List.of(
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
                    new Instead(GATHERED + ".hasRuled", "electorate.ruled().contains($id) ||", "")),
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
