package org.gamenet.rgs.core.detection;

import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.reconfiguration.Event;

/** The demands and the news of the detector. */
public sealed interface Finding {

    /** A conclusion, for the machine. */
    record Concluded(Event event) implements Finding {}

    /** Say this to one. */
    record Say(MemberId to, Signal signal) implements Finding {}

    /** Say this to all. */
    record SayToAll(Signal signal) implements Finding {}

    /** Dial the probe listener of that member's process. */
    record Dial(MemberId member) implements Finding {}
}
