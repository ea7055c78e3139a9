package org.gamenet.rgs.bench.failover;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.gamenet.rgs.bench.process.DirectoryCommand;
import org.gamenet.rgs.bench.process.Processes;
import org.gamenet.rgs.bench.process.Signals;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Kills a player of a running game, lets it come back by its token, and says what it came back to. */
@Command(
        name = "rejoin",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Takes a player out of the game, again and again, and has it come back by the token of its seat. Measured "
                        + "is the time from its join to its first moment of play. The summary is the last line. Exit code 0 if it "
                        + "was the same peer each time, all that was its own was kept, and nobody else got the seat.")
public final class RejoinCommand implements Callable<Integer> {
    private static final long KEPT_MILLIS = 60_000;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private FailoverRules rules = new FailoverRules();

    @Option(names = "--runs", defaultValue = "100", paramLabel = "N", description = "deaths (default: 100)")
    private int runs;

    @Option(names = "--change-server", description = "the server dies, too, while the player is away")
    private boolean changeServer;

    @Option(
            names = "--absence",
            defaultValue = "kill",
            paramLabel = "kill|sleep|twin",
            description = "SIGKILL, and another process with the token; SIGSTOP for 2 to 8 s; or another process with "
                    + "the token while the first one plays, which is closed (default: kill)")
    private Absence absence = Absence.kill;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (runs < 1 || rules.players() < 2)
            throw new ParameterException(
                    spec.commandLine(), "--runs is at least 1, --players 2: one comes back, one looks on");
        RejoinedGame rejoining;
        if (changeServer && !absence.isNoticed())
            throw new ParameterException(spec.commandLine(), "--change-server is for a player that is away meanwhile");
        Processes processes = new Processes(List.of("-XX:TieredStopAtLevel=1"));
        try (processes;
                Signals signals = new Signals()) {
            String directory = DirectoryCommand.start(processes);
            FailoverRules kept = rules.with(Strategy.spare).keeping(KEPT_MILLIS);
            Crew crew = new Crew(processes, directory, "rejoin", kept);
            rejoining = new RejoinedGame(crew, kept, new RejoinedGame.Plan(runs, changeServer, absence), signals);
            rejoining.play();
            if (!rejoining.good()) {
                processes.keepFolder();
                System.err.println("what the processes wrote to standard error: " + processes.folder());
            }
        }
        System.out.println(rejoining.json());
        return rejoining.good() ? 0 : 1;
    }
}
