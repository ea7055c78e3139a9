package org.gamenet.rgs.examples.teapots.window;

import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import javax.sound.sampled.AudioFormat;
import javax.sound.sampled.AudioSystem;
import javax.sound.sampled.Clip;
import javax.sound.sampled.LineUnavailableException;
import org.jspecify.annotations.Nullable;

/** A clink and a whoosh, made of sines and noise. Silent where there is no device. */
final class Sounds implements AutoCloseable {
    private static final float RATE = 22_050;

    private @Nullable Clip clink;
    private @Nullable Clip whoosh;
    private boolean on;

    /** On, if that is wanted. */
    Sounds(boolean wanted) {
        if (wanted) change();
    }

    /** Sugar has hit porcelain. */
    void hit() {
        play(clink);
    }

    /** Sugar has been thrown. */
    void thrown() {
        play(whoosh);
    }

    /** On or off; says which. */
    String change() {
        if (clink == null) open();
        on = !on && clink != null;
        return clink == null ? "there is no sound on this machine" : "sound is " + (on ? "on" : "off");
    }

    @Override
    public void close() {
        if (clink != null) clink.close();
        if (whoosh != null) whoosh.close();
    }

    private void open() {
        SplittableRandom noise = new SplittableRandom(3);
        clink = clip(0.5, t -> Math.exp(-9 * t) * (0.4 * wave(2_093, t) + 0.3 * wave(3_140, t) + 0.2 * wave(5_274, t)));
        whoosh = clip(0.18, t -> 0.25 * Math.sin(Math.PI * t / 0.18) * noise.nextDouble(-1, 1));
    }

    private void play(@Nullable Clip clip) {
        if (!on || clip == null) return;
        clip.setFramePosition(0);
        clip.start();
    }

    private static double wave(double hertz, double t) {
        return Math.sin(2 * Math.PI * hertz * t);
    }

    private static @Nullable Clip clip(double seconds, DoubleUnaryOperator sound) {
        byte[] samples = new byte[(int) (seconds * RATE) * 2];
        for (int i = 0; i < samples.length / 2; i++) {
            int value = (int) (12_000 * sound.applyAsDouble(i / (double) RATE));
            samples[2 * i] = (byte) value;
            samples[2 * i + 1] = (byte) (value >> 8);
        }
        try {
            Clip clip = AudioSystem.getClip();
            clip.open(new AudioFormat(RATE, 16, 1, true, false), samples, 0, samples.length);
            return clip;
        } catch (LineUnavailableException | IllegalArgumentException noDevice) {
            return null;
        }
    }
}
