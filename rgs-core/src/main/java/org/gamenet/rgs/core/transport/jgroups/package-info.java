/**
 * The group transport on JGroups: a stack built in code, hints instead of authority, joins that are fast and never end
 * alone. The only package that imports {@code org.jgroups}.
 */
@NullMarked
package org.gamenet.rgs.core.transport.jgroups;

import org.jspecify.annotations.NullMarked;
