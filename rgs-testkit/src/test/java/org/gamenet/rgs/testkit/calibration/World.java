package org.gamenet.rgs.testkit.calibration;

import java.util.function.BooleanSupplier;
import org.gamenet.rgs.core.port.GroupTransport;

/**
 * A few group transports without sessions on them, and what can happen to them: on real JGroups, or simulated. One
 * thread.
 */
public interface World {

    GroupTransport transport(int member);

    /** The process ends without a word. */
    void kill(int member);

    /** Its connections break, it lives. */
    void reset(int member);

    /** Nothing gets through from one to the other. */
    void cut(int from, int to);

    void heal();

    void pass(long millis);

    /** False if it has not come true in so long. */
    boolean until(BooleanSupplier condition, long millis);

    void close();
}
