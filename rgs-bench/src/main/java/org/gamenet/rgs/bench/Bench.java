package org.gamenet.rgs.bench;

import java.io.IOException;
import org.gamenet.rgs.bench.age.AgeCommand;
import org.gamenet.rgs.bench.age.AgePlayer;
import org.gamenet.rgs.bench.crowd.CrowdCommand;
import org.gamenet.rgs.bench.crowd.CrowdPlayers;
import org.gamenet.rgs.bench.crowd.CrowdServer;
import org.gamenet.rgs.bench.cut.CutCommand;
import org.gamenet.rgs.bench.cut.CutDirectory;
import org.gamenet.rgs.bench.cut.CutMember;
import org.gamenet.rgs.bench.failover.BackupCommand;
import org.gamenet.rgs.bench.failover.FailoverCommand;
import org.gamenet.rgs.bench.failover.HandoverCommand;
import org.gamenet.rgs.bench.failover.MemberCommand;
import org.gamenet.rgs.bench.failover.RejoinCommand;
import org.gamenet.rgs.bench.keys.KeysCommand;
import org.gamenet.rgs.bench.meet.MeetCommand;
import org.gamenet.rgs.bench.meet.MeetMember;
import org.gamenet.rgs.bench.order.OrderCommand;
import org.gamenet.rgs.bench.order.OrderMember;
import org.gamenet.rgs.bench.process.DirectoryCommand;
import org.gamenet.rgs.bench.process.Processes;
import org.gamenet.rgs.bench.relay.HeapChild;
import org.gamenet.rgs.bench.relay.HeapCommand;
import org.gamenet.rgs.bench.relay.ProfileCommand;
import org.gamenet.rgs.bench.relay.RelayCommand;
import org.gamenet.rgs.bench.relay.RelayPlayers;
import org.gamenet.rgs.bench.relay.RelayServer;
import org.gamenet.rgs.bench.relay.SlowCommand;
import org.gamenet.rgs.bench.relay.SlowPlayers;
import org.gamenet.rgs.bench.relay.SlowServer;
import org.gamenet.rgs.bench.split.SplitCommand;
import org.gamenet.rgs.bench.split.SplitMember;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The benchmark program. Figures go to standard output, everything else to standard error. */
@Command(
        name = "rgs-bench",
        mixinStandardHelpOptions = true,
        version = "RGS bench, protocol 1",
        description = "Measures RGS from outside, with real processes, on loopback or in networks that it cuts.",
        subcommands = {
            FailoverCommand.class,
            BackupCommand.class,
            HandoverCommand.class,
            RejoinCommand.class,
            KeysCommand.class,
            CutCommand.class,
            RelayCommand.class,
            ProfileCommand.class,
            HeapCommand.class,
            SlowCommand.class,
            AgeCommand.class,
            OrderCommand.class,
            MeetCommand.class,
            SplitCommand.class,
            CrowdCommand.class,
            MemberCommand.class,
            RelayServer.class,
            RelayPlayers.class,
            HeapChild.class,
            SlowServer.class,
            SlowPlayers.class,
            AgePlayer.class,
            OrderMember.class,
            MeetMember.class,
            SplitMember.class,
            CrowdServer.class,
            CrowdPlayers.class,
            DirectoryCommand.class,
            CutMember.class,
            CutDirectory.class
        })
public final class Bench {

    private Bench() {}

    /** Ends with 0 if what was measured is as it must be, with 1 if not, with 2 for a wrong command line. */
    public static void main(String... arguments) {
        // Only a program chooses how things are logged; a library's user has chosen already.
        if (System.getProperty("logback.configurationFile") == null) {
            System.setProperty("logback.configurationFile", "org/gamenet/rgs/bench/logback-bench.xml");
        }
        System.setProperty(Processes.PROGRAM, Bench.class.getName());
        CommandLine line = new CommandLine(new Bench())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler(Bench::failed);
        int code = line.execute(arguments);
        System.out.flush();
        System.exit(code);
    }

    private static int failed(Exception why, CommandLine line, CommandLine.ParseResult parsed) {
        if (why instanceof IOException
                || why instanceof IllegalArgumentException
                || why instanceof IllegalStateException) {
            System.err.println(why.getMessage());
        } else {
            why.printStackTrace();
        }
        return 1;
    }
}
