package org.gamenet.rgs.core.session.base;

import java.util.List;
import org.gamenet.rgs.core.directory.protocol.GameEntry;
import org.gamenet.rgs.core.machine.Member;

/** The game that a spare has agreed to serve. {@code roster}: its members as who looked for a spare knows them. */
public record OfferedGame(long offer, GameEntry game, List<Member> roster) {}
