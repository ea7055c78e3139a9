package org.gamenet.rgs.core.replication;

import org.gamenet.rgs.core.machine.MemberId;
import org.gamenet.rgs.core.reconfiguration.PackedState;

/**
 * All that a backup needs to serve: what travels in parts.
 *
 * @param state the server's, with its marks and its place
 * @param cursor the member that was asked last to be a backup: who serves next seeks on from there (P49)
 */
public record Copy(PackedState state, MemberId cursor) {}
