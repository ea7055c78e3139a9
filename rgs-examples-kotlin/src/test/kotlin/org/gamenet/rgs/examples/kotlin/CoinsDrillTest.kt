package org.gamenet.rgs.examples.kotlin

import org.gamenet.rgs.GameSpec
import org.gamenet.rgs.Rgs
import org.gamenet.rgs.Session
import org.gamenet.rgs.Session.Phase
import org.gamenet.rgs.testkit.Cluster
import org.gamenet.rgs.testkit.Frame
import org.gamenet.rgs.testkit.GameContract
import org.gamenet.rgs.testkit.RgsTest
import org.gamenet.rgs.testkit.Seeds
import org.junit.jupiter.api.Assertions.assertEquals
import java.time.Duration

/** The money box, on a simulated network. */
class CoinsDrillTest {
    private val spec = GameSpec.clientServer("box", 8)

    @RgsTest @Seeds(50)
    fun survivesTheDeathOfItsServer(c: Cluster) {
        val players = table(c)
        c.kill(c.server())
        c.settle()
        c.assertOneServer()
        c.assertSameOrder()
        players.values.forEach { it.quiet = true }
        c.play(Duration.ofSeconds(1))
        val box = players.getValue(c.server()).coins.packageState()
        val view = players.getValue(c.server()).session.view()
        for (peer in view.players().filterNot { view.isAway(it) }) {
            assertEquals(players.values.single { it.session.self() == peer }.dropped(), box.givers[peer], "coins of $peer")
        }
    }

    @RgsTest
    fun keepsItsPromises(c: Cluster) {
        c.game(setUp())
        c.assertContract(GameContract.of(spec) { session ->
            val player = Player(session)
            Frame { player.frame() }
        })
    }

    private fun setUp() = Rgs.game("coins").records(Coin::class.java, Box::class.java)

    /** Three of them, at play. */
    private fun table(c: Cluster): Map<Rgs, Player> {
        c.game(setUp())
        val players = listOf("ann", "bob", "cy").associate { name ->
            val rgs = c.player(name)
            val player = Player(rgs.hostOrJoin(spec))
            c.everyFrame(rgs) { player.frame() }
            rgs to player
        }
        c.await(Duration.ofSeconds(5)) { players.values.all { it.session.phase() == Phase.PLAYING } }
        c.play(Duration.ofSeconds(1))
        return players
    }

    /** Drops a coin in every tenth frame in which it plays. */
    private class Player(val session: Session) {
        val coins = Coins(session, say = {})
        var quiet = false
        private var frames = 0

        fun frame() {
            session.update()
            if (quiet || session.phase() != Phase.PLAYING) return
            frames++
            coins.frame()
        }

        fun dropped() = (frames + 9) / 10
    }
}
