package org.gamenet.rgs.core.transport.jgroups;

import java.io.DataInput;
import java.io.IOException;
import java.util.Set;
import java.util.function.Supplier;
import org.jgroups.BytesMessage;
import org.jgroups.Message;
import org.jgroups.MessageFactory;
import org.jgroups.ObjectMessage;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.util.ByteArrayDataInputStream;
import org.jgroups.util.Digest;
import org.jgroups.util.MutableDigest;
import org.jgroups.util.SeqnoList;
import org.jgroups.util.SizeStreamable;

/**
 * The messages that may come in from the wire, for every JGroups channel of the JVM (JGroups has one table of message
 * types): bytes, nothing, fragments, and of objects only the two that the stack's own retransmission and stability
 * need. No class is looked up by a name that a peer sent, no object is deserialised, and no length is believed beyond
 * the bytes that came with it.
 */
final class WireTypes extends MessageFactory {
    private static final Set<Short> STACK_OBJECTS = Set.of(
            ClassConfigurator.getMagicNumber(Digest.class),
            ClassConfigurator.getMagicNumber(MutableDigest.class),
            ClassConfigurator.getMagicNumber(SeqnoList.class));
    private static final short SEQNOS = ClassConfigurator.getMagicNumber(SeqnoList.class);
    private static final int BYTES_PER_MEMBER_MIN = 2;

    private WireTypes() {}

    static synchronized void restrict() {
        creators[Message.BYTES_MSG] = Bytes::new;
        creators[Message.OBJ_MSG] = StackObject::new;
        for (short type :
                new short[] {Message.NIO_MSG, Message.LONG_MSG, Message.COMPOSITE_MSG, Message.EARLYBATCH_MSG}) {
            creators[type] = refused(type);
        }
    }

    private static Supplier<Message> refused(short type) {
        return () -> {
            throw new IllegalArgumentException("message type " + type + " is not spoken here");
        };
    }

    /** Bytes whose claimed length is checked against what arrived. */
    static final class Bytes extends BytesMessage {
        @Override
        public Supplier<Message> create() {
            return Bytes::new;
        }

        @Override
        public void readPayload(DataInput in) throws IOException {
            if (in instanceof ByteArrayDataInputStream bytes) {
                int claimed = bytes.readInt();
                require(claimed <= bytes.limit() - bytes.position());
                bytes.position(bytes.position() - Integer.BYTES);
            }
            super.readPayload(in);
        }

        @Override
        protected <T extends BytesMessage> T createMessage() {
            @SuppressWarnings("unchecked")
            T copy = (T) new Bytes();
            return copy;
        }
    }

    /** A retransmission request or a digest of the stack itself; anything else is refused before its class is known. */
    static final class StackObject extends ObjectMessage {
        @Override
        public Supplier<Message> create() {
            return StackObject::new;
        }

        @Override
        public void readPayload(DataInput in) throws IOException, ClassNotFoundException {
            if (in.readByte() == 0) {
                return;
            }
            short magic = in.readShort();
            require(STACK_OBJECTS.contains(magic));
            if (in instanceof ByteArrayDataInputStream bytes) {
                int left = bytes.limit() - bytes.position();
                int start = bytes.position();
                if (magic == SEQNOS) {
                    int bits = bytes.readInt();
                    require(bits >= 0 && bits / Byte.SIZE <= left);
                } else {
                    require(bytes.readShort() <= left / BYTES_PER_MEMBER_MIN);
                }
                bytes.position(start);
            }
            SizeStreamable object = ClassConfigurator.create(magic);
            object.readFrom(in);
            setObject(object);
        }
    }

    private static void require(boolean bounded) throws IOException {
        if (!bounded) {
            throw new IOException("a message that is longer than what arrived, or of a kind that is not spoken here");
        }
    }
}
