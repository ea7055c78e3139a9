package org.gamenet.rgs.testkit.simulation;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.function.Consumer;
import org.slf4j.LoggerFactory;

/** The lines that sessions log of a recovery, for the reader of a story: as long as it is open. */
final class Overheard extends AppenderBase<ILoggingEvent> implements AutoCloseable {
    private static final Logger LOG = (Logger) LoggerFactory.getLogger("org.gamenet.rgs.failover");

    private final Consumer<String> reader;
    private final Level before = LOG.getLevel();

    Overheard(Consumer<String> reader) {
        this.reader = reader;
        setContext(LOG.getLoggerContext());
        start();
        LOG.setLevel(Level.INFO);
        LOG.setAdditive(false);
        LOG.addAppender(this);
    }

    @Override
    protected void append(ILoggingEvent event) {
        reader.accept("* " + event.getFormattedMessage());
    }

    @Override
    public void close() {
        LOG.detachAppender(this);
        LOG.setAdditive(true);
        LOG.setLevel(before);
        stop();
    }
}
