package org.gamenet.rgs.bench.failover;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.gamenet.rgs.bench.process.Parent;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * One process of the game, with one or more members in it. Says what they note on standard output; ends with standard
 * input.
 */
@Command(name = "member", hidden = true, description = "a process of the benchmark's own")
public final class MemberCommand implements Callable<Integer> {
    static final String CEASE = "cease";
    static final String TALLY = "tally";
    static final String GAP = "gap";
    /** With the peer's id behind it. */
    static final String HANDOVER = "handover ";

    @Mixin
    private FailoverRules rules = new FailoverRules();

    @Option(names = "--directory", required = true)
    private String directory = "";

    @Option(names = "--game", required = true)
    private String game = "";

    @Option(names = "--part", required = true)
    private Part part = Part.player;

    @Option(names = "--names", required = true, split = ",")
    private List<String> names = List.of();

    @Option(names = "--token", description = "of the seat to come back to")
    private String token = "";

    @Override
    public Integer call() throws InterruptedException {
        List<FailoverMember> members = new ArrayList<>();
        for (String name : names)
            members.add(new FailoverMember(name, part, new FailoverMember.Way(directory, game, token), rules));
        Parent.listen(command -> {
            if (command.startsWith(HANDOVER)) {
                members.forEach(each -> each.askForHandover(command.substring(HANDOVER.length())));
                return;
            }
            switch (command) {
                case CEASE -> members.forEach(FailoverMember::cease);
                case TALLY -> members.forEach(FailoverMember::askForTally);
                case GAP -> members.forEach(FailoverMember::askForGap);
                default -> throw new IllegalArgumentException("unknown to a member: " + command);
            }
        });
        members.forEach(FailoverMember::start);
        new CountDownLatch(1).await();
        return 0;
    }
}
