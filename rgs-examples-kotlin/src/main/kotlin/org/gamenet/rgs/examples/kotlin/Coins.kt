package org.gamenet.rgs.examples.kotlin

import org.gamenet.rgs.Delivery
import org.gamenet.rgs.GameSpec
import org.gamenet.rgs.Peer
import org.gamenet.rgs.Rgs
import org.gamenet.rgs.Session
import org.gamenet.rgs.SessionEvent.FailoverEvent
import org.gamenet.rgs.SessionEvent.Left
import org.gamenet.rgs.StateHandler
import org.gamenet.rgs.StatePackage

@JvmRecord data class Coin(val cents: Int)
@JvmRecord data class Box(val cents: Long, val givers: Map<Peer, Int>)

/** The money box of the quick start. */
class Coins(private val session: Session, private val say: (Any) -> Unit = ::println) : StateHandler<Box> {
    private var cents = 0L
    private var turn = 0
    private val givers = sortedMapOf<Peer, Int>()

    init {
        session.on(Coin::class.java) { who, coin -> count(who, coin) }
            .on(Box::class.java) { _, box -> show(box) }
            .on(Left::class.java) { who, _ -> givers.remove(who) }
            .on(FailoverEvent::class.java) { _, event -> say(event) }
            .state(Box::class.java, this)
    }

    fun play() {
        while (session.update()) {
            frame()
            Thread.sleep(50)
        }
    }

    fun frame() {
        if (turn++ % 10 != 0) return
        session.sendToServer(Coin(1))
        if (session.isServer) session.send(packageState(), Delivery.UNRELIABLE_SEQUENCED)
    }

    private fun count(who: Peer, coin: Coin) {
        cents += coin.cents
        givers.merge(who, coin.cents, Int::plus)
    }

    private fun show(box: Box) {
        say(box)
        if (!session.isServer) know(box)
    }

    private fun know(box: Box) {
        cents = box.cents
        givers.clear()
        givers.putAll(box.givers)
    }

    override fun packageState() = Box(cents, givers.toMap())

    override fun restoreState(packages: List<StatePackage<Box>>) = know(packages[0].state())
}

/** Plays as args[0]; games are found at args[1]. */
fun main(args: Array<String>) {
    val directory = args.getOrElse(1) { "localhost:7400" }
    Rgs.game("coins").directory(directory).player(args[0]).records(Coin::class.java, Box::class.java).start().use { rgs ->
        Coins(rgs.hostOrJoin(GameSpec.clientServer("box", 8))).play()
    }
}
