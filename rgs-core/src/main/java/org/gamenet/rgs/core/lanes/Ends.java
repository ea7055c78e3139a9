package org.gamenet.rgs.core.lanes;

/** Where the lanes end: at the application, at the transport, and in what is counted. */
record Ends(Outbox outbox, Deliveries inbox, Sink sink, Peers peers, Counts counts) {}
