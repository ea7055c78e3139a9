package org.gamenet.rgs.core.model;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.machine.Kind;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.ordering.LogEntry;
import org.gamenet.rgs.core.ordering.Marks;
import org.gamenet.rgs.core.reconfiguration.Event;
import org.gamenet.rgs.core.reconfiguration.LocalMember;
import org.gamenet.rgs.core.reconfiguration.MemberState;
import org.gamenet.rgs.core.reconfiguration.Message;

/** A server, Ann, who is to back it up, and Bob, stepped by hand. */
abstract class ThreeMembers extends OneMachine {
    final LocalMember server;
    final LocalMember ann = self(2, Kind.PLAYER);
    final LocalMember bob = self(3, Kind.PLAYER);
    final Map<MemberId, Marks> marks = Map.of(bob.id(), new Marks(7, List.of()));
    GameRules rules;
    MemberState serving;
    MemberState backup;
    MemberState bobs;

    ThreeMembers(Kind serverKind, GameRules rules) {
        server = self(1, serverKind);
        this.rules = rules;
    }

    void begin() {
        serving = MemberState.found(server, rules, ONE).state();
        backup = joins(ann);
        bobs = joins(bob);
        backup = hears(backup, server.id(), new Message.EntryNews(last()));
    }

    MemberState joins(LocalMember who) {
        MemberState joining = MemberState.join(who, rules, Epoch.NONE).state();
        serving = hears(serving, who.id(), new Message.JoinRequest(who.me(), 1, 1, 0));
        serving = step(
                serving, new Event.InitialStateTaken(who.id(), serving.log().end(), Optional.empty()));
        MemberState in =
                hears(joining, server.id(), sent(Message.InitialAck.class).orElseThrow());
        serving = hears(serving, who.id(), new Message.Confirmed(serving.log().end()));
        return in;
    }

    LogEntry last() {
        return last(serving);
    }

    static LogEntry last(MemberState of) {
        return of.log().entryAt(of.log().end()).orElseThrow();
    }
}
