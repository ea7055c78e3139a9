package org.gamenet.rgs.core.model;

import static java.util.Map.entry;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.Position;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.reconfiguration.MessageTable;
import org.gamenet.rgs.core.reconfiguration.StateTable;
import org.gamenet.rgs.core.reconfiguration.Step;
import org.gamenet.rgs.core.reconfiguration.Tables;
import org.gamenet.rgs.core.session.base.MessageTypes;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Every message, in every state, from everybody who has no business to say it. */
class WhoMaySayTest {
    private static final String BEGIN = "<!-- who -->\n";
    private static final String END = "<!-- /who -->";
    private static final MemberId STRANGER = new MemberId(9_999, new Incarnation(1, 9_999));
    /** A message that no follower and nobody frozen does anything with, from any sender. */
    private static final Message NOTHING = new Message.Confirmed(Position.NONE);

    /** The sender, as the member that hears it must see it. */
    private enum Who {
        /** Not on the roster, and not named by the message. */
        STRANGER,
        /** On the roster, and none of the others. */
        MEMBER,
        /** The server in the epoch of the log, while another member is obeyed. */
        FORMER,
        /** The member that is obeyed. */
        HOLDER,
        /** The member that the message itself names. */
        NAMED
    }

    /**
     * By message, the senders whose word does anything at all in any state; written down apart from the machine. A
     * newcomer hears only strangers: the session settles first who they are.
     */
    private static final Map<Class<?>, Set<Who>> MAY = Map.ofEntries(
            entry(Message.JoinRequest.class, EnumSet.of(Who.NAMED)),
            entry(Message.InitialAck.class, EnumSet.of(Who.NAMED)),
            entry(Message.Confirmed.class, EnumSet.of(Who.MEMBER, Who.STRANGER)),
            entry(Message.FrozenWait.class, EnumSet.of(Who.STRANGER)),
            entry(Message.JoinDenied.class, EnumSet.of(Who.HOLDER, Who.FORMER, Who.MEMBER, Who.STRANGER)),
            entry(Message.LeaveRequest.class, EnumSet.of(Who.HOLDER, Who.MEMBER)),
            entry(Message.OrderRequest.class, EnumSet.of(Who.MEMBER)),
            entry(Message.EntryNews.class, EnumSet.of(Who.HOLDER)),
            entry(Message.EntriesWanted.class, EnumSet.of(Who.MEMBER, Who.STRANGER)),
            entry(Message.Suspicion.class, EnumSet.of(Who.HOLDER, Who.FORMER, Who.MEMBER, Who.STRANGER)),
            entry(Message.Released.class, EnumSet.of(Who.HOLDER, Who.FORMER)),
            entry(Message.Promote.class, EnumSet.of(Who.HOLDER, Who.FORMER, Who.MEMBER, Who.STRANGER)),
            entry(Message.PromoteAnswer.class, EnumSet.of(Who.MEMBER)),
            entry(Message.Collect.class, EnumSet.of(Who.NAMED)),
            entry(Message.Nack.class, EnumSet.of(Who.HOLDER)),
            entry(Message.CollectReply.class, EnumSet.of(Who.FORMER, Who.MEMBER, Who.STRANGER)),
            entry(Message.EpochStart.class, EnumSet.of(Who.NAMED, Who.HOLDER)),
            entry(Message.Stale.class, EnumSet.of(Who.HOLDER, Who.FORMER, Who.MEMBER, Who.STRANGER)));

    private static Who who(MemberState at, MemberId from, Message message) {
        if (message.names().filter(from::equals).isPresent()) return Who.NAMED;
        if (at.obeys().filter(from::equals).isPresent()) return Who.HOLDER;
        if (at.log().isPrimary(from)) return Who.FORMER;
        return at.log().roster().has(from) ? Who.MEMBER : Who.STRANGER;
    }

    private static List<MemberId> speakers(MemberState at, Message message) {
        Set<MemberId> all = new TreeSet<>(at.log().roster().ids());
        all.add(STRANGER);
        at.obeys().ifPresent(all::add);
        message.names().ifPresent(all::add);
        all.remove(at.self().id());
        return new ArrayList<>(all);
    }

    /** Any message tells that its sender can be reached: that alone is no effect of its content. */
    private static Step idle(MemberState at, MemberId from) {
        boolean followsOrWaits = Set.of("Following", "Suspecting", "Promised").contains(at.name());
        return followsOrWaits ? at.on(new Event.Heard(from, NOTHING)) : Step.to(at);
    }

    /** Whether it does anything but tell its sender that this is of an epoch that is over. */
    private static boolean acts(MemberState at, MemberId from, Message message) {
        Step step = at.on(new Event.Heard(from, message));
        Step idle = idle(at, from);
        List<Effect> effects = new ArrayList<>(step.effects());
        effects.removeIf(each -> each instanceof Effect.CountStale
                || each instanceof Effect.Send send
                        && send.to().equals(from)
                        && send.message() instanceof Message.Stale);
        return !step.state().equals(idle.state()) || !effects.equals(idle.effects());
    }

    @Test
    @DisplayName("docs/PROTOCOL.md says whose word counts, of which epoch, in which state, as the machine does")
    void isWritten() throws IOException {
        Path here = Path.of("docs", "PROTOCOL.md");
        Path document = Files.exists(here) ? here : Path.of("..").resolve(here);
        String text = Files.readString(document);
        int from = text.indexOf(BEGIN) + BEGIN.length();
        int to = text.indexOf(END);
        assertTrue(from >= BEGIN.length() && to >= from, "no place for the table in " + document);
        if (Boolean.getBoolean("rgs.rewrite"))
            Files.writeString(document, text.substring(0, from) + table() + text.substring(to));
        else assertEquals(table(), text.substring(from, to), "rewrite it with -Drgs.rewrite=true, and read it");
    }

    /** The lanes look themselves: a message is of a member's lane, or of nobody. */
    private static final String LANES = """
            | `Reliable`, `Sequenced`, `Unreliable`, `Report` | a member | played | Following, HandedOver, Serving |
            | `Request` | a member | played | Serving |
            """;

    private static String table() {
        Map<String, Set<String>> where = new LinkedHashMap<>();
        for (MessageTable.Row type : MessageTypes.TABLE)
            for (StateTable<?> table : Tables.all())
                for (StateTable.RowText row : table.rowTexts())
                    if (!row.ignored() && row.what().equals(type.name()))
                        where.computeIfAbsent(
                                        "| `" + row.what() + "` | " + row.from() + " | " + row.epoch() + " | ",
                                        key -> new TreeSet<>())
                                .add(table.name());
        List<MemberState> examples = new Totality().examples();
        for (MessageTable.Row row : MessageTypes.TABLE)
            for (MessageTable.SenderRule rule : row.says())
                for (MemberState at : examples)
                    if (rule.in().has(at))
                        where.computeIfAbsent(
                                        "| `" + row.name() + "` | "
                                                + rule.from().words() + " | "
                                                + rule.of().words() + " | ",
                                        key -> new TreeSet<>())
                                .add(at.name());
        StringBuilder text =
                new StringBuilder("| message | whose word | epoch | in which state |\n|---|---|---|---|\n");
        Set<String> all = new TreeSet<>();
        for (MemberState at : examples) all.add(at.name());
        where.forEach((key, states) -> text.append(key)
                .append(states.containsAll(all) ? "any" : String.join(", ", states))
                .append(" |\n"));
        return text.append(LANES).toString();
    }

    @Test
    @DisplayName(
            "K6 in no state anybody's word does anything but that of whoever may say it, and nobody's place is empty")
    void obeysNobodyElse() {
        Totality totality = new Totality();
        Map<Class<?>, Set<Who>> did = new LinkedHashMap<>();
        Set<String> wrong = new TreeSet<>();
        int refused = 0;
        for (Event.Heard heard : totality.messages()) {
            Message message = heard.message();
            // Words of an order by permission do nothing in other games; by permission see AskingTest.
            Set<Who> may = MAY.getOrDefault(message.getClass(), Set.of());
            for (MemberState at : totality.examples()) {
                if (at.permission().isPresent()) continue;
                for (MemberId from : speakers(at, message)) {
                    Who who = who(at, from, message);
                    boolean acts = acts(at, from, message);
                    if (acts)
                        did.computeIfAbsent(message.getClass(), m -> EnumSet.noneOf(Who.class))
                                .add(who);
                    if (!may.contains(who)) refused++;
                    if (acts && !may.contains(who))
                        wrong.add(at.name() + " obeys " + message.getClass().getSimpleName() + " of " + who);
                }
            }
        }
        assertEquals(Set.of(), wrong);
        assertTrue(refused > 50_000, "only " + refused);
        assertEquals(MAY, did, "whose word never does anything does not belong there");
    }

    @Test
    @DisplayName(
            "K6 by state: a member that follows is put out by its server alone, frozen it obeys the holder that it answered")
    void obeysOneAtATime() {
        Map<String, Set<Who>> exact = Map.of(
                "Following <- JoinDenied", EnumSet.of(Who.HOLDER),
                "Following <- Released", EnumSet.of(Who.HOLDER),
                "Suspecting <- Released", EnumSet.of(Who.HOLDER, Who.FORMER),
                "Promised <- Released", EnumSet.of(Who.HOLDER, Who.FORMER),
                "Promised <- Nack", EnumSet.of(Who.HOLDER),
                "Leaving <- EntryNews", EnumSet.of(Who.HOLDER),
                "Following <- EntryNews", EnumSet.of(Who.HOLDER),
                "SpareClaiming <- Suspicion", EnumSet.noneOf(Who.class));
        Totality totality = new Totality();
        Map<String, Set<Who>> did = new TreeMap<>();
        exact.keySet().forEach(pair -> did.put(pair, EnumSet.noneOf(Who.class)));
        for (Event.Heard heard : totality.messages())
            for (MemberState at : totality.examples()) {
                Message message = heard.message();
                Set<Who> some = did.get(at.name() + " <- " + message.getClass().getSimpleName());
                if (some == null) continue;
                for (MemberId from : speakers(at, message))
                    if (acts(at, from, message)) some.add(who(at, from, message));
            }
        assertEquals(new TreeMap<>(exact), did);
    }
}
