package org.gamenet.rgs.core.lanes;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The messages that one receiver has not acknowledged yet, by ascending number: first those in flight, then those that
 * wait. At most {@value #WINDOW} messages or {@value #WINDOW_BYTES} bytes are in flight, one message always may be.
 */
final class Backlog {
    static final int WINDOW = 256;
    static final int WINDOW_BYTES = 1 << 20;
    /**
     * So many messages go out again where the time before none was answered. A receiver that lives takes some: for each
     * that is answered two more may be in flight, up to the window (slow start, RFC 5681).
     */
    static final int PROBE = 16;

    private @Nullable SharedMessage[] messages = new SharedMessage[8];
    private long[] numbers = new long[8];
    private int head;
    private int size;
    private int sent;
    private long sentBytes;
    private long first = 1;
    private long next = 1;
    /** How often the messages in flight went out again since one was acknowledged. */
    private int inVain;
    /** How many messages may be in flight at most. */
    private int window = WINDOW;
    /** When a message was acknowledged last, or the flight went out again, or its first message did. */
    private long waitsSince;

    private final RepeatTimer timer = new RepeatTimer();

    /** How a message is put on the way. */
    interface Way {
        void transmit(SharedMessage message, long number, long floor, long previous);
    }

    boolean isEmpty() {
        return size == 0;
    }

    int size() {
        return size;
    }

    int inFlight() {
        return sent;
    }

    /** Whether messages wait that would wait for a whole window as well. */
    boolean jammed() {
        return sent > 0 && sent < size && (sent < window || size > WINDOW);
    }

    /** Lowest number that is kept, or the next to be given. */
    long floor() {
        return size == 0 ? next : numbers[head];
    }

    /** The number that the next message gets. */
    long next() {
        return next;
    }

    /** Takes over the sender's debt. Gives its number. */
    long add(SharedMessage message) {
        append(message, next);
        return next++;
    }

    private void append(SharedMessage message, long number) {
        if (size == messages.length) grow();
        int at = (head + size++) & (messages.length - 1);
        messages[at] = message;
        numbers[at] = number;
    }

    private void grow() {
        int length = messages.length;
        @Nullable SharedMessage[] more = new SharedMessage[2 * length];
        long[] moreNumbers = new long[2 * length];
        for (int i = 0; i < size; i++) {
            more[i] = messages[(head + i) & (length - 1)];
            moreNumbers[i] = numbers[(head + i) & (length - 1)];
        }
        messages = more;
        numbers = moreNumbers;
        head = 0;
    }

    private SharedMessage message(int index) {
        SharedMessage message = messages[(head + index) & (messages.length - 1)];
        if (message == null) throw new AssertionError("nothing at " + index + " of " + size);
        return message;
    }

    private long number(int index) {
        return numbers[(head + index) & (messages.length - 1)];
    }

    /** The numbers that are kept, ascending. */
    long[] numbers() {
        long[] all = new long[size];
        for (int i = 0; i < size; i++) all[i] = number(i);
        return all;
    }

    /** Sends what the window allows. */
    void send(Way way, long now) {
        if (sent == 0) waitsSince = now;
        while (sent < size && sent < window) {
            SharedMessage message = message(sent);
            int bytes = message.message.bytes().length;
            if (sent > 0 && sentBytes + bytes > WINDOW_BYTES) return;
            timer.sent(number(sent), now);
            transmit(sent++, way);
            sentBytes += bytes;
        }
    }

    private void transmit(int index, Way way) {
        SharedMessage message = message(index);
        way.transmit(message, number(index), floor(), message.ordered() ? previous(index) : 0);
    }

    /** The ordered message before this one; 0 if none is kept. */
    private long previous(int index) {
        for (int i = index - 1; i >= 0; i--) if (message(i).ordered()) return number(i);
        return 0;
    }

    /** Everything counts as not sent yet. */
    void rewind() {
        unsend();
        timer.repeated();
    }

    private void unsend() {
        sent = 0;
        sentBytes = 0;
        inVain = 0;
        window = WINDOW;
    }

    /** The answers to the messages in flight are waited for from this time on. */
    void await(long now) {
        waitsSince = now;
    }

    /**
     * Whether the messages in flight have been neither answered nor repeated for so long, or for as long as answers
     * take here.
     */
    boolean isOverdue(long least, long now) {
        return sent > 0 && now - waitsSince >= timer.nanos(least);
    }

    /** The messages that the window allows go out once more: those in flight may be lost. */
    void repeat(Way way, long now) {
        rewind();
        inVain = 1;
        send(way, now);
    }

    /**
     * No message was acknowledged for a while: once all messages in flight go out again, and after that the first
     * {@value #PROBE} are all that are in flight.
     */
    void again(Way way, long now) {
        waitsSince = now;
        timer.repeated();
        if (inVain++ > 0) window = PROBE;
        sent = 0;
        sentBytes = 0;
        send(way, now);
    }

    /** The lowest is done. */
    private SharedMessage removeFirst() {
        SharedMessage first = message(0);
        messages[head] = null;
        head = (head + 1) & (messages.length - 1);
        size--;
        if (sent > 0) {
            sent--;
            sentBytes -= first.message.bytes().length;
        }
        return first;
    }

    /** The fate of a message that leaves. */
    interface Leaving {
        void leave(SharedMessage message, long number);
    }

    /** All up to this number are acknowledged; whether there were any. */
    boolean done(long upTo, long now, Leaving then) {
        int before = size;
        drop(upTo, then);
        if (size == before) return false;
        window = Math.min(WINDOW, window + before - size);
        timer.answered(upTo, now);
        waitsSince = now;
        inVain = 0;
        return true;
    }

    private void drop(long upTo, Leaving then) {
        while (size > 0 && number(0) <= upTo) {
            long number = number(0);
            then.leave(removeFirst(), number);
        }
    }

    /** Lets go of everything. */
    void clear(Leaving then) {
        drop(Long.MAX_VALUE, then);
        unsend();
    }

    /** The first message gets this number. */
    void begin(long number) {
        first = number;
        next = number;
        timer.restart();
    }

    /** Empty, and counts from its first number again. */
    void restart() {
        if (size != 0) throw new AssertionError(size + " left");
        next = first;
        timer.restart();
    }

    /** These, ascending, in place of what is kept; nothing counts as sent. */
    void replace(Iterable<Kept> entries) {
        Arrays.fill(messages, null);
        head = 0;
        size = 0;
        rewind();
        for (Kept entry : entries) append(entry.message(), entry.number());
    }

    /** A message with its number. */
    record Kept(SharedMessage message, long number) {}
}
