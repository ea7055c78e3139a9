package org.gamenet.rgs.examples.teapots.play;

/**
 * Sent beside the worlds, ten times a second, {@link org.gamenet.rgs.Delivery#UNRELIABLE}: none takes the place of another, so one that is
 * missing was lost on its way. A world that is missing may just have been overtaken by a newer one before it could be drawn.
 * @param number counts what this server has sent
 */
public record Pulse(long number) { }
