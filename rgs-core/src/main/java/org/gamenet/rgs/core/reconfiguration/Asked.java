package org.gamenet.rgs.core.reconfiguration;

/** Messages and events for one role alone: a member in another role ignores all of them, for one reason. */
final class Asked {

    /** Members say it to who serves. */
    static final Class<?>[] OF_SERVERS = {
        Message.Confirmed.class, Message.LeaveRequest.class, Message.OrderRequest.class, Message.EntriesWanted.class
    };

    /** Equals say it to each other where they order by permission. */
    static final Class<?>[] OF_EQUALS = {
        Message.Wish.class,
        Message.Permit.class,
        Message.Shown.class,
        Message.ShownWanted.class,
        Message.Unanswered.class,
        Message.Sought.class,
        Event.OrderAsked.class
    };

    /** The detector, the arbiter and the application say it to who serves. */
    static final Class<?>[] IN_SERVERS = {
        Event.MemberOverdue.class,
        Event.MayAct.class,
        Event.EchoSeen.class,
        Event.PackageReported.class,
        Event.Listed.class,
        Event.EndConfirmed.class,
        Event.InitialStateTaken.class,
        Event.KickAsked.class,
        Event.EndAsked.class,
        Event.OpenAsked.class,
        Event.ChangeAsked.class,
        Event.HandoverAsked.class,
        Event.HandoverReady.class,
        Event.Copied.class
    };

    private Asked() {}
}
