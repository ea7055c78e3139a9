/**
 * The one protocol (docs/PROTOCOL.md, P1-P49, P68-P76): a member's part in a game, from asking for a seat to the end,
 * as one pure state machine.
 *
 * <p>{@link org.gamenet.rgs.core.reconfiguration.MemberState} is the machine, a file a state. Values in, values out: an
 * {@link org.gamenet.rgs.core.reconfiguration.Event} arrives, a {@link org.gamenet.rgs.core.reconfiguration.Step}
 * leaves with the next state and the {@link org.gamenet.rgs.core.reconfiguration.Effect}s to perform. Timers,
 * suspicions and answers of the directory are events like any other, so a search may let them come at any moment.
 *
 * <p>Each state has its table in its own file, {@code TABLE}: an event, a message or a timer, the rule, the reaction. A
 * member plays in {@code Following}. A takeover leads it through {@code Suspecting} (looks for another server, and
 * claims), {@code Promised} (has answered a holder) and back; a claimant that is granted its epoch goes through
 * {@code Gathering}, {@code Restoring} and {@code Activating} to {@code Serving}. Outside of the game are
 * {@code Joining}, {@code StandingBy}, {@code SpareClaiming} and {@code GameOver}; {@code Leaving} and
 * {@code Departing} take leave, as a follower and as the server; {@code HandedOver} follows the member to which it gave
 * the game. The right to grant a number, and an old server's right to act, are decided elsewhere:
 * {@code arbiter.Ledger} (with the members, {@code arbiter.Election}) and {@code detection.FollowerWatch}.
 *
 * <p>Words: the <i>arbiter</i> grants epochs, a directory or the members; a <i>holder</i> was granted one, the
 * <i>primary</i> serves in one that is active, alone or with backups, which are its <i>authority</i>. A member that is
 * <i>listed</i> is in the game as the arbiter has it; the package of one of them is the <i>witness</i> that nothing
 * stable is missing. The <i>ACK</i> of an epoch is its first log entry, stamped once the epoch is active:
 * {@code EpochStart} shows it to members, {@code InitialAck} lets a newcomer in. HELD and REBUILD are what a claim goes
 * on from, see {@link org.gamenet.rgs.core.machine.Basis}. D is the game's {@code suspectAfter}.
 */
@NullMarked
package org.gamenet.rgs.core.reconfiguration;

import org.jspecify.annotations.NullMarked;
