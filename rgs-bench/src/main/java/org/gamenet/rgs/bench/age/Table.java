package org.gamenet.rgs.bench.age;

import java.util.Map;
import org.gamenet.rgs.Peer;

/** What the server shows everybody. */
record Table(Map<Peer, Long> acts) {}
