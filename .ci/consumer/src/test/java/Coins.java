import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.gamenet.rgs.Delivery;
import org.gamenet.rgs.GameSpec;
import org.gamenet.rgs.Peer;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.StateHandler;
import org.gamenet.rgs.StatePackage;

/** Everybody drops coins, whoever serves counts them. */
final class Coins implements StateHandler<Coins.Box> {
    record Coin(int cents) {}

    record Box(Map<Peer, Integer> cents) {}

    static final GameSpec SPEC = GameSpec.clientServer("box", 4);

    final Session session;
    private final boolean forgetful;
    private final Map<Peer, Integer> cents = new TreeMap<>();
    int dropped;
    boolean stops;
    private int frames;

    Coins(Session session, boolean forgetful) {
        this.session = session;
        this.forgetful = forgetful;
        session.on(Coin.class, (who, coin) -> cents.merge(who, coin.cents(), Integer::sum))
                .on(Box.class, (server, box) -> {
                    if (!session.isServer()) know(box);
                })
                .state(Box.class, this);
    }

    static Rgs.Builder setUp() {
        return Rgs.game("coins").directory("localhost:7400").records(Coin.class, Box.class);
    }

    int count(Peer who) {
        return cents.getOrDefault(who, 0);
    }

    void frame() {
        session.update();
        if (session.phase() != Phase.PLAYING) return;
        if (++frames % 5 == 0 && !stops) {
            session.sendToServer(new Coin(1), Delivery.RELIABLE_ORDERED);
            dropped++;
        }
        if (session.isServer() && frames % 3 == 0) session.send(packageState(), Delivery.UNRELIABLE_SEQUENCED);
    }

    private void know(Box box) {
        cents.clear();
        cents.putAll(box.cents());
    }

    @Override public Box packageState() {
        return new Box(cents);
    }

    @Override public void restoreState(List<StatePackage<Box>> packages) {
        if (forgetful) cents.clear();
        else know(packages.get(0).state());
    }
}
