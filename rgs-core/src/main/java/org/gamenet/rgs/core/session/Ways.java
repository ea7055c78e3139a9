package org.gamenet.rgs.core.session;

/** The ways to the others: where they listen, which of them are linked, and the voice that reaches them. Worker's thread only. */
record Ways(Neighbours neighbours, Ties ties, Voice voice) {}
