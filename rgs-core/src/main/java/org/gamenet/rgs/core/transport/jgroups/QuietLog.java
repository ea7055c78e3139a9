package org.gamenet.rgs.core.transport.jgroups;

import org.jgroups.logging.CustomLogFactory;
import org.jgroups.logging.Log;
import org.jgroups.logging.LogFactory;
import org.jgroups.logging.Slf4jLogImpl;

/**
 * JGroups warns of what is everyday life here (a peer that died, a join that is repeated). Its warnings and errors go
 * to DEBUG of the same loggers, so that a game without a logging configuration sees RGS's own lines only. An
 * application that has set a log factory of its own keeps it.
 */
final class QuietLog extends Slf4jLogImpl {

    private QuietLog(Class<?> source) {
        super(source);
    }

    private QuietLog(String category) {
        super(category);
    }

    static synchronized void install() {
        if (LogFactory.getCustomLogFactory() == null) {
            LogFactory.setCustomLogFactory(new CustomLogFactory() {
                @Override
                public Log getLog(Class<?> source) {
                    return new QuietLog(source);
                }

                @Override
                public Log getLog(String category) {
                    return new QuietLog(category);
                }
            });
        }
    }

    @Override
    public boolean isFatalEnabled() {
        return isDebugEnabled();
    }

    @Override
    public boolean isErrorEnabled() {
        return isDebugEnabled();
    }

    @Override
    public boolean isWarnEnabled() {
        return isDebugEnabled();
    }

    @Override
    public boolean isInfoEnabled() {
        return isDebugEnabled();
    }

    @Override
    public void fatal(String message) {
        debug(message);
    }

    @Override
    public void fatal(String format, Object... values) {
        debug(format, values);
    }

    @Override
    public void fatal(String message, Throwable cause) {
        debug(message, cause);
    }

    @Override
    public void error(String message) {
        debug(message);
    }

    @Override
    public void error(String format, Object... values) {
        debug(format, values);
    }

    @Override
    public void error(String message, Throwable cause) {
        debug(message, cause);
    }

    @Override
    public void warn(String message) {
        debug(message);
    }

    @Override
    public void warn(String format, Object... values) {
        debug(format, values);
    }

    @Override
    public void warn(String message, Throwable cause) {
        debug(message, cause);
    }

    @Override
    public void info(String message) {
        debug(message);
    }

    @Override
    public void info(String format, Object... values) {
        debug(format, values);
    }

    @Override
    public void debug(String format, Object... values) {
        if (isDebugEnabled()) {
            super.debug(format, values);
        }
    }

    @Override
    public void trace(String format, Object... values) {
        if (isTraceEnabled()) {
            super.trace(format, values);
        }
    }
}
