package org.gamenet.rgs.bench.failover;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.gamenet.rgs.bench.process.DirectoryCommand;
import org.gamenet.rgs.bench.process.Processes;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Kills backups of a running game and says what recruiting the next one cost the others. */
@Command(
        name = "backup",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Kills the backup of a running game, again and again, and measures what the players see of the "
                + "search for the next one. The summary is the last line. Exit code 0 if nobody's game stood still, and "
                + "the longest time without a new world grew by no more than one interval.")
public final class BackupCommand implements Callable<Integer> {
    private static final int PLAYERS_LEAST = 4;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private FailoverRules rules = new FailoverRules();

    @Option(
            names = "--recruit",
            defaultValue = "50",
            paramLabel = "N",
            description = "backups that are killed, so that another is recruited (default: 50)")
    private int recruits;

    @Option(
            names = "--window",
            defaultValue = "1000",
            paramLabel = "MS",
            description = "how long is watched from each death, and as long before it (default: 1000)")
    private long window;

    @Option(
            names = "--settle",
            defaultValue = "1500",
            paramLabel = "MS",
            description = "undisturbed play after a player has joined in the dead one's place (default: 1500)")
    private long settle;

    @Option(
            names = "--patience",
            defaultValue = "15000",
            paramLabel = "MS",
            description = "longest search for a backup that is waited for (default: 15000)")
    private long patience;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (recruits < 1 || window < 1 || rules.players() < PLAYERS_LEAST)
            throw new ParameterException(
                    spec.commandLine(),
                    "--recruit and --window are at least 1, --players " + PLAYERS_LEAST
                            + ": one serves, one dies, one is recruited, one looks on");
        RecruitedGame recruited;
        Processes processes = new Processes(List.of("-XX:TieredStopAtLevel=1"));
        try (processes) {
            String directory = DirectoryCommand.start(processes);
            Crew crew = new Crew(processes, directory, "backup", rules.with(Strategy.backup));
            recruited = new RecruitedGame(crew, rules, new RecruitedGame.Pace(recruits, window, settle, patience));
            recruited.play();
            if (!recruited.good()) {
                processes.keepFolder();
                System.err.println("what the processes wrote to standard error: " + processes.folder());
            }
        }
        System.out.println(recruited.json());
        return recruited.good() ? 0 : 1;
    }
}
