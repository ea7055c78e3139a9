/**
 * One order among equals: how soon and how often, beside JGroups' own sequencer; and what becomes of it when whoever
 * makes it dies.
 */
@NullMarked
package org.gamenet.rgs.bench.order;

import org.jspecify.annotations.NullMarked;
