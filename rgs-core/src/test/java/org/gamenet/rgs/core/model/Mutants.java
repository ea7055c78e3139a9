package org.gamenet.rgs.core.model;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.gamenet.rgs.core.model.Edit.Always;
import org.gamenet.rgs.core.model.Edit.Answers;
import org.gamenet.rgs.core.model.Edit.Instead;
import org.gamenet.rgs.core.model.Edit.Never;
import org.gamenet.rgs.core.model.Edit.Then;

/** Every rule of the protocol that the machines keep, and how to break it. */
final class Mutants {

    /**
     * A way to break a rule.
     *
     * @param rule its id first, as in docs/PROTOCOL.md
     * @param found the way of {@link Hunt#by} that must find it
     * @param edits changes to the machines
     */
    record Mutant(String rule, String found, List<Edit> edits) {

        Mutant(String rule, String found, Edit... edits) {
            this(rule, found, List.of(edits));
        }
    }

    /** Rules that these machines do not contain, and where they are kept and tried. */
    static final Map<String, String> ELSEWHERE = Map.ofEntries(
            Map.entry(
                    "P5",
                    "no rule of its own: the search lets every timer, suspicion and closed socket come at any moment, and nothing breaks"),
            Map.entry("P12", "the machines grant without evidence; EvidenceTest, ClaimsTest"),
            Map.entry("P13", "the directory; DirectoryMachine and its ClaimsTest"),
            Map.entry("P15", "now P55 to P61"),
            Map.entry("P16", "now P59"),
            Map.entry("P17", "now P61"),
            Map.entry("P19", "the session: it alone knows how long it slept; SessionsTest"),
            Map.entry("P20", "the session and the detector; CallbacksTest, FailureDetectorTest"),
            Map.entry("P23", "lanes and session; LanesTest, ExactlyOnceTest"),
            Map.entry("P24", "lanes; LanesTest"),
            Map.entry("P62", "the session counts the echoes; MembersDecideTest, BoundElectorTest"),
            Map.entry("P34", "one offer a game: the directory; SparesTest"));

    private static final String SERVING = "reconfiguration/Serving";
    private static final String DISPUTE = "reconfiguration/EpochDispute";
    private static final String SUSPECTING = "reconfiguration/Suspecting";
    private static final String NEGOTIATION = "reconfiguration/Negotiation";
    private static final String COLLECTING = "reconfiguration/Collecting";
    private static final String GATHERING = "reconfiguration/Gathering";
    private static final String FOLLOWING = "reconfiguration/Following";
    private static final String FULL = "reconfiguration/FullMember";
    private static final String GATHERED = "reconfiguration/CollectedReplies";
    private static final String JOINING = "reconfiguration/Joining";
    private static final String SEARCH = "reconfiguration/Search";
    private static final String LOG = "ordering/Log";
    private static final String ENLISTMENT = "reconfiguration/Enlistment";
    private static final String LEDGER = "arbiter/Ledger";

    private static final List<Mutant> WITH_A_DIRECTORY = List.of(
            new Mutant("P1 a number is granted twice", "ledger", new Never(LEDGER + ".claim: expected !epoch.number")),
            new Mutant(
                    "P2 accepts what is below its promise",
                    "walks",
                    new Instead("reconfiguration/MemberState.isOf", "!$about.allowedBy(promise())", "false")),
            new Mutant(
                    "P2 HG23 a newcomer takes an older InitialAck",
                    "traces",
                    new Never(JOINING + ".admit: !promise.allowedBy promise !allowedBy")),
            new Mutant(
                    "P2 P26 a newcomer does not know in which epoch it found the game",
                    "traces",
                    new Instead(
                            JOINING + ".start",
                            "$rules, $active, Optional.empty()",
                            "$rules, Epoch.NONE, Optional.empty()")),
            new Mutant(
                    "P3 P42 HG3 resumes without the prefix test",
                    "traces",
                    new Instead(
                            LOG + ".catchUp",
                            "if (!$log.end.epoch().equals($goal.epoch()) || $log.end.seq() > $goal.seq())"
                                    + " return new Catchup.Diverged($log.end, $goal);",
                            "if (!$log.end.equals($goal))"
                                    + " $log = new Log($goal, $log.roster, $log.authority, $log.ordered, $log.kept, false);")),
            new Mutant(
                    "P6 HG13 a new claimId after no answer",
                    "traces",
                    new Instead(
                            "reconfiguration/Claiming.repeat",
                            "$at.stay($ask, new Effect.StartTimer(Timer.CLAIM, FullMember.REPEAT_MILLIS))",
                            "$at.next().overtaken().isPresent() || !$at.next().isClaimed() ? $at.stay($ask)"
                                    + " : startClaim($at, new ArrayList<>(), $at.freezing().hints())")),
            new Mutant(
                    "P6 a claim that is given up is not released",
                    "traces",
                    new Instead(SUSPECTING + ".on", "keepsClaim($step.state())", "true")),
            new Mutant(
                    "P6 the arbiter forgets a grant",
                    "ledger",
                    new Never(LEDGER
                            + ".claim: claimId epoch.claimId claimant.equals current.claimant !current.released")),
            new Mutant(
                    "P7 a number that is given up is not released",
                    "traces",
                    new Never(COLLECTING + ".givenUp: boolean")),
            new Mutant(
                    "P8 HG17 ACK before the arbiter has confirmed",
                    "traces",
                    new Instead(
                            "reconfiguration/Activating.activate",
                            "return Step.to(this, $effects);",
                            "return serve(listing()).after($effects.toArray(Effect[]::new));")),
            new Mutant(
                    "P8 the arbiter activates an overtaken number",
                    "ledger",
                    new Instead(LEDGER + ".activate", "|| !current.epoch().equals($epoch)", "")),
            new Mutant(
                    "P9 HG26 anybody may claim to hold the state",
                    "ledger",
                    new Never(LEDGER + ".claim: basis Basis.HELD !mayHold claimant")),
            new Mutant(
                    "P9 HG26 a superseded holder claims HELD",
                    "traces",
                    new Instead("reconfiguration/Succession.basis", "!freezing.superseded() && ", "")),
            new Mutant(
                    "P10 HG7 a rebuilding claim names others",
                    "ledger",
                    new Then(LEDGER + ".mayName: basis Basis.REBUILD", "return true;")),
            new Mutant(
                    "P11 a synchronous game is rebuilt",
                    "ledger",
                    new Never(LEDGER + ".claim: basis Basis.REBUILD synchronous !lastResort")),
            new Mutant(
                    "P14 HG28 a ledger without memory grants the next number",
                    "ledger",
                    new Instead(LEDGER + ".claim", "revived ? REVIVAL_STEP : 1", "1")),
            new Mutant(
                    "P18 stamps though it may not act",
                    "cut off and back",
                    new Instead(SERVING + ".mayTakeTurn", "mandate.holds() &&", "!mandate.disputed() &&")),
            new Mutant("P21 deposed stays", "walks", new Never(DISPUTE + ".onGameStatus: active.isAfter epoch !mine")),
            new Mutant(
                    "P21 HG10 one word of a later epoch deposes",
                    "traces",
                    new Instead(DISPUTE + ".doubt", "Step.to($now, $effects)", "deposed($now, \"a word\")")),
            new Mutant(
                    "P22 frames are dropped before all have them",
                    "traces",
                    new Then(SERVING + ".stable: isEmpty", "continue;")),
            new Mutant(
                    "P22 P72 frames are dropped before those have them that are out and listed still",
                    "traces",
                    new Instead(SERVING + ".stable", "$everybody.addAll(enlistment.counted());", "")),
            new Mutant(
                    "P28 the end is not told to the arbiter",
                    "traces",
                    new Instead(
                            "reconfiguration/GameEnding.onEnd",
                            "new Effect.TellEnd($at.epoch()), new Effect.StartTimer(Timer.END, FullMember.PACKAGE_MILLIS),"
                                    + " new Effect.StartTimer(Timer.ASK_ARBITER, FullMember.REPEAT_MILLIS)",
                            "new Effect.StartTimer(Timer.END, FullMember.PACKAGE_MILLIS)")),
            new Mutant("P29 a suspicion is said once", "traces", new Never(SUSPECTING + ".TABLE: SUSPECT")),
            new Mutant(
                    "P29 the ACK is shown once",
                    "traces",
                    new Never("reconfiguration/Supply.resend: isEmpty !followers.hasAck")),
            new Mutant("P30 a suspicion freezes nobody", "traces", new Never(FOLLOWING + ".TABLE: HolderSuspected")),
            new Mutant(
                    "P31 who is bound to a later epoch thaws",
                    "a deposed holder and ordered messages",
                    new Never(SUSPECTING + ".thaw: !promise.equals epoch !failed.equals")),
            new Mutant(
                    "P32 no way after the first",
                    "traces",
                    new Instead(
                            NEGOTIATION + ".onSpare",
                            "$spareIsLast ? nextWay($at, $effects) : $at.stay(",
                            "$at.stay(")),
            new Mutant(
                    "P32 among equals another is asked first",
                    "traces",
                    new Answers(NEGOTIATION + ".claimsItself", "false")),
            new Mutant(
                    "P33 nobody takes over from a lost negotiator",
                    "traces",
                    new Never(SUSPECTING + ".TABLE: NEGOTIATE")),
            new Mutant(
                    "P33 who coordinates the group is asked first all the same",
                    "traces",
                    new Instead(
                            SEARCH + ".candidate",
                            "thenComparing($id -> $hints.coordinators().contains($id))",
                            "thenComparing($id -> true)")),
            new Mutant(
                    "P33 who has a poor connection is asked first all the same",
                    "traces",
                    new Instead(SEARCH + ".candidate", "$hints.poor().indexOf($id)", "0")),
            new Mutant("P35 nobody gives up", "traces", new Never(SUSPECTING + ".TABLE: GIVE_UP")),
            new Mutant(
                    "P36 an answer promises nothing",
                    "traces",
                    new Instead(FULL + ".answer", "membership().promising($call.epoch())", "membership()")),
            new Mutant(
                    "P37 packages of a voided round are used",
                    "scenarios",
                    new Instead(GATHERED + ".nextRound", "Map.of()", "answers")),
            new Mutant(
                    "P37 P39 HG19 its own log is not among the answers",
                    "traces",
                    new Answers(GATHERING + ".withOwnAnswer", "this")),
            new Mutant(
                    "P37 P71 who is listed and on no roster is not waited for",
                    "traces",
                    new Instead(
                            GATHERED + ".isComplete",
                            "&& electors($holder).stream().allMatch($m -> answers.containsKey($m) || absent.isOutOfReach($m))",
                            "")),
            new Mutant(
                    "P37 P39 who packages still does not count its own log",
                    "traces",
                    new Then(
                            GATHERING + ".withOwnAnswer: held.basis Basis.REBUILD !freezing.packageDone",
                            "return this;")),
            new Mutant(
                    "P74 HG13 a few are enough",
                    "traces",
                    new Instead(
                            GATHERED + ".isMajority", "&& ($heard * 2 > $electors.size() || $electors.isEmpty())", "")),
            new Mutant(
                    "P38 who served waits for one spare after another",
                    "traces",
                    new Answers(NEGOTIATION + ".claimsWithState", "false")),
            new Mutant(
                    "P38 a former incarnation is waited for",
                    "traces",
                    new Instead(GATHERED + ".isWaitedFor", "&& !isReplaced($id)", "&& !unadmitted.contains($id)")),
            new Mutant(
                    "P38 where only the backup is left, nobody is enough",
                    "traces",
                    new Instead(GATHERED + ".isMajority", "|| $electors.isEmpty()", "")),
            new Mutant(
                    "P38 a spare serves those who began anew",
                    "traces",
                    new Instead(GATHERED + ".isAnybodyLeft", "!hasBegunAnew($id) &&", "")),
            new Mutant(
                    "P38 HA43 a spare serves those who cannot go on",
                    "traces",
                    new Instead(
                            GATHERED + ".isAnybodyLeft",
                            "&& (!logs.containsKey($id) || isPrefix(logs.get($id), $end))",
                            "")),
            new Mutant(
                    "P39 whom a replaced server let in pulls the game back",
                    "traces",
                    new Instead(GATHERED + ".end", "hasSay($id, $candidate) &&", "")),
            new Mutant(
                    "P39 HG19 a holder whose log is no prefix of the end goes on",
                    "traces",
                    new Never(GATHERING
                            + ".restore: membership.isPresent !gathered.isPrefix get.log get"
                            + " !held.isReturner !roster.has self.id")),
            new Mutant(
                    "P39 HG20 a package of a voided history is used",
                    "scenarios",
                    new Instead(GATHERED + ".packages", "&& isPrefix($answer.log(), $end)", "")),
            new Mutant(
                    "P39 HG24 the end has a hole",
                    "traces",
                    new Always(GATHERED + ".end: stream.noneMatch hasSay reach logs.get Incomplete")),
            new Mutant(
                    "P40 who is lost after the plan gets no exit",
                    "traces",
                    new Instead("reconfiguration/RestorePlan.losing", "lost.withDead($dead)", "lost")),
            new Mutant(
                    "P40 equals restore packages of each other",
                    "equals, one dies",
                    new Never(GATHERING + ".asPlayer: rules.peers")),
            new Mutant(
                    "P41 the ACK comes without what its receiver lacks",
                    "walks",
                    new Instead(
                            "reconfiguration/HandingOver.showing",
                            "$before.after($from).stream().filter($frame -> !$frame.equals($ack)).toList()",
                            "List.of()")),
            new Mutant(
                    "P42 resumes though it is not in M",
                    "traces",
                    new Never(FULL + ".hearAck: !members.contains membership.id")),
            new Mutant(
                    "P42 HG25 resumes without state",
                    "traces",
                    new Instead(JOINING + ".answer", "$wanted.round(), false", "$wanted.round(), true")),
            new Mutant(
                    "P43 who was silent has an exit in the ACK",
                    "traces",
                    new Instead(
                            GATHERED + ".ack", "absent.isLost($id)", "absent.isLost($id) || !logs.containsKey($id)")),
            new Mutant("P44 Resumed without Frozen", "traces", new Never(FULL + ".hearAck: !planned")),
            new Mutant(
                    "P45 HG7 stamps on while it claims its successor",
                    "traces",
                    new Instead(SERVING + ".mayTakeTurn", "&& change.isEmpty()", "")),
            new Mutant(
                    "P71 an activation lists all of M",
                    "ledger",
                    new Instead(
                            LEDGER + ".activate",
                            "listing.activated(current.first(), $members)",
                            "listing.next(List.copyOf($members))")),
            new Mutant(
                    "P71 entries of a deposed server are taken",
                    "ledger",
                    new Instead(LEDGER + ".list", "|| !isActive($epoch)", "")),
            new Mutant(
                    "P71 a grant does not freeze the list",
                    "ledger",
                    new Instead(LEDGER + ".list", "!isActive($epoch)", "!active.epoch().equals($epoch)")),
            new Mutant(
                    "P71 an entry follows no count",
                    "ledger",
                    new Instead(LEDGER + ".list", "$count == listing.count() &&", "")),
            new Mutant(
                    "P71 an exit is stamped though its member is listed",
                    "traces",
                    new Instead(ENLISTMENT + ".due", "$off.keySet().removeIf(confirmed::has);", "")),
            new Mutant(
                    "P71 an exit is stamped though its member is in an entry under way",
                    "traces",
                    new Instead(ENLISTMENT + ".due", "$off.keySet().removeIf(asked::contains);", "")),
            new Mutant(
                    "P71 a newcomer is listed before it has its InitialAck",
                    "traces",
                    new Instead(ENLISTMENT + ".wanted", "confirmed.has($id) || reported.contains($id)", "true")),
            new Mutant(
                    "P71 a player's grant lists whom its own log knows",
                    "traces",
                    new Instead(
                            GATHERING + ".inGame",
                            "$membership.log().roster().members(), $granted,",
                            "$membership.log().roster().members(), new Event.Granted($granted.claimId(), $granted.epoch(),"
                                    + " $membership.log().roster().ids()),")),
            new Mutant(
                    "P71 a spare's grant lists who supported the claim",
                    "traces",
                    new Instead(
                            "reconfiguration/SpareClaiming.collect",
                            "CollectedReplies.of(roster, $granted,",
                            "CollectedReplies.of(roster, new Event.Granted($granted.claimId(), $granted.epoch(),"
                                    + " List.copyOf(claim.supporters())),")),
            new Mutant(
                    "P71 N2 more than half are taken off at once",
                    "traces",
                    new Answers(ENLISTMENT + ".missesMost", "false")),
            new Mutant(
                    "P71 the arbiter takes half of those listed off at once",
                    "directory",
                    new Answers("directory/server/Elections.waits", "false")),
            new Mutant(
                    "P71 P7 N7 a grant that was given up is repeated",
                    "ledger",
                    new Instead(LEDGER + ".claim", "&& !current.released()", "")),
            new Mutant(
                    "P72 who is in an entry that is not confirmed does not count",
                    "traces",
                    new Instead(ENLISTMENT + ".counted", "$all.addAll(asked);", "")),
            new Mutant(
                    "P72 who has reported nothing yet does not count",
                    "lanes",
                    new Instead(
                            "lanes/Stability.stable",
                            "if ($time == null) return null; $least",
                            "if ($time == null) continue; $least")),
            new Mutant(
                    "P73 what a holder restored is not its package",
                    "traces",
                    new Instead(
                            "reconfiguration/Restoring.onRestored",
                            "$base.isPresent() ? freezing.packed($base) : freezing",
                            "freezing")),
            new Mutant("P73 no witness is needed", "traces", new Answers(GATHERED + ".hasWitness", "true")),
            new Mutant(
                    "P73 whoever answers is a witness, listed or not",
                    "traces",
                    new Instead(GATHERED + ".hasWitness", "listed().contains($a.getKey()) &&", "")),
            new Mutant(
                    "P73 N8 a package that cannot be read is a witness",
                    "traces",
                    new Instead(GATHERED + ".hasWitness", "&& !$unreadable.contains($a.getKey())", "")),
            new Mutant(
                    "P74 more than half of the roster are enough",
                    "traces",
                    new Instead(GATHERED + ".electors", "for (MemberId $id : listed())", "for (MemberId $id : ids())")),
            new Mutant(
                    "P74 nobody ever goes on with fewer than half",
                    "traces",
                    new Never(SUSPECTING + ".TABLE: LAST_RESORT"),
                    new Never(GATHERING + ".TABLE: LAST_RESORT")),
            new Mutant(
                    "P75 N5 who was left behind keeps nothing",
                    "traces",
                    new Answers("reconfiguration/Returning.mayServe", "false")),
            new Mutant(
                    "P75 it is not said that something may be lost",
                    "traces",
                    new Instead(GATHERED + ".ack", "$rebuildMillis, $lastResort)", "$rebuildMillis, false)")),
            new Mutant(
                    "P75 where nobody listed is left nobody goes on",
                    "traces",
                    new Answers(GATHERED + ".isNobodyListedLeft", "false")),
            new Mutant(
                    "P75 it goes on though somebody listed may be left",
                    "traces",
                    new Answers(GATHERED + ".isNobodyListedLeft", "true")));

    static final List<Mutant> ALL = Stream.of(
                    WITH_A_DIRECTORY,
                    MutantsOfMembers.ALL,
                    MutantsOfAnswers.ALL,
                    MutantsOfPermission.ALL,
                    BackupMutants.ALL,
                    ElectionMutants.ALL)
            .flatMap(List::stream)
            .toList();

    private Mutants() {}
}
