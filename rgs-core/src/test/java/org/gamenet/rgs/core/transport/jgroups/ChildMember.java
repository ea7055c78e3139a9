package org.gamenet.rgs.core.transport.jgroups;

import java.util.List;
import org.gamenet.rgs.core.machine.Endpoint;

/** The program of a {@link Child}: it gets in, says where it is, and stays until it is killed or its parent is gone. */
final class ChildMember {

    private ChildMember() {}

    public static void main(String[] arguments) throws Exception {
        boolean founds = arguments[0].equals("found");
        Recorder member = founds ? Recorder.server("child") : Recorder.player("child");
        System.out.println(
                "PLACE " + member.place().groupPort() + " " + member.place().probePort());
        if (founds) {
            member.found(arguments[1]);
        } else {
            member.transport.join(
                    arguments[1],
                    List.of(new Endpoint(arguments[2], Integer.parseInt(arguments[3]), Integer.parseInt(arguments[3]))),
                    20_000);
            member.await("being let in", () -> member.self() != null || member.failure() != null);
        }
        System.out.println("IN " + member.self().high() + " " + member.self().low() + " " + member.failure());
        while (System.in.read() >= 0) {
            Thread.onSpinWait();
        }
        member.close();
    }
}
