package org.gamenet.rgs.core.session.base;

/** I am here: the header says who, so that whoever is new in the group knows at which of its ends I speak. */
public record Announcement() implements SessionMessage {}
