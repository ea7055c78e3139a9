package org.gamenet.rgs.core.directory.lan;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.core.directory.protocol.DirectoryReply;
import org.gamenet.rgs.core.directory.protocol.DirectoryRequest;
import org.gamenet.rgs.core.directory.protocol.GameEntry;
import org.gamenet.rgs.core.machine.Endpoint;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.Listing;
import org.gamenet.rgs.core.machine.Member;
import org.gamenet.rgs.core.machine.MemberId;

/** A local network of processes in virtual time: what is said travels as bytes, and may be lost or late. */
final class Hall {
    static final String KIND = "hall";
    private static final long KIND_HASH = LanWire.kind(KIND);

    final List<Guest> guests = new ArrayList<>();
    private final PriorityQueue<Letter> mail = new PriorityQueue<>((a, b) -> Long.compare(a.at, b.at));
    private final Random random;
    private final double loss;
    private final int delayMillis;
    long now = 1_000;
    int said;
    int longest;
    /** All are on one machine, a single source: so many answers each gives it in a second. */
    int answersMost = Integer.MAX_VALUE;

    private record Letter(long at, Guest from, Guest to, byte[] bytes, boolean asked) {}

    Hall(long seed, double loss, int delayMillis) {
        random = new Random(seed);
        this.loss = loss;
        this.delayMillis = delayMillis;
    }

    static GameRules rules(String name) {
        return new GameRules(name, 8, List.of(Failover.PROMOTED_PLAYER), 1_000, 30_000, 50, Map.of());
    }

    /** A process. */
    final class Guest {
        final long nonce = random.nextLong();
        final LanGames games = new LanGames(KIND, nonce);
        final Map<Long, DirectoryReply> replies = new HashMap<>();
        final Member me;
        private final Map<Long, DirectoryRequest> asked = new HashMap<>();
        private long requests;
        long repliedAt = -1;
        boolean cut;
        int casts;
        private final Map<Long, Integer> answers = new HashMap<>();

        Guest() {
            int number = guests.size() + 1;
            MemberId id = new MemberId(number, new Incarnation(1, number));
            me = new Member(id, "g" + number, Kind.PLAYER, new Endpoint("127.0.0.1", number, number), 0);
            guests.add(this);
        }

        long ask(DirectoryRequest request) {
            long id = ++requests;
            asked.put(id, request);
            perform(games.ask(id, request, random.nextLong(), now), null);
            return id;
        }

        long hostOrJoin(String name, String... not) {
            return ask(new DirectoryRequest.HostOrJoin(registration(name), List.of(not)));
        }

        DirectoryRequest.Registration registration(String name) {
            return new DirectoryRequest.Registration(KIND, "group" + nonce, rules(name), 7, 1, me, nonce);
        }

        /** As whoever serves says it every fifth of a second. */
        void renew(GameEntry game, int players) {
            renew(game, game.epoch(), players);
        }

        void renew(GameEntry game, Epoch epoch, int players) {
            ask(new DirectoryRequest.Renew(
                    game.id(),
                    epoch,
                    me.id(),
                    List.of(me),
                    Listing.of(me.id()),
                    0,
                    players,
                    true,
                    false,
                    game.rules().attributes(),
                    new DirectoryRequest.Revival(KIND, game.group(), game.rules(), game.schema(), game.version())));
        }

        private void perform(List<LanGames.Out> outs, Guest asker) {
            for (LanGames.Out out : outs) {
                if (out instanceof LanGames.Cast cast) {
                    casts++;
                    for (Guest each : guests) if (each != this) post(each, cast.said());
                } else if (out instanceof LanGames.Tell tell && asker != null) {
                    if (answers.merge(now / 1_000, 1, Integer::sum) <= answersMost) post(asker, tell.said());
                    else perform(games.tellAll(now), null);
                } else if (out instanceof LanGames.Reply reply) {
                    replies.put(reply.request(), reply.reply());
                    repliedAt = now;
                    if (reply.reply() instanceof DirectoryReply.Registered made && !cut) renew(made.game(), 1);
                }
            }
        }

        private void post(Guest to, Datagram what) {
            byte[] bytes = LanWire.encode(KIND_HASH, nonce, what);
            said++;
            longest = Math.max(longest, bytes.length);
            if (random.nextDouble() < loss || cut || to.cut) return;
            mail.add(new Letter(now + random.nextInt(delayMillis + 1), this, to, bytes, what instanceof Datagram.Ask));
        }

        GameEntry game(long request) {
            DirectoryReply reply = replies.get(request);
            return reply instanceof DirectoryReply.Registered made
                    ? made.game()
                    : reply instanceof DirectoryReply.Found found ? found.game() : null;
        }

        boolean founded(long request) {
            return replies.get(request) instanceof DirectoryReply.Registered;
        }
    }

    /** Lets so many milliseconds pass. */
    void pass(long millis) {
        for (long end = now + millis; now < end; now++) {
            Set<Guest> told = new HashSet<>();
            while (!mail.isEmpty() && mail.peek().at <= now) {
                Letter letter = mail.poll();
                told.add(letter.to);
                LanWire.Heard heard = LanWire.decode(ByteBuffer.wrap(letter.bytes));
                letter.to.perform(letter.to.games.heard(heard.nonce(), heard.said(), now), letter.from);
            }
            for (Guest guest : guests)
                if (told.contains(guest) || guest.games.nextAt() <= now) guest.perform(guest.games.tick(now), null);
        }
    }
}
