package org.gamenet.rgs.core.model;

import java.util.List;
import java.util.stream.Stream;
import org.gamenet.rgs.core.model.Edit.Answers;
import org.gamenet.rgs.core.model.Edit.Instead;
import org.gamenet.rgs.core.model.Edit.Never;
import org.gamenet.rgs.core.model.Mutants.Mutant;

/** Mutants of the order by permission, and of who is put out where two do not reach each other; see {@link Mutants}. */
final class MutantsOfPermission {
    private static final String PERMISSION = "ordering/Permission";
    private static final String STAMPING = "reconfiguration/Stamping";
    private static final String SERVING = "reconfiguration/Serving";
    private static final String ASKING = "reconfiguration/AskingServer";
    private static final String ACCORD = "reconfiguration/Accord";
    private static final String EARLIER =
            "wish.get().stamp < $stamp || wish.get().stamp == $stamp && me.compareTo($from) < 0";

    private static final List<Mutant> WISHES = List.of(
            new Mutant(
                    "P68 a permit is given while it holds the permission",
                    "permission",
                    new Instead(PERMISSION + ".defers", "holds || " + EARLIER, "!holds && (" + EARLIER + ")")),
            new Mutant(
                    "P68 whoever has asked earlier answers all the same",
                    "two ask each other",
                    new Instead(PERMISSION + ".defers", "holds || " + EARLIER, "holds")),
            new Mutant(
                    "P68 of two wishes with one stamp both are answered",
                    "three ask each other",
                    new Instead(PERMISSION + ".defers", EARLIER, "wish.get().stamp < $stamp")),
            new Mutant(
                    "P68 of two wishes with one stamp each waits for the other",
                    "two ask each other",
                    new Instead(PERMISSION + ".defers", EARLIER, "wish.get().stamp <= $stamp")),
            new Mutant(
                    "P68 a stamp is above its own only, and not above what was heard",
                    "three ask each other",
                    new Instead(PERMISSION + ".hear", "Math.max(clock, $stamp)", "clock")),
            new Mutant(
                    "P68 a stamp is used twice",
                    "two ask each other",
                    new Instead(PERMISSION + ".ask", "long $stamp = clock + 1", "long $stamp = Math.max(1, clock)")),
            new Mutant(
                    "P68 stamps begin anew with an epoch",
                    "traces",
                    new Instead(
                            PERMISSION + ".in", "new Permission(me, $next, clock,", "new Permission(me, $next, 0,")),
            new Mutant(
                    "P68 a stamp is believed that nobody can have",
                    "traces",
                    new Answers(PERMISSION + ".isPlausible", "true")),
            new Mutant(
                    "P68 a permit does not say how far its giver is",
                    "two ask each other",
                    new Instead(STAMPING + ".permit", "$stamp, $end.seq()", "$stamp, 0")),
            new Mutant(
                    "P68 whoever had to wait is not answered when the turn is over",
                    "traces",
                    new Instead(
                            STAMPING + ".endTurn",
                            "$effects.add(permit($each.getKey(), $each.getValue()));",
                            "$each.getKey();")),
            new Mutant(
                    "P68 P29 a wish is said once",
                    "two ask each other",
                    new Instead(
                            STAMPING + ".askAgain",
                            "for (MemberId $id : $silent)"
                                    + " $effects.add(new Effect.Send($id, new Message.Wish(epoch(), $stamp)));",
                            "")),
            new Mutant(
                    "P68 a permit for an earlier wish counts",
                    "two ask each other",
                    new Instead(PERMISSION + ".permitted", "wish.filter($w -> $w.stamp == $stamp)", "wish")));

    private static final List<Mutant> TURNS = List.of(
            new Mutant(
                    "P69 it stamps before it has everybody's permit",
                    "two ask each other, one dies",
                    new Never(PERMISSION + ".mayHold: !equals me !hasFrom")),
            new Mutant(
                    "P69 it stamps before it has delivered what the others have",
                    "two ask each other",
                    new Instead(PERMISSION + ".mayHold", "$end >= wish.get().place()", "true")),
            new Mutant(
                    "P69 it does not mind how far those are that answer",
                    "three ask each other",
                    new Instead(
                            PERMISSION + ".permitted", "wish.get().with($from, $place)", "wish.get().with($from, 0)")),
            new Mutant(
                    "P69 the permit after a turn names the place before it",
                    "two ask each other",
                    new Instead(
                            STAMPING + ".endTurn",
                            "permit($each.getKey(), $each.getValue())",
                            "new Effect.Send($each.getKey(), new Message.Permit(epoch(), $each.getValue(), end()))")),
            new Mutant(
                    "P69 a turn has no end",
                    "traces",
                    new Instead(
                            STAMPING + ".take",
                            "Math.min(Permission.TURN, membership().accord().queue().size())",
                            "membership().accord().queue().size()")),
            new Mutant(
                    "P69 whoever has more to say does not ask anew",
                    "traces",
                    new Instead(
                            STAMPING + ".endTurn",
                            "with(membership().accord().done()).ask($effects)",
                            "Step.to(with(membership().accord().done()), $effects)")),
            new Mutant(
                    "P69 what was stamped is not shown",
                    "traces",
                    new Instead(
                            STAMPING + ".endTurn",
                            "$effects.addAll(List.of(shown(membership().log(), epoch(), end())));",
                            "")),
            new Mutant(
                    "P69 P22 frames that are missing are asked of nobody",
                    "traces",
                    new Instead(
                            STAMPING + ".askAgain",
                            "if ($lacks) $effects.add(new Effect.Cast(new Message.ShownWanted($end)));",
                            "")),
            new Mutant(
                    "P69 P18 a primary that may not act answers",
                    "traces",
                    new Instead(STAMPING + ".onWish", "!asksAll() || !mayTakeTurn() && !isInTurn()", "!asksAll()")),
            new Mutant(
                    "P69 P18 a primary that may not act takes its turn",
                    "traces",
                    new Instead(STAMPING + ".goOn", "!$now.mayTakeTurn() ||", "")),
            new Mutant(
                    "P69 S8 a primary that may not act delivers what the others stamp",
                    "two ask each other, one may not act",
                    new Answers(STAMPING + ".isFrozen", "false")),
            new Mutant(
                    "P69 what came while it might not act is forgotten when it may again",
                    "traces",
                    new Instead("reconfiguration/EpochDispute.thaw", ".takeIn(List.of())", ".stay()")),
            new Mutant(
                    "P69 P28 whoever leaves says goodbye before it has said what it had to say",
                    "traces",
                    new Answers("reconfiguration/Leaving.hasToSay", "false")));

    private static final List<Mutant> COUNTED = List.of(
            new Mutant(
                    "P70 a permit of somebody that is believed gone is not waited for",
                    "two ask each other, one dies",
                    new Instead(
                            STAMPING + ".goOn",
                            "$accord.right().mayHold($now.membership().log().roster().ids(), $end)",
                            "$accord.right().mayHold($now.membership().log().roster().ids().stream()"
                                    + ".filter(id -> !$now.missed().contains(id)).toList(), $end)")),
            new Mutant(
                    "P70 a newcomer is not asked by whoever was asking before it came",
                    "two ask each other, one comes",
                    new Instead(
                            STAMPING + ".goOn",
                            "$accord.right().mayHold($now.membership().log().roster().ids(), $end)",
                            "$accord.right().mayHold($now.membership().log().roster().ids().stream()"
                                    + ".filter(id -> $now.membership().log().kept().stream().noneMatch(f ->"
                                    + " f.body() instanceof EntryBody.Joined j && j.member().id().equals(id)))"
                                    + ".toList(), $end)")),
            new Mutant(
                    "P70 the permit of a member that is out counts in place of one that is in",
                    "traces",
                    new Instead(
                            PERMISSION + ".mayHold",
                            "for (MemberId $id : $roster) if (!$id.equals(me) && !hasFrom($id)) return false;",
                            "if (wish.get().permits().size() < $roster.size() - 1) return false;")),
            new Mutant(
                    "P70 permits of the epoch before count in the next one",
                    "two ask each other, one is doubted",
                    new Instead(
                            PERMISSION + ".in",
                            "new Permission(me, $next, clock, Optional.empty(), false, Map.of())",
                            "new Permission(me, $next, clock, wish, false, waiting)")),
            new Mutant(
                    "P70 somebody that is lost is replaced by nothing",
                    "two ask each other, one dies",
                    new Never(ASKING + ".after: stream.anyMatch has !intent.isEnding")),
            new Mutant(
                    "P70 P36 the next epoch begins though nobody was asked how far it has come",
                    "traces",
                    new Never("reconfiguration/Change.onGranted: asksAll !isInTurn")),
            new Mutant(
                    "P70 whoever begins an epoch has not its first turn",
                    "traces",
                    new Instead(
                            SERVING + ".firstTurn",
                            "asksAll() ? $begun.with($begun.accord().firstTurn()) : $begun",
                            "$begun")),
            new Mutant(
                    "P70 joins and exits need no turn",
                    "traces",
                    new Instead(SERVING + ".mayStamp", "&& (!asksAll() || isInTurn())", "")),
            new Mutant(
                    "P70 the turn of a planned change ends before its ACK",
                    "two ask each other, a change",
                    new Answers(SERVING + ".keepsTurn", "false")));

    private static final List<Mutant> QUARRELS = List.of(
            new Mutant(
                    "P25 the complaints of one are enough",
                    "traces",
                    new Instead(ACCORD + ".quarrelling", "($answers ? 1 : 0)", "1")),
            new Mutant(
                    "P25 the elder of two is put out",
                    "traces",
                    new Instead(ASKING + ".onUnanswered", "? $from : $silent", "? $silent : $from")),
            new Mutant("P25 the younger is put out at once", "traces", new Never(ASKING + ".onUnanswered: quarrelled")),
            new Mutant(
                    "P25 two that do not reach each other stop all",
                    "traces",
                    new Instead(STAMPING + ".askAgain", "$late && !$silent.isEmpty() && !leads()", "false")),
            new Mutant(
                    "P25 whoever waits complains at once",
                    "traces",
                    new Instead(STAMPING + ".askAgain", "membership().suspectMillis() / 2", "0")),
            new Mutant("P25 the other one is not asked", "traces", new Never(ASKING + ".onUnanswered: stamp 0")),
            new Mutant(
                    "P25 whoever owes an answer complains of the one that waits for it",
                    "traces",
                    new Instead(STAMPING + ".onSought", "!asksAll() || $waits || $self", "!asksAll() || $self")),
            new Mutant(
                    "P25 old complaints count of whoever has stamped since",
                    "traces",
                    new Answers(ACCORD + ".stamped", "this")),
            new Mutant(
                    "P25 P18 a primary that may not act counts complaints",
                    "traces",
                    new Instead(ASKING + ".onUnanswered", "|| !$at.mandate().holds()", "")),
            new Mutant(
                    "P25 a complaint of somebody who is not in the game counts",
                    "traces",
                    new Instead(ASKING + ".onUnanswered", "!$roster.has($silent) ||", "")));

    static final List<Mutant> ALL =
            Stream.of(WISHES, TURNS, COUNTED, QUARRELS).flatMap(List::stream).toList();

    private MutantsOfPermission() {}
}
