package org.gamenet.rgs.examples.quickstart;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.GameSpec;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.SessionEvent.Away;
import org.gamenet.rgs.SessionEvent.Closed;
import org.gamenet.rgs.SessionEvent.Joined;
import org.gamenet.rgs.SessionEvent.Left;

/** A chat. Run it as "ann", as "bob", as "eve"; end ann's process: bob and eve go on talking. */
public final class HelloRgs {
    record Line(String text) {}

    private HelloRgs() {}

    public static void main(String[] args) throws Exception {
        try (Rgs rgs = Rgs.game("hello").player(args[0]).records(Line.class).start();
             Session hall = rgs.hostOrJoin(GameSpec.peerToPeer("hall", 16))) {

            hall.on(Line.class, (who, line) -> System.out.println(who.name() + ": " + line.text()));
            hall.on(Joined.class, (who, e) -> System.out.println(who.name() + " is here"));
            hall.on(Away.class, (who, e) -> System.out.println(who.name() + " is away"));
            hall.on(Left.class, (who, e) -> System.out.println(who.name() + " is gone (" + e.why() + ")"));
            hall.on(Closed.class, (me, e) -> System.out.println("sorry: " + e.detail()));

            BufferedReader keyboard = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            while (hall.update()) {                         // the handlers above run here
                if (keyboard.ready()) hall.send(new Line(keyboard.readLine()), Delivery.TOTAL_ORDER);
                Thread.sleep(20);
            }
        }
    }
}
