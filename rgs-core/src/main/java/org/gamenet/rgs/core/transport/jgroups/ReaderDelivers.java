package org.gamenet.rgs.core.transport.jgroups;

import org.jgroups.Message;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.FRAG2;
import org.jgroups.protocols.TP;
import org.jgroups.protocols.UNICAST3;
import org.jgroups.protocols.UnicastHeader3;
import org.jgroups.util.MaxOneThreadPerSender;
import org.jgroups.util.MessageBatch;

/**
 * What one member sends to another for RGS is delivered by the thread that read it: all that becomes of it is a place
 * in the mailbox, and a thread of the pool would have to be woken for that. Everything else goes to the pool, as
 * JGroups has it, because membership may wait for answers that the same socket brings.
 */
final class ReaderDelivers extends MaxOneThreadPerSender {
    private static final short CLUSTER = ClassConfigurator.getProtocolId(TP.class);
    private static final short NUMBERED = ClassConfigurator.getProtocolId(UNICAST3.class);
    private static final short FRAGMENTS = ClassConfigurator.getProtocolId(FRAG2.class);

    @Override
    public boolean process(Message message, boolean outOfBand) {
        if (!isPlain(message)) {
            return super.process(message, outOfBand);
        }
        try {
            tp.passMessageUp(message, true, false, true);
        } catch (Throwable fault) {
            log.error("a message was not delivered", fault);
        }
        return true;
    }

    @Override
    public boolean process(MessageBatch batch, boolean outOfBand) {
        for (Message message : batch) {
            if (!isPlain(message)) {
                return super.process(batch, outOfBand);
            }
        }
        try {
            tp.passBatchUp(batch, true, true);
        } catch (Throwable fault) {
            log.error("messages were not delivered", fault);
        }
        return true;
    }

    /**
     * To one member, and no protocol of the stack says anything in it but which number it has or which part of a frame
     * it is.
     */
    private static boolean isPlain(Message message) {
        if (message.getDest() == null || !message.hasPayload()) {
            return false;
        }
        UnicastHeader3 numbered = message.getHeader(NUMBERED);
        if (numbered != null && numbered.type() != UnicastHeader3.DATA) {
            return false;
        }
        int headers = (numbered == null ? 0 : 1)
                + (message.getHeader(CLUSTER) == null ? 0 : 1)
                + (message.getHeader(FRAGMENTS) == null ? 0 : 1);
        return message.getNumHeaders() == headers;
    }
}
