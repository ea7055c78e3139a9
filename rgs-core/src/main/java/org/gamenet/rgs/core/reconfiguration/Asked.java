package org.gamenet.rgs.core.reconfiguration;

/** What is said to one role alone: whoever has another one ignores all of it, for one reason. */
final class Asked {

    /** Members say it to who serves. */
    static final Class<?>[] OF_SERVERS = {
        Message.Confirmed.class, Message.LeaveRequest.class, Message.OrderRequest.class, Message.EntriesWanted.class
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
        Event.ChangeAsked.class
    };

    private Asked() {}
}
