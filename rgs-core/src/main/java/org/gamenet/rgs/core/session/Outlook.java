package org.gamenet.rgs.core.session;

import org.gamenet.rgs.GameInfo;
import org.gamenet.rgs.ServerRole;
import org.gamenet.rgs.Session.Phase;
import org.gamenet.rgs.View;
import org.gamenet.rgs.core.machine.Epoch;
import org.jspecify.annotations.Nullable;

/**
 * Where the session stands, as its queue has been handed out so far.
 *
 * @param game null while WAITING
 * @param epoch the whole of it, for states that are sent
 */
public record Outlook(Phase phase, View view, ServerRole role, @Nullable GameInfo game, Epoch epoch) {}
