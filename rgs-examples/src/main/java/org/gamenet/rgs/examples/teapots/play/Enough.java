package org.gamenet.rgs.examples.teapots.play;

/** A player asks whoever serves to end the match for all. Among friends anybody may. */
public record Enough() {}
