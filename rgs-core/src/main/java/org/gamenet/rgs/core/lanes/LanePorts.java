package org.gamenet.rgs.core.lanes;

/** Where the lanes end: at the application, at the transport, with who is away, and in what is counted. */
record LanePorts(SendQueue outbox, Deliveries inbox, Sink sink, KnownPeers peers, Counts counts, AwayMail mail) {}
