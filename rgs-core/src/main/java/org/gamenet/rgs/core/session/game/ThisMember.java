package org.gamenet.rgs.core.session.game;

import org.gamenet.rgs.core.session.base.Seat;
import org.gamenet.rgs.core.session.base.SessionTime;
import org.gamenet.rgs.core.session.base.Stepper;

/**
 * This member, as its parts see it: who it is, how its machine stands, in which game, and how late it is there.
 * Worker's thread only.
 */
public record ThisMember(Seat seat, Stepper stepper, CurrentGame game, SessionTime time) {}
