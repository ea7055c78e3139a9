package org.gamenet.rgs.core.model;

import java.util.ArrayList;
import java.util.List;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.EntryBody;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.reconfiguration.Timer;

/** Moves and worlds in words: the lines of a scenario. */
final class Told {
    private final World world;

    Told(World world) {
        this.world = world;
    }

    /** The event of a move. Two packets under way may read alike. */
    String move(int[] at, long move) {
        int whom = Move.whom(move);
        int which = Move.which(move);
        Move kind = Move.kind(move);
        if (kind == Move.ARRIVES) return packet(world.packets.get(which)) + (whom == 1 ? ", and fails" : "");
        String name = world.names.get(whom);
        return name
                + switch (kind) {
                    case FIRES -> " timer " + Timer.values()[which];
                    case SUSPECTS -> " suspects " + who(world.facts(at, whom).watchedId);
                    case BEATS -> " hears a heartbeat";
                    case ECHOES -> " is heard";
                    case ANSWERS -> " has an answer of " + world.names.get(which);
                    case GONE -> " learns that " + who(world.facts(at, whom).known[which]) + " is gone";
                    case SILENT -> " does not hear " + who(world.facts(at, whom).known[which]);
                    case ALONE -> " cannot join the group";
                    case AWAY -> " cannot reach " + who(world.facts(at, whom).known[which]);
                    case STANDS -> " has its renewal answered";
                    case ACTS -> which == 1 ? " may act" : " may not act";
                    case CRASHES -> " dies";
                    case ORDERS -> " orders a message";
                    case INSISTS -> " says again what it wants ordered";
                    case LEAVES -> " leaves";
                    case JOINS -> " joins";
                    case KICKS -> " kicks " + who(world.facts(at, whom).known[which]);
                    case CHANGES -> " takes " + who(world.facts(at, whom).known[which]) + " for its backup";
                    case HANDS -> " is to hand the game over to " + who(world.facts(at, whom).known[which]);
                    case COPIES -> " packs its state for " + who(world.facts(at, whom).known[which]);
                    case ENDS -> " ends the game";
                    case OPENS -> " closes the game to newcomers";
                    case HANDLES -> " takes a request";
                    case SHOWS -> " is shown the server's state";
                    case REPORTS -> " tells what is in its package";
                    case FORGETS -> " calls stable what is in every package";
                    case ARRIVES -> throw new AssertionError();
                };
    }

    private String who(MemberId id) {
        int life = (int) id.incarnation().nonce() & 15;
        return world.names.get(World.place(id)) + (life == 0 ? "" : "." + (life + 1));
    }

    String packet(Packet p) {
        if (p.to() == Packet.ARBITER) return "arbiter hears " + request(p.request()) + " of " + who(p.addressee());
        String to = world.names.get(p.to());
        if (p.from() == Packet.ARBITER) return to + " is told " + event(p.event());
        if (p.event() instanceof Event.Heard h) return to + " hears " + message(h.message()) + " of " + who(h.from());
        return to + "'s game: " + event(p.event());
    }

    private static String request(Effect request) {
        if (request instanceof Effect.Claim c)
            return "Claim " + (c.expected() + 1) + "/" + Long.toHexString(c.claimId() & 0xffff) + " " + c.basis();
        if (request instanceof Effect.Activate a) return "Activate " + a.epoch();
        if (request instanceof Effect.Release r) return "Release " + r.epoch();
        if (request instanceof Effect.TellEnd e) return "TellEnd " + e.epoch();
        if (request instanceof Effect.SeekSpare s) return "SeekSpare " + s.failed();
        return request.getClass().getSimpleName();
    }

    private static String event(Event event) {
        if (event instanceof Event.Granted g) return "Granted " + g.epoch();
        if (event instanceof Event.Denied d) return "Denied " + d.why() + " " + d.current();
        if (event instanceof Event.Activated a) return "Activated " + a.epoch() + " " + a.active();
        if (event instanceof Event.GameStatusKnown s)
            return "GameStatus " + s.current() + (s.released() ? " released" : "") + " active " + s.active()
                    + (s.ended() ? " ended" : "");
        if (event instanceof Event.SpareSought s) return "SpareSought " + s.failed() + " " + s.detail();
        if (event instanceof Event.Offered o) return "Offered " + o.offer() + " " + o.failed();
        if (event instanceof Event.InitialStateTaken t) return "InitialStateTaken " + t.at();
        if (event instanceof Event.CopyHeld c)
            return "CopyHeld " + c.epoch() + " version " + c.version() + " of "
                    + c.copy().place();
        if (event instanceof Event.Copied c) return "Copied " + c.version();
        return event.getClass().getSimpleName();
    }

    private static String message(Message m) {
        String name = m.getClass().getSimpleName();
        if (m instanceof Message.InitialAck a) return name + " " + a.log().end() + " promise " + a.promise();
        if (m instanceof Message.Confirmed c) return name + " " + c.at();
        if (m instanceof Message.JoinDenied d) return name + " " + d.reason();
        if (m instanceof Message.OrderRequest o) return name + " " + o.number();
        if (m instanceof Message.EntryNews f)
            return name + " " + f.upTo() + " "
                    + f.entries().get(f.entries().size() - 1).body().getClass().getSimpleName();
        if (m instanceof Message.EntriesWanted w) return name + " after " + w.after();
        if (m instanceof Message.Suspicion s) return name + " " + s.epoch() + (s.revoked() ? " revoked" : "");
        if (m instanceof Message.Released r) return name + " " + r.epoch();
        if (m instanceof Message.Promote p) return name + " " + p.failed();
        if (m instanceof Message.PromoteAnswer p) return name + " " + p.failed() + " " + p.agrees();
        if (m instanceof Message.Collect a)
            return name + " " + a.epoch() + " round " + a.round() + " heard "
                    + a.heard().size();
        if (m instanceof Message.Nack n) return name + " " + n.epoch() + " round " + n.round();
        if (m instanceof Message.CollectReply a)
            return name + " " + a.epoch() + " round " + a.round()
                    + (a.full() ? " " + a.log().end() : " not full")
                    + (a.packed().isPresent() ? " packed" : "");
        if (m instanceof Message.EpochStart a)
            return name + " " + a.ack().at() + " end "
                    + ((EntryBody.Ack) a.ack().body()).end() + " missing "
                    + a.missing().size();
        if (m instanceof Message.Stale s) return name + " " + s.promise();
        if (m instanceof Message.FrozenWait f) return name + " " + f.epoch();
        return name;
    }

    String describe(int[] at) {
        StringBuilder text = new StringBuilder(world.ledger(at) + "\n");
        for (int i = 0; i < world.count; i++) {
            Actor a = world.actor(at, i);
            text.append(world.names.get(i))
                    .append(a.dead() ? " dead " : a.over() ? " over (" + a.why() + ") " : " ")
                    .append(brief(a))
                    .append(" timers ");
            for (Timer t : Timer.values()) if (a.runs(t)) text.append(t).append(' ');
            text.append('\n');
        }
        for (int p = world.count + 3; p < at.length; p++)
            text.append("under way: ").append(packet(world.packets.get(at[p]))).append('\n');
        return text.toString();
    }

    private static String brief(Actor a) {
        return a.state()
                .toString()
                .replaceAll("(self=Self|rules=GameRules|Member)\\[[^\\[\\]]*(\\[[^\\[\\]]*\\][^\\[\\]]*)*\\],? ?", "");
    }

    String difference(int[] a, int[] b) {
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < world.count; i++) {
            if (a[i] == b[i]) continue;
            Actor x = world.actor(a, i);
            Actor y = world.actor(b, i);
            String what = y.dead()
                    ? "dead"
                    : y.over()
                            ? "closed: " + y.why()
                            : x.state().name() + " -> " + y.state().name();
            parts.add(world.names.get(i) + " " + what + ", epoch " + y.state().epoch() + " promise "
                    + y.state().promise() + " end " + y.state().log().end());
        }
        if (a[world.count] != b[world.count])
            parts.add("ledger " + world.ledger(b).current().epoch() + " active "
                    + world.ledger(b).active().epoch());
        for (int p = world.count + 3; p < b.length; p++)
            if (!world.has(a, b[p])) parts.add("under way: " + packet(world.packets.get(b[p])));
        return String.join("\n#    ", parts);
    }
}
