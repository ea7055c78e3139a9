package org.gamenet.rgs.examples.contract;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import org.gamenet.rgs.Session;
import org.gamenet.rgs.core.session.SessionWorker;
import org.gamenet.rgs.core.session.WorkerSession;
import org.gamenet.rgs.core.session.base.SessionPorts;

/** Reaches through to the sockets of a session's group: no network namespace, no root is needed to have them reset. */
final class Wires {

    private Wires() {}

    /** Closes them all, as a router that restarts would. */
    static void reset(Session session) throws ReflectiveOperationException {
        Field ports = SessionWorker.class.getDeclaredField("ports");
        ports.setAccessible(true);
        Object transport = ((SessionPorts) ports.get(((WorkerSession) session).worker())).transport();
        Method reset = transport.getClass().getDeclaredMethod("resetConnections");
        reset.setAccessible(true);
        reset.invoke(transport);
    }
}
