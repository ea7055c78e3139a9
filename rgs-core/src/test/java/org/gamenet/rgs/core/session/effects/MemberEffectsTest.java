package org.gamenet.rgs.core.session.effects;

import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gamenet.rgs.Failover;
import org.gamenet.rgs.core.machine.Epoch;
import org.gamenet.rgs.core.machine.GameRules;
import org.gamenet.rgs.core.machine.Incarnation;
import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.membership.Roster;
import org.gamenet.rgs.core.ordering.Log;
import org.gamenet.rgs.core.ordering.Position;
import org.gamenet.rgs.core.reconfiguration.Effect;
import org.gamenet.rgs.core.reconfiguration.Message;
import org.gamenet.rgs.core.session.base.Counters;
import org.gamenet.rgs.core.session.entry.DirectoryAccess;
import org.gamenet.rgs.core.session.entry.SignedGrants;
import org.gamenet.rgs.core.session.game.Packages;
import org.gamenet.rgs.core.session.game.ThisMember;
import org.gamenet.rgs.core.session.peers.CopyTalk;
import org.gamenet.rgs.core.session.peers.FrameSender;
import org.gamenet.rgs.core.session.peers.OutputTalk;
import org.gamenet.rgs.core.session.peers.Routes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class MemberEffectsTest {
    private static final Epoch EPOCH = new Epoch(1, 1);
    private static final GameRules RULES =
            new GameRules("thin", 8, List.of(Failover.PROMOTED_PLAYER), 1_000, 30_000, 50, Map.of());

    private final MemberId bob = new MemberId(2, new Incarnation(1, 2));
    private final MemberId carol = new MemberId(3, new Incarnation(1, 3));
    private final FrameSender sender = mock(FrameSender.class);
    private final Routes routes = mock(Routes.class);
    private final DirectoryAccess directory = mock(DirectoryAccess.class);
    private final CopyTalk copies = mock(CopyTalk.class);
    private final MemberEffects effects = new MemberEffects(
            mock(ThisMember.class), routes, directory, copies, mock(Packages.class), mock(Counters.class));

    @BeforeEach
    void says() {
        when(routes.frameSender()).thenReturn(sender);
        SignedGrants grants = mock(SignedGrants.class);
        OutputTalk outputs = mock(OutputTalk.class);
        when(directory.grants()).thenReturn(grants);
        when(copies.outputs()).thenReturn(outputs);
        when(grants.shown(any())).thenAnswer(said -> said.getArgument(0));
        when(outputs.mayTell(any(), any())).thenReturn(true);
    }

    private void admits(MemberId newcomer, long place) {
        Log log = new Log(new Position(EPOCH, place), Roster.EMPTY, List.of(), Map.of(), List.of(), false);
        effects.send(new Effect.Send(newcomer, new Message.InitialAck(EPOCH, log, RULES, Optional.empty())));
    }

    private void wasSaid(MemberId to, int times) {
        verify(sender, times(times)).say(eq(to), any(Record.class));
    }

    @Test
    @DisplayName("P26 an InitialAck that waits to leave is not said again; one that has left, or of a later place, is")
    void admitsOnceOnAThinWay() {
        when(sender.waits(bob)).thenReturn(true);
        for (int i = 0; i < 10; i++) admits(bob, 5);
        wasSaid(bob, 1);
        admits(bob, 6);
        wasSaid(bob, 2);
        admits(carol, 6);
        wasSaid(carol, 1);
        when(sender.waits(bob)).thenReturn(false);
        admits(bob, 6);
        wasSaid(bob, 3);
    }
}
