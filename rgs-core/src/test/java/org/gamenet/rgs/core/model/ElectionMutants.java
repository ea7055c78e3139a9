package org.gamenet.rgs.core.model;

import java.util.List;
import org.gamenet.rgs.core.model.Edit.Answers;
import org.gamenet.rgs.core.model.Edit.Instead;
import org.gamenet.rgs.core.model.Edit.Never;
import org.gamenet.rgs.core.model.Mutants.Mutant;

/** The rules by which members decide, each taken away. */
final class ElectionMutants {
    private static final String ELECTORATE = "arbiter/Electorate";
    private static final String ELECTION = "arbiter/Election";

    static final List<Mutant> ALL = List.of(
            new Mutant(
                    "P55 what was accepted is forgotten on hearing of the same epoch again",
                    "electors",
                    new Instead(
                            ELECTORATE + ".knowing",
                            "if (!$reign.epoch().isAfter(active.epoch()))",
                            "if (!$reign.epoch().allowedBy(active.epoch()))")),
            new Mutant(
                    "P56 a number is voted for twice",
                    "electors",
                    new Instead(
                            ELECTORATE + ".vote",
                            "$wanted.number().isAfter($now.top)",
                            "$wanted.number().number() >= $now.top.number()")),
            new Mutant(
                    "P57 what another has begun is not finished",
                    "electors",
                    new Never(ELECTION + ".count: isPresent")),
            new Mutant(
                    "P58 a lower number than the one voted for is accepted",
                    "electors",
                    new Instead(ELECTORATE + ".accept", "&& $wanted.by().allowedBy($now.top)", "")),
            new Mutant(
                    "P58 an epoch is on before it is accepted",
                    "election",
                    new Never(ELECTION + ".countAcceptances: !isMet after.electorate accepts")),
            new Mutant(
                    "P59 any vote is a quorum",
                    "electors",
                    new Instead("arbiter/Quorum.isMet", "2 * $said > $electorate.size()", "$said > 0")),
            new Mutant("P59 nobody is a quorum", "election", new Never("arbiter/Quorum.isMet: 0")),
            new Mutant(
                    "P55 what is merely accepted counts as on",
                    "electors",
                    new Instead(
                            ELECTORATE + ".accept",
                            "new Electorate($now.active, $wanted.by(), $wanted.claimant(), Optional.of($accepted),",
                            "new Electorate($wanted.next(), $wanted.by(), $wanted.claimant(), Optional.empty(),")),
            new Mutant(
                    "P56 whoever suspects nobody votes for anybody",
                    "election",
                    new Instead(ELECTORATE + ".vote", "&& ($suspects || $now.isLeft($wanted.claimant(), $plays))", "")),
            new Mutant(
                    "P57 of two claims of one number none is given up",
                    "election",
                    new Instead(ELECTION + ".heard", "yieldTo($wanted)", "turn()")),
            new Mutant(
                    "P57 a number is given up that was granted",
                    "election",
                    new Instead("arbiter/Candidacy.yieldsTo", "!granted &&", "")),
            new Mutant(
                    "P60 a voter that was out of reach is not waited for, where fewer may go on",
                    "traces",
                    new Instead(
                            "reconfiguration/Gathering.inGame",
                            "$freezing.late() ? $freezing.hints().allReached() : $freezing.hints()",
                            "$freezing.hints()")),
            new Mutant(
                    "P61 two are a majority",
                    "election",
                    new Instead("arbiter/Quorum.isMajority", "$electorate.size() >= FEWEST_FOR_A_MAJORITY", "true")),
            new Mutant(
                    "P63 HG39 the rank is of no weight: both take the other for the greater",
                    "election",
                    new Instead("arbiter/Precedence.of", "$own.isAbove($other)", "false")),
            new Mutant(
                    "P64 gives way before the other has a number above",
                    "election",
                    new Instead(
                            "arbiter/Precedence.of",
                            "$other.epoch().isAfter($promise) ? GIVES_WAY : WAITS",
                            "GIVES_WAY")),
            new Mutant(
                    "P65 the greater takes no number above",
                    "election",
                    new Instead(
                            "arbiter/Precedence.of",
                            "$own.epoch().isAfter($other.epoch()) ? GOES_ON : GOES_ABOVE",
                            "GOES_ON")),
            new Mutant(
                    "P65 the planned change takes the next number",
                    "traces",
                    new Instead("reconfiguration/Change.expected", "Math.max($now.number(), above)", "$now.number()")),
            new Mutant(
                    "P64 gives way to nobody",
                    "election",
                    new Instead("arbiter/Precedence.of", "GIVES_WAY : WAITS", "WAITS : WAITS")),
            new Mutant("P67 the end is not remembered", "election", new Answers(ELECTORATE + ".over", "this")),
            new Mutant(
                    "P67 a number that was given up is not remembered",
                    "election",
                    new Answers(ELECTORATE + ".givenUp", "this")),
            new Mutant(
                    "P67 the end is told to nobody",
                    "election",
                    new Instead(ELECTION + ".end", ".sayAll(new Ballot.GameEnded($epoch), Set.of())", ".turn()")),
            new Mutant(
                    "P67 what is no news is told to the machine",
                    "election",
                    new Instead(ELECTION + ".learn", "return $news ?", "return true ?")),
            new Mutant(
                    "P66 whoever came back in vain has forgotten its epoch",
                    "election",
                    new Instead(
                            "arbiter/Election.as",
                            "me.isOfSession($again) ? mine : Optional.empty()",
                            "Optional.empty()")),
            new Mutant(
                    "P66 HG31 another session of the peer has its voice",
                    "election",
                    new Instead("arbiter/Quorum.agrees", "$m.isOfSession($member)", "$m.peer() == $member.peer()")),
            new Mutant(
                    "P66 nobody speaks for what it was",
                    "election",
                    new Instead(
                            "arbiter/Quorum.agrees",
                            "|| $agree.stream().anyMatch($m -> $m.isOfSession($member))",
                            "")));

    private ElectionMutants() {}
}
