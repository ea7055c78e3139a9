package org.gamenet.rgs.core.reconfiguration;

import org.gamenet.rgs.core.port.Lane;
import org.gamenet.rgs.core.reconfiguration.MessageTable.Fence;

/** The rows of {@link Message}. The tables of the states name the senders whose word counts. */
public final class Messages {
    private Messages() {}

    /** All of them. */
    public static final MessageTable TABLE = MessageTable.ofStates(Message.class, "membership")
            .row(1, Message.JoinRequest.class, "newcomer → all", Fence.NONE, Lane.URGENT)
            .row(2, Message.InitialAck.class, "primary → newcomer", Fence.NONE, Lane.URGENT)
            .row(3, Message.Confirmed.class, "member → primary", Fence.NONE, Lane.URGENT)
            .row(4, Message.FrozenWait.class, "member → newcomer", Fence.NONE, Lane.URGENT)
            .row(5, Message.JoinDenied.class, "primary → newcomer", Fence.NONE, Lane.URGENT)
            .row(6, Message.LeaveRequest.class, "member → primary", Fence.NONE, Lane.URGENT)
            .machine("ordering")
            .row(7, Message.OrderRequest.class, "member → primary", Fence.PROMISE, Lane.RELIABLE)
            .row(8, Message.EntryNews.class, "primary → all", Fence.PROMISE, Lane.RELIABLE)
            .row(9, Message.EntriesWanted.class, "member → primary", Fence.NONE, Lane.URGENT)
            .machine("reconfiguration")
            .row(10, Message.Suspicion.class, "member → all", Fence.NONE, Lane.URGENT)
            .row(11, Message.Released.class, "primary → all", Fence.PROMISE, Lane.URGENT)
            .row(12, Message.Promote.class, "negotiator → player", Fence.PROMISE, Lane.URGENT)
            .row(13, Message.PromoteAnswer.class, "player → negotiator", Fence.PROMISE, Lane.URGENT)
            .row(14, Message.Collect.class, "holder → all", Fence.PROMISE, Lane.URGENT)
            .row(15, Message.Nack.class, "holder → all", Fence.PROMISE, Lane.URGENT)
            .row(16, Message.CollectReply.class, "member → holder", Fence.PROMISE, Lane.URGENT)
            .row(17, Message.EpochStart.class, "holder → member", Fence.PROMISE, Lane.URGENT)
            .row(18, Message.Stale.class, "member → member", Fence.NONE, Lane.URGENT)
            .machine("ordering")
            .row(30, Message.Wish.class, "peer → all", Fence.PROMISE, Lane.URGENT)
            .row(31, Message.Permit.class, "peer → peer", Fence.PROMISE, Lane.URGENT)
            .row(32, Message.Shown.class, "peer → all", Fence.PROMISE, Lane.RELIABLE)
            .row(33, Message.ShownWanted.class, "peer → all", Fence.PROMISE, Lane.URGENT)
            .row(34, Message.Unanswered.class, "peer → primary", Fence.PROMISE, Lane.URGENT)
            .row(35, Message.Sought.class, "primary → peer", Fence.PROMISE, Lane.URGENT)
            .build();
}
