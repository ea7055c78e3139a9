package org.gamenet.rgs.core.model;

import java.util.List;
import java.util.Map;

/** Every rule of the protocol that the machines keep, and how to break it. */
final class Mutants {

    /**
     * A way to break a rule.
     *
     * @param rule its id first, as in docs/PROTOCOL.md
     * @param found what must break: a way of {@link Hunt#by}
     * @param edits what is written instead
     */
    record Mutant(String rule, String found, List<Edit> edits) {

        Mutant(String rule, String found, Edit... edits) {
            this(rule, found, List.of(edits));
        }
    }

    /** A text that stands in a file exactly once, and what stands there instead. */
    record Edit(String file, String text, String instead) {}

    /** Rules that these machines do not contain, and where they are kept and tried. */
    static final Map<String, String> ELSEWHERE = Map.ofEntries(
            Map.entry("P4", "synchronous replication is not built"),
            Map.entry("P5", "no rule of its own: the search lets every timer, suspicion and closed socket come at any moment, and nothing breaks"),
            Map.entry("P12", "the machines grant without evidence; EvidenceTest, ClaimsTest"),
            Map.entry("P13", "the directory; DirectoryMachine and its ClaimsTest"),
            Map.entry("P15", "a majority as arbiter is not built"),
            Map.entry("P16", "keep-playing is not built"),
            Map.entry("P17", "every game has the directory for its arbiter"),
            Map.entry("P19", "the session: it alone knows how long it slept; SessionsTest"),
            Map.entry("P20", "the session and the detector; CallbacksTest, FailureDetectorTest"),
            Map.entry("P23", "lanes and session; LanesTest, ExactlyOnceTest"),
            Map.entry("P24", "lanes; LanesTest"),
            Map.entry("P34", "one offer a game: the directory; SparesTest"));

    private static final String SERVING = "reconfiguration/Serving";
    private static final String SUSPECTING = "reconfiguration/Suspecting";
    private static final String COLLECTING = "reconfiguration/Collecting";
    private static final String FOLLOWING = "reconfiguration/Following";
    private static final String FULL = "reconfiguration/FullMember";
    private static final String GATHERED = "reconfiguration/Gathered";
    private static final String JOINING = "reconfiguration/Joining";
    private static final String LOG = "ordering/Log";
    private static final String LEDGER = "arbiter/Ledger";

    static final List<Mutant> ALL = List.of(
            new Mutant("P1 a number is granted twice", "ledger", new Edit(LEDGER, "if (bid.expected() != current.epoch().number()) {", "if (bid.expected() < 0) {")),
            new Mutant("P2 accepts what is below its promise", "walks", new Edit(FULL, "return !epoch.allowedBy(promise());", "return false;")),
            new Mutant("P2 HG23 a newcomer takes an older InitialAck", "traces",
                    new Edit(JOINING, "if (!ack.promise().allowedBy(promise) || !epoch.allowedBy(promise))", "if (ack.rules() == null)")),
            new Mutant("P2 P26 a newcomer does not know in which epoch it found the game", "traces",
                    new Edit(JOINING, "return begin(new Joining(self, rules, active, false, Optional.empty()));", "return begin(new Joining(self, rules, Epoch.NONE, false, Optional.empty()));")),
            new Mutant("P3 P42 HG3 resumes without the prefix test", "traces", new Edit(LOG,
                    "if (!log.end.epoch().equals(goal.epoch()) || log.end.seq() > goal.seq()) return new Catchup.Diverged(log.end, goal);",
                    "if (!log.end.equals(goal)) { Log end = new Log(goal, log.roster, log.authority, log.ordered, log.kept, false); path.add(target);"
                            + " return new Catchup.Reached(end.with(target), path); }")),
            new Mutant("P6 HG13 a new claimId after no answer", "traces", new Edit(SUSPECTING,
                    "case REPEAT -> claimId == 0 ? stay() : stay(claim(), new Effect.StartTimer(Timer.REPEAT, REPEAT_MILLIS));",
                    "case REPEAT -> claimId == 0 ? stay() : startClaim(new ArrayList<>(), freezing.hints());")),
            new Mutant("P6 a claim that is given up is not released", "traces", new Edit(SUSPECTING,
                    "return claimId == 0 || keepsClaim(step.state()) ? step : step.and(new Effect.Release(new Epoch(failed.number() + 1, claimId)));", "return step;")),
            new Mutant("P6 the arbiter forgets a grant", "ledger", new Edit(LEDGER,
                    "if (bid.claimId() == current.epoch().claimId() && bid.claimant().equals(current.claimant())) {", "if (bid.claimId() < 0 && bid.authority().isEmpty()) {")),
            new Mutant("P7 a number that is given up is not released", "steps", new Edit(COLLECTING, "        if (release) {", "        if (release && round < 0) {")),
            new Mutant("P8 HG17 ACK before the arbiter has confirmed", "traces", new Edit(COLLECTING,
                    "effects.add(new Effect.StartTimer(Timer.REPEAT, FullMember.REPEAT_MILLIS));\n        return Step.to(this, effects);",
                    "return serve().after(effects.toArray(Effect[]::new));")),
            new Mutant("P8 the arbiter activates an overtaken number", "ledger", new Edit(LEDGER,
                    "if (ended || current.released() || !current.epoch().equals(epoch) || isActive(epoch)) {", "if (ended || current.released() || isActive(epoch)) {")),
            new Mutant("P9 HG26 anybody may claim to hold the state", "ledger", new Edit(LEDGER, "if (bid.basis() == Basis.HELD && !mayHold(bid.claimant())) {",
                    "if (bid.basis() == Basis.HELD && bid.claimId() == 0) {")),
            new Mutant("P9 HG26 a superseded holder claims HELD", "traces", new Edit(SUSPECTING,
                    "return part.rules(part.id()) && !freezing.superseded() ? Basis.HELD : Basis.REBUILD;", "return part.rules(part.id()) ? Basis.HELD : Basis.REBUILD;")),
            new Mutant("P10 HG7 a rebuilding claim names others", "ledger", new Edit(LEDGER, "if (bid.basis() == Basis.REBUILD) {\n            return false;",
                    "if (bid.basis() == Basis.REBUILD) {\n            return true;")),
            new Mutant("P11 a synchronous game is rebuilt", "ledger", new Edit(LEDGER, "if (bid.basis() == Basis.REBUILD && synchronous && !bid.lastResort()) {",
                    "if (bid.basis() == Basis.REBUILD && synchronous && bid.claimId() == 0) {")),
            new Mutant("P14 HG28 a ledger without memory grants the next number", "ledger", new Edit(LEDGER, "(revived ? REVIVAL_STEP : 1)", "(revived ? 1 : 1)")),
            new Mutant("P18 stamps though it may not act", "cut off and back", new Edit(SERVING, "return acts && !doubts && change.isEmpty() && !part.log().ended();",
                    "return !doubts && change.isEmpty() && !part.log().ended();")),
            new Mutant("P21 a deposed holder stays", "walks", new Edit(SERVING,
                    "if (known.active().isAfter(epoch())) return deposed(\"epoch \" + known.active().number() + \" is on\");", "")),
            new Mutant("P21 HG10 one word of a later epoch deposes", "traces", new Edit(SERVING,
                    "if (message instanceof Message.Stale stale && stale.promise().number() > epoch().number()) return doubt();",
                    "if (message instanceof Message.Stale stale && stale.promise().number() > epoch().number()) return deposed(\"a word\");")),
            new Mutant("P22 frames are dropped before all have them", "traces", new Edit(SERVING, "if (at == null) return Position.NONE;", "if (at == null) continue;")),
            new Mutant("P22 a gap is not asked for", "traces", new Edit(FOLLOWING, "if (!waiting.isEmpty() && ahead.isEmpty()) {", "if (waiting.size() > 99) {")),
            new Mutant("P22 a gap is asked for with every frame", "traces", new Edit(FOLLOWING, "if (!waiting.isEmpty() && ahead.isEmpty()) {", "if (!waiting.isEmpty()) {")),
            new Mutant("P25 its own exit means nothing, and an outsider is not told", "traces",
                    new Edit(FULL, "if (body instanceof FrameBody.Exited exit && exit.who().equals(me)) {", "if (body instanceof FrameBody.Exited exit && exit.who().equals(me) && me.peer() < 0) {"),
                    new Edit(SERVING, "return stay(new Effect.Send(id, new Message.JoinDenied(why, \"this member is out of the game\", Payload.EMPTY)));", "return stay();")),
            new Mutant("P25 who was heard meanwhile is put out", "traces",
                    new Edit(SERVING, "return forgive(echo.from()).onEcho(", "return onEcho(")),
            new Mutant("P26 HG11 InitialAck before JOIN", "traces", new Edit(SERVING, "waiting.put(id, Newcomer.waiting(next.part.log()));",
                    "waiting.put(id, Newcomer.waiting(part.log()));")),
            new Mutant("P26 a newcomer is let in while all is frozen", "lively walks", new Edit(SERVING,
                    "if (!mayStamp() || ending.isPresent()) return stay(new Effect.Send(id, new Message.FrozenWait(epoch())));", "")),
            new Mutant("P27 S7 an incarnation comes in twice", "traces", new Edit(SERVING, "if (part.log().roster().isOut(id)) return outcast(id);", "")),
            new Mutant("P27 the seat of a player is anybody's", "traces", new Edit(SERVING,
                    "boolean returns = seat.isPresent() && join.token() != 0 && SeatToken.hash(join.token(), who.id().peer()) == seat.get().tokenHash();",
                    "boolean returns = seat.isEmpty();")),
            new Mutant("P28 a goodbye is not an exit", "steps", new Edit(SERVING,
                    "if (message instanceof Message.LeaveRequest) return part.log().roster().has(from) ? exit(from, Reason.LEFT, \"left\") : stay();", "")),
            new Mutant("P28 who was kicked comes back", "traces", new Edit(LOG, "return why != Reason.KICKED;", "return true;")),
            new Mutant("P28 the end is not told to the arbiter", "steps", new Edit(SERVING,
                    "return Step.to(now, new Effect.TellEnd(epoch()), new Effect.StartTimer(Timer.CALLBACK, PACKAGE_MILLIS),\n"
                            + "                new Effect.StartTimer(Timer.REPEAT, REPEAT_MILLIS));", "return Step.to(now, new Effect.StartTimer(Timer.CALLBACK, PACKAGE_MILLIS));")),
            new Mutant("P29 a suspicion is said once", "steps", new Edit(SUSPECTING, "case RESEND -> stay(suspicion(), new Effect.StartTimer(Timer.RESEND, REPEAT_MILLIS));",
                    "case RESEND -> stay();")),
            new Mutant("P29 the ACK is shown once", "steps", new Edit(SERVING, "if (waiting == null && !delivered.containsKey(id)) effects.add(showAck(id, Position.NONE));", "")),
            new Mutant("P30 a suspicion freezes nobody", "traces", new Edit(FOLLOWING,
                    "if (event instanceof Event.HolderSuspected s && s.holder().equals(part.primary())) return freeze(s.why(), s.heardAt(), false);", "")),
            new Mutant("P31 who is bound to a later epoch thaws", "a deposed holder and ordered messages", new Edit(SUSPECTING, "if (!promise().equals(epoch()) || !failed.equals(epoch())) return stay();", "")),
            new Mutant("P32 no way after the first", "steps", new Edit(SUSPECTING, "return spareIsLast ? nextWay(effects) : stay(effects.toArray(Effect[]::new));",
                    "return stay(effects.toArray(Effect[]::new));")),
            new Mutant("P33 nobody takes over from a lost negotiator", "steps", new Edit(SUSPECTING, "case NEGOTIATE -> negotiate(new ArrayList<>());", "case NEGOTIATE -> stay();")),
            new Mutant("P33 who coordinates the group is asked first all the same", "traces",
                    new Edit("reconfiguration/Search", "willing.sort(Comparator.comparing(id -> hints.coordinators().contains(id)));", "")),
            new Mutant("P35 nobody gives up", "steps", new Edit(SUSPECTING,
                    "case GIVE_UP -> stay(new Effect.AskStanding(), new Effect.StartTimer(Timer.GO, PACKAGE_MILLIS));", "case GIVE_UP -> stay();")),
            new Mutant("P36 an answer promises nothing", "traces", new Edit(FULL, "Part bound = part().promising(call.epoch());", "Part bound = part();")),
            new Mutant("P37 packages of a voided round are used", "scenarios", new Edit(GATHERED,
                    "return new Gathered(roster, supporters, listed, logs, Map.of(), unadmitted, gone, unreachable);", "return new Gathered(roster, supporters, listed, logs, answers, unadmitted, gone, unreachable);")),
            new Mutant("P37 P39 HG19 its own log is not among the answers", "traces", new Edit(COLLECTING,
                    "if (part.isEmpty()) return this;", "if (basis != null) return this;")),
            new Mutant("P37 who supported the claim is not waited for", "traces", new Edit(GATHERED,
                    "\n                && supporters.stream().allMatch(m -> answers.containsKey(m) || gone.contains(m) || isReplaced(m))", "")),
            new Mutant("P37 P39 who packages still does not count its own log", "traces", new Edit(COLLECTING,
                    "return with(gathered.with(self.id(), part.get().log()));", "return this;")),
            new Mutant("P38 HG13 a few are enough", "traces", new Edit(GATHERED,
                    "return !logs.isEmpty() && (heard * 2 > view.size() || view.isEmpty());", "return !logs.isEmpty();")),
            new Mutant("P38 who served waits for one spare after another", "traces", new Edit(SUSPECTING,
                    "return freezing.late() && !freezing.behind() && basis() == Basis.HELD && claimId == 0;", "return false;")),
            new Mutant("P38 a former incarnation is waited for", "scenarios", new Edit(GATHERED,
                    "!isReplaced(m.id()) && !ruled", "!unadmitted.contains(m.id()) && !ruled")),
            new Mutant("P38 whoever answers is enough, listed or not", "traces", new Edit(GATHERED,
                    "return listed.isEmpty() || listed.stream().anyMatch(logs::containsKey);", "return true;")),
            new Mutant("P38 all that are listed have to answer", "traces", new Edit(GATHERED,
                    "listed.stream().anyMatch(logs::containsKey)", "listed.stream().allMatch(logs::containsKey)")),
            new Mutant("P38 who lists nobody demands somebody", "traces", new Edit(GATHERED,
                    "return listed.isEmpty() || listed", "return listed")),
            new Mutant("P38 where only the backup is left, nobody is enough", "traces", new Edit(GATHERED,
                    "return !logs.isEmpty() && (heard * 2 > view.size() || view.isEmpty());", "return !logs.isEmpty() && heard * 2 > view.size();")),
            new Mutant("P38 a spare serves those who began anew", "traces", new Edit(GATHERED,
                    "!hasBegunAnew(id) && (!logs", "(!logs")),
            new Mutant("P38 HA43 a spare serves those who cannot go on", "traces", new Edit(GATHERED,
                    "!hasBegunAnew(id) && (!logs.containsKey(id) || isPrefix(logs.get(id), end))", "!hasBegunAnew(id)")),
            new Mutant("P39 whom a replaced server let in pulls the game back, two epochs later", "traces", new Edit(GATHERED,
                    "epoch = body.end().epoch();", "return false;")),
            new Mutant("P39 whom a replaced server let in pulls the game back", "traces", new Edit(GATHERED,
                    "noneMatch(l -> !isElsewhere(l, candidate) && reach(", "noneMatch(l -> reach(")),
            new Mutant("P39 HG19 a holder whose log is no prefix of the end goes on", "a silent player, and who comes back", new Edit(COLLECTING,
                    "if (behind || out) return fallenBehind().giveUp(\"my own history is not part of what the others hold\", true).after(effects.toArray(Effect[]::new));", "")),
            new Mutant("P39 HG20 a package of a voided history is used", "scenarios", new Edit(GATHERED,
                    "if (answer.packed().isPresent() && member.isPresent() && isPrefix(answer.log(), end))", "if (answer.packed().isPresent() && member.isPresent())")),
            new Mutant("P39 HG24 the end has a hole", "traces", new Edit(GATHERED,
                    "if (members.stream().noneMatch(l -> !isElsewhere(l, candidate) && reach(l, candidate, frames) instanceof Log.Catchup.Incomplete))\n"
                            + "                return Optional.of(candidate);", "return Optional.of(candidate);")),
            new Mutant("P40 who is lost after the plan gets no exit", "traces", new Edit(COLLECTING, "            more.add(member);\n", "")),
            new Mutant("P41 the ACK comes without what its receiver lacks", "walks", new Edit(SERVING,
                    "part.log().after(from).stream().filter(f -> !f.equals(ack)).toList()", "List.of()")),
            new Mutant("P42 resumes though it is not in M", "a kick and a false alarm", new Edit(FULL, "if (!body.members().contains(part().id())) return leftBehind(",
                    "if (body.members().isEmpty()) return leftBehind(")),
            new Mutant("P42 HG25 resumes without state", "traces", new Edit(JOINING, "new Message.Answer(wanted.epoch(), wanted.round(), false, Log.EMPTY",
                    "new Message.Answer(wanted.epoch(), wanted.round(), true, Log.EMPTY")),
            new Mutant("P43 who was silent has an exit in the ACK", "traces", new Edit(GATHERED, "else if (gone.contains(id)) exits.add(",
                    "else if (gone.contains(id) || !answers.containsKey(id) && !id.equals(holder.id())) exits.add(")),
            new Mutant("P44 Resumed without Frozen", "traces", new Edit(FULL,
                    "if (!frozen && !body.planned()) effects.add(new Effect.Freeze(\"the server changed\"));", "")),
            new Mutant("P45 HG7 stamps on while it claims its successor", "steps", new Edit(SERVING, "return acts && !doubts && change.isEmpty() && !part.log().ended();",
                    "return acts && !doubts && !part.log().ended();")));

    private Mutants() {}
}
