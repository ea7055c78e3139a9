package org.gamenet.rgs.bench.age;

import java.util.Map;
import org.gamenet.rgs.Peer;

/** The world as the server shows it to everybody. */
record Table(Map<Peer, Long> acts) {}
