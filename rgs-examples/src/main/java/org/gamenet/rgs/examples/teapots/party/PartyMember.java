package org.gamenet.rgs.examples.teapots.party;

import java.util.List;
import java.util.concurrent.ExecutionException;
import org.gamenet.rgs.GameInfo;
import org.gamenet.rgs.GameSpec;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.Query;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.SessionEvent;
import org.gamenet.rgs.examples.teapots.cast.Leash;
import org.gamenet.rgs.examples.teapots.cast.Roll;
import org.gamenet.rgs.examples.teapots.pilot.Bot;
import org.gamenet.rgs.examples.teapots.pilot.Pilot;
import org.gamenet.rgs.examples.teapots.play.DuelGame;
import org.gamenet.rgs.examples.teapots.play.DuelSession;
import org.gamenet.rgs.examples.teapots.play.GameLoop;
import org.gamenet.rgs.examples.teapots.play.Witness;

/**
 * One process of a party. Arguments: {@code server|backed-server|spare|bot}, its name, the directory, the game (of no
 * meaning for a spare). Ends with standard input.
 */
final class PartyMember {
    /** A server of a game in which a player holds a copy. */
    static final String BACKED_SERVER = "backed-server";

    /** On standard output: this process serves a game. */
    static final String SERVES = "SERVES";
    /** On standard output: it waits for one. */
    static final String STANDS_BY = "STANDS BY";

    private static final long LOOK_AGAIN_MILLIS = 200;

    private final String name;
    private final Rgs rgs;

    private PartyMember(String name, Rgs rgs) {
        this.name = name;
        this.rgs = rgs;
    }

    public static void main(String[] args) throws Exception {
        Leash.hold(line -> {});
        Rgs.Builder setUp = DuelGame.setUp(args[2]);
        if (args[0].equals("bot")) setUp.player(args[1]);
        try (Rgs rgs = setUp.start()) {
            PartyMember member = new PartyMember(args[1], rgs);
            switch (args[0]) {
                case "server" -> member.serve(DuelGame.spec(args[3]));
                case BACKED_SERVER -> member.serve(DuelGame.backedUp(args[3]));
                case "spare" -> member.standBy();
                case "bot" -> member.play(rgs.join(member.find(args[3])), new Bot(args[1].hashCode()));
                default -> throw new IllegalArgumentException("server, spare or bot, not " + args[0]);
            }
        }
    }

    /** One that was paused comes back deposed: it is a spare from then on. */
    private void serve(GameSpec game) throws InterruptedException {
        play(rgs.register(game), Pilot.NOBODY);
        standBy();
    }

    private void standBy() throws InterruptedException {
        while (true) {
            System.out.println(STANDS_BY);
            play(rgs.standBy(), Pilot.NOBODY);
        }
    }

    private void play(Session session, Pilot pilot) throws InterruptedException {
        Roll.here().enter(session.self(), name);
        GameLoop.run(new DuelSession(session, pilot, new Witness() {
            @Override
            public void happened(Peer about, SessionEvent event) {
                if (event instanceof SessionEvent.RoleChanged role && role.to().isActive()) System.out.println(SERVES);
            }
        }));
    }

    private GameInfo find(String game) throws InterruptedException {
        while (true) {
            try {
                List<GameInfo> found = rgs.discover(Query.any().named(game)).get();
                if (!found.isEmpty()) return found.get(0);
            } catch (ExecutionException directoryNotYetThere) {
                // It starts at the same time as this process.
            }
            Thread.sleep(LOOK_AGAIN_MILLIS);
        }
    }
}
