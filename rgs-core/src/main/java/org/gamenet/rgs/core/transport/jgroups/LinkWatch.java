package org.gamenet.rgs.core.transport.jgroups;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.gamenet.rgs.core.machine.Endpoint;
import org.jgroups.Address;
import org.jgroups.Event;
import org.jgroups.View;
import org.jgroups.stack.Protocol;
import org.jspecify.annotations.Nullable;

/**
 * Notices members that are silent, without a message of its own: links are pinged, and know when they heard something.
 * A member watches the first of its view that is neither silent nor suspected; if that is itself, it coordinates, and
 * watches all. So somebody watches everybody, and what an idle group says grows with its members and not with their
 * pairs. For the same reason a suspicion goes up only where it concerns this member: whoever coordinates asks after
 * all, and the others after those that stand before them in the view and must be gone before they coordinate.
 */
final class LinkWatch extends Protocol {
    static final long SILENCE_NANOS = TimeUnit.SECONDS.toNanos(3);
    private static final long CHECK_MILLIS = 500;
    /** This process stood still for a while itself: what it did not hear says nothing. */
    private static final long LATE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final LinkedTp links;
    /** The suspicions, each with its time, whether they concern this member or not. */
    private final Map<Address, Long> suspected = new HashMap<>();

    /** Since when a member is to be heard. */
    private final Map<Address, Long> since = new HashMap<>();

    private @Nullable View view;
    private @Nullable Future<?> checks;
    private long checkedAt;

    LinkWatch(LinkedTp links) {
        this.links = links;
    }

    @Override
    public Object down(Event event) {
        Object result = down_prot.down(event);
        if (event.getType() == Event.VIEW_CHANGE) {
            see(event.getArg());
        }
        return result;
    }

    @Override
    public synchronized void stop() {
        if (checks != null) {
            checks.cancel(false);
            checks = null;
        }
        view = null;
        since.clear();
        suspected.clear();
        links.watch(Set.of());
    }

    @Override
    public @Nullable Object up(Event event) {
        if (event.getType() != Event.SUSPECT) {
            return up_prot.up(event);
        }
        List<Address> concern = concerning(event.arg());
        return concern.isEmpty() ? null : up_prot.up(new Event(Event.SUSPECT, concern));
    }

    /** Of those that are suspected as well as of those that were, whoever must be gone before this member acts. */
    synchronized List<Address> concerning(Collection<Address> suspects) {
        View current = view;
        if (current == null) {
            return List.copyOf(suspects);
        }
        long now = System.nanoTime();
        suspected.values().removeIf(at -> now - at > SILENCE_NANOS);
        suspects.forEach(each -> suspected.put(each, now));
        List<Address> ahead = new ArrayList<>();
        for (Address member : current.getMembersRaw()) {
            if (member.equals(local_addr)) {
                return List.copyOf(suspects);
            }
            if (!suspected.containsKey(member)) {
                break;
            }
            ahead.add(member);
        }
        if (!ahead.isEmpty()) {
            look(current, now);
        }
        return ahead;
    }

    private synchronized void see(View next) {
        view = next;
        since.keySet().retainAll(next.getMembers());
        suspected.keySet().retainAll(next.getMembers());
        long now = System.nanoTime();
        next.getMembers().forEach(member -> since.putIfAbsent(member, now));
        if (checks == null) {
            checkedAt = now;
            checks = getTransport()
                    .getTimer()
                    .scheduleWithFixedDelay(this::check, CHECK_MILLIS, CHECK_MILLIS, TimeUnit.MILLISECONDS, false);
        }
        look(next, now);
    }

    private void check() {
        List<Address> silent;
        synchronized (this) {
            View current = view;
            if (current == null) {
                return;
            }
            long now = System.nanoTime();
            if (now - checkedAt > LATE_NANOS) {
                since.replaceAll((member, before) -> now);
            }
            checkedAt = now;
            silent = look(current, now);
        }
        if (!silent.isEmpty()) {
            up_prot.up(new Event(Event.SUSPECT, silent));
        }
    }

    /** The members to be suspected; wants links to those that are watched. */
    private List<Address> look(View current, long now) {
        List<Address> silent = new ArrayList<>();
        Set<Endpoint> watched = new HashSet<>();
        boolean coordinates = false;
        for (Address member : current.getMembersRaw()) {
            if (member.equals(local_addr)) {
                coordinates = true;
                continue;
            }
            Endpoint process = links.process(member);
            if (process != null) {
                watched.add(process);
            }
            if (isSilent(member, now)) {
                silent.add(member);
            } else if (!coordinates && !suspected.containsKey(member)) {
                break;
            }
        }
        links.watch(watched);
        return coordinates ? silent : List.of();
    }

    private boolean isSilent(Address member, long now) {
        return now - since.getOrDefault(member, now) > SILENCE_NANOS
                && (Long) down_prot.down(new Event(LinkedTp.SILENCE, member)) > SILENCE_NANOS;
    }
}
