import java.util.Map;
import org.gamenet.rgs.Rgs;
import org.gamenet.rgs.testkit.Cluster;
import org.gamenet.rgs.testkit.RgsTest;
import org.gamenet.rgs.testkit.Seeds;

/** A drill that fails, of a game that forgets: run by name only, to see that the line which its failure ends with plays it again. */
class ForgetfulDrill {

    @RgsTest @Seeds(value = 3, from = 40)
    void forgets(Cluster c) {
        Map<Rgs, Coins> all = CoinsTest.three(c, true);
        // The line must name the seed that failed, not the first.
        if (c.seed() > 40) CoinsTest.loseTheServer(c, all);
    }
}
