package org.gamenet.rgs.examples.teapots.play;

/**
 * Ten times a second a player sends one to the server, which sends it back, both
 * {@link org.gamenet.rgs.Delivery#UNRELIABLE}: none takes the place of another, so one that does not come back was lost
 * on one of the two ways. {@link org.gamenet.rgs.Stats} cannot know of such a loss: RGS does not number what may get
 * lost, and a world that is missing may just have been overtaken by a newer one.
 *
 * @param number counts what this player has sent
 */
public record Pulse(long number) {}
