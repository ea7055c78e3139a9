/**
 * Signs of life: heartbeats, echoes, pings and dials, and what follows from their absence. Revocable, never safety
 * (P5). Pure.
 */
@NullMarked
package org.gamenet.rgs.core.detection;

import org.jspecify.annotations.NullMarked;
