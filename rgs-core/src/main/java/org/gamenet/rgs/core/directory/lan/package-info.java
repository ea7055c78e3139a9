/**
 * Finding games without a directory: small datagrams on the local network, and on one machine (PROTOCOL, "Finding each
 * other").
 */
@NullMarked
package org.gamenet.rgs.core.directory.lan;

import org.jspecify.annotations.NullMarked;
