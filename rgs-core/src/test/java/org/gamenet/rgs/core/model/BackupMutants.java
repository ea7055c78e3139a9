package org.gamenet.rgs.core.model;

import java.util.List;
import org.gamenet.rgs.core.model.Edit.Answers;
import org.gamenet.rgs.core.model.Edit.Instead;
import org.gamenet.rgs.core.model.Edit.Never;

/** More {@link Mutants}: rules that must break where a server has a backup, or is about to. */
final class BackupMutants {
    private static final String SERVING = "reconfiguration/Serving";
    private static final String SUCCESSION = "reconfiguration/Succession";
    private static final String GATHERING = "reconfiguration/Gathering";
    private static final String FOLLOWING = "reconfiguration/Following";
    private static final String GATHERED = "reconfiguration/CollectedReplies";
    private static final String LOG = "ordering/Log";

    static final List<Mutants.Mutant> ALL = List.of(
            new Mutants.Mutant(
                    "P28 P46 the end is stamped while a change is undecided",
                    "the end beside a planned change",
                    new Instead(
                            "reconfiguration/GameEnding.onLate",
                            "!$at.intent().isEnding() || $at.change().isEmpty()",
                            "true")),
            new Mutants.Mutant(
                    "P40 A1 a promoted backup restores nothing",
                    "traces",
                    new Answers(GATHERING + ".heldCopy", "List.of()")),
            new Mutants.Mutant(
                    "P23 A1 who served with a backup has lost what it does not restore",
                    "traces",
                    new Instead(
                            LOG + ".restoredAlong",
                            "$ack.authority().get(0).equals($list.get(0))",
                            "$ack.authority().equals($list)")),
            new Mutants.Mutant(
                    "P41 A2 all of an authority is lost with its first",
                    "traces",
                    new Instead(
                            GATHERED + ".hasRuled",
                            "$end.filter($l->$l.isPrimary($id))",
                            "$end.filter($l->$l.authority().contains($id))")),
            new Mutants.Mutant(
                    "P32 A3 a backup waits for its turn", "traces", new Answers(SUCCESSION + ".backsUp", "false")),
            new Mutants.Mutant(
                    "P32 A3 who looks for a server claims against the backup",
                    "traces",
                    new Answers(SUCCESSION + ".isBackupFirst", "false")),
            new Mutants.Mutant(
                    "P35 A3 a backup is no way to a server",
                    "traces",
                    new Instead(
                            SUCCESSION + ".leadsNowhere",
                            "&& freezing.hints().backupOf(membership.log(), suspected).isEmpty()",
                            "")),
            new Mutants.Mutant(
                    "P40 A4 what was ordered after the copy is handed out to nobody",
                    "traces",
                    new Answers("reconfiguration/RestorePlan.again", "Optional.empty()")),
            new Mutants.Mutant(
                    "P22 A4 frames vanish that a copy lacks",
                    "traces",
                    new Instead(
                            SERVING + ".onCopied",
                            "with(followers.withCopy($copied.backup(), $copied.place())).settle()",
                            "settle()")),
            new Mutants.Mutant(
                    "P47 A4 a copy is held that is ahead of the log",
                    "traces",
                    new Instead(FOLLOWING + ".holdCopy", "|| $tooNew", "")),
            new Mutants.Mutant(
                    "P23 A5 what a backup's copy lacks is called stable",
                    "lanes",
                    new Instead("lanes/PrimaryProgress.announce", "|| $stateful && !$knows.areCopied(backups())", "")),
            new Mutants.Mutant(
                    "P45 A5 who may be named by a change does not count",
                    "replication",
                    new Never("replication/ActiveAlone.goOn: game.changes")),
            new Mutants.Mutant(
                    "P47 a copy of another epoch is confirmed",
                    "traces",
                    new Instead(FOLLOWING + ".holdCopy", "|| !$held.epoch().equals(epoch())", "")),
            new Mutants.Mutant(
                    "P47 a backup is named before it has confirmed a copy",
                    "replication",
                    new Never("replication/ActiveAlone.onConfirmed: confirmed get.confirmed")),
            new Mutants.Mutant(
                    "P48 HG8 what a server shows does not wait for its backup",
                    "replication",
                    new Answers("replication/OutputGate.upTo", "ALL")),
            new Mutants.Mutant(
                    "P48 a backup is named that lacks what was shown before",
                    "replication",
                    new Answers("replication/ActiveAlone.Recruit.isLevel", "true")),
            new Mutants.Mutant(
                    "P48 HG8 what a server sends does not wait for what is shown",
                    "replication",
                    new Answers("lanes/HeldBack.holds", "false")),
            new Mutants.Mutant(
                    "P4 HG22 others are shown what a backup lacks",
                    "replication",
                    new Answers("replication/EntryGate.mayShow", "true")),
            new Mutants.Mutant(
                    "P46 frames vanish that whoever has handed over lacks",
                    "traces",
                    new Answers("reconfiguration/HandingOver.backedUp", "Followers.NONE")),
            new Mutants.Mutant(
                    "P46 P23 senders repeat to their next server what its state contains",
                    "traces",
                    new Instead(
                            LOG + ".restoredAlong", "$ack.planned() && $ack.packaged().isEmpty()", "$ack.planned()")),
            new Mutants.Mutant(
                    "P46 the game stops for a backup that hangs",
                    "replication",
                    new Instead("replication/Handover.confirmed", "&& $transfer.confirmed() > since", "")),
            new Mutants.Mutant(
                    "P49 a silent backup is kept", "replication", new Answers("replication/Transfer.isStuck", "false")),
            new Mutants.Mutant(
                    "P49 the next backup is sought from the beginning",
                    "replication",
                    new Instead("replication/Candidates.inTurn", "$some.indexOf(cursor) + 1", "0")));

    private BackupMutants() {}
}
