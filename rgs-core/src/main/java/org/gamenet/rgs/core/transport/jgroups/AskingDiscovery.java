package org.gamenet.rgs.core.transport.jgroups;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.gamenet.rgs.core.machine.Endpoint;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.Event;
import org.jgroups.Message;
import org.jgroups.PhysicalAddress;
import org.jgroups.View;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.Discovery;
import org.jgroups.protocols.PingData;
import org.jgroups.protocols.PingHeader;
import org.jgroups.protocols.TCPPING;
import org.jgroups.util.NameCache;
import org.jgroups.util.Responses;
import org.jspecify.annotations.Nullable;

/**
 * Asks the places that the directory named. A coordinator is believed only when it says itself that it coordinates: the
 * coordinator that others remember may be dead. Answers count for the asking during which they come.
 */
final class AskingDiscovery extends Discovery {
    private static final int REMEMBERED_MAX = 256;
    private static final int FIRST_ASKED = 3;
    private static final int OTHERS_MILLIS = 4;
    private static final int ACQUAINT_MILLIS = 100;
    private static final int ACQUAINT_TRIES = 100;
    /** So often whoever coordinates is asked before all are. */
    private static final int ASKS_COORDINATOR = 5;

    private final LinkedTp links;
    private final Consumer<Address> gone;
    private final Set<Endpoint> unresolved = ConcurrentHashMap.newKeySet();
    private final Map<PhysicalAddress, Boolean> seen = new LinkedHashMap<>();
    private final Set<PhysicalAddress> answered = ConcurrentHashMap.newKeySet();
    private volatile List<Endpoint> places = List.of();
    private final ThreadLocal<Boolean> joinerAsks = ThreadLocal.withInitial(() -> false);
    private final Object answers = new Object();
    private @Nullable Address coordinator;
    private boolean woken;

    /** @param gone is told of a member whose process has begun anew */
    AskingDiscovery(LinkedTp links, Consumer<Address> gone) {
        this.links = links;
        this.gone = gone;
        setId(ClassConfigurator.getProtocolId(TCPPING.class));
        returnEntireCache(true);
        asyncDiscovery(true);
    }

    @Override
    public boolean isDynamic() {
        return true;
    }

    void know(Collection<Endpoint> members) {
        places = List.copyOf(members);
    }

    /**
     * Sends the question to everybody known: first to those named first, who are the longest in the game, so that one
     * of them is likely to coordinate; a moment later to the rest, whose sockets would else be opened all at once and
     * before that one's.
     */
    void ask() {
        synchronized (answers) {
            coordinator = null;
        }
        List<PhysicalAddress> all = List.copyOf(everywhere());
        int first = Math.min(FIRST_ASKED, all.size());
        question(all.subList(0, first), null, true);
        if (first < all.size()) {
            timer.schedule(
                    () -> question(all.subList(first, all.size()), null, true),
                    OTHERS_MILLIS,
                    TimeUnit.MILLISECONDS,
                    false);
        }
    }

    /** Waits so long for the own answer of a coordinator other than this one, or until woken. */
    @Nullable
    Address await(long waitMillis, @Nullable Address known) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(waitMillis);
        synchronized (answers) {
            long left = waitMillis;
            while ((coordinator == null || coordinator.equals(known)) && !woken && left > 0) {
                answers.wait(left);
                left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            }
            woken = false;
            return coordinator;
        }
    }

    /** Ends the wait under way, or the next one. */
    void wake() {
        synchronized (answers) {
            woken = true;
            answers.notifyAll();
        }
    }

    /** The members that were asked, and their answers. */
    String report() {
        if (places.isEmpty()) {
            return "no member's place is known";
        }
        List<String> asked = new ArrayList<>();
        for (Endpoint place : places) {
            PhysicalAddress address = links.known(place);
            String refusal = address != null
                    ? links.refusal(address)
                    : unresolved.contains(place) ? "the name does not resolve" : "not asked yet";
            String found = address != null && answered.contains(address) ? "answers, does not coordinate" : "no answer";
            asked.add(place + " (" + (refusal == null ? found : refusal) + ")");
        }
        return "asked " + String.join(", ", asked)
                + (answered.isEmpty() ? "; is the game still there, and do both ends use TLS or both none?" : "");
    }

    @Override
    protected void addResponse(PingData answer, boolean own) {
        if (own) {
            if (answer.getPhysicalAddr() != null) {
                answered.add(answer.getPhysicalAddr());
            }
            if (answer.isCoord() && answer.isServer() && !answer.getAddress().equals(local_addr)) {
                synchronized (answers) {
                    coordinator = answer.getAddress();
                    answers.notifyAll();
                }
            }
        } else if (view == null && answer.getPhysicalAddr() != null) {
            // hearsay says where else to ask, nothing more
            remember(answer.getPhysicalAddr());
        }
        super.addResponse(answer, own);
    }

    @Override
    public void findMembers(@Nullable List<Address> members, boolean initial, Responses responses) {
        question(everywhere(), members, initial);
    }

    private void question(Collection<PhysicalAddress> asked, @Nullable List<Address> members, boolean initial) {
        PhysicalAddress self = (PhysicalAddress) down(new Event(Event.GET_PHYSICAL_ADDRESS, local_addr));
        PingData whoAsks = new PingData(local_addr, false, NameCache.get(local_addr), self);
        if (members != null && members.size() <= max_members_in_discovery_request) {
            whoAsks.mbrs(members);
        }
        for (PhysicalAddress place : asked) {
            if (!place.equals(self)) {
                Message question = new BytesMessage(place)
                        .setFlag(Message.Flag.OOB, Message.Flag.DONT_BUNDLE)
                        .putHeader(
                                id,
                                new PingHeader(PingHeader.GET_MBRS_REQ)
                                        .clusterName(cluster_name)
                                        .initialDiscovery(initial))
                        .setArray(marshal(whoAsks));
                down_prot.down(question);
            }
        }
    }

    /** All that are known, by name or because they spoke. */
    Set<PhysicalAddress> everywhere() {
        Set<PhysicalAddress> all = new LinkedHashSet<>();
        for (Endpoint place : places) {
            PhysicalAddress address = links.place(place);
            if (address != null) {
                all.add(address);
                unresolved.remove(place);
            } else {
                unresolved.add(place);
            }
        }
        synchronized (seen) {
            all.addAll(seen.keySet());
        }
        return all;
    }

    /**
     * Merging asks who is where, to say there which view this member has. Its coordinator is to know that, and
     * everybody who is known and not in the view; that all say it to all would be most of what an idle group sends.
     */
    private void visit(Consumer<PingData> visitor) {
        View current = view;
        Set<PhysicalAddress> told = everywhere();
        for (Address member : current == null ? new Address[0] : current.getMembersRaw()) {
            if (!member.equals(current_coord)
                    && down_prot.down(new Event(Event.GET_PHYSICAL_ADDRESS, member)) instanceof PhysicalAddress place) {
                told.remove(place);
            }
        }
        told.remove((PhysicalAddress) down(new Event(Event.GET_PHYSICAL_ADDRESS, local_addr)));
        told.forEach(place -> visitor.accept(new PingData(null, true, null, place)));
    }

    @Override
    public Object down(Event event) {
        if (event.getType() == Event.FIND_MBRS_ASYNC) {
            visit(event.getArg());
            return null;
        }
        Object result = super.down(event);
        if (event.getType() == Event.GET_LOGICAL_PHYSICAL_MAPPINGS
                && joinerAsks.get()
                && !is_coord
                && result instanceof Map<?, ?> places) {
            return meAndTheCoordinator(places);
        }
        if (event.getType() == Event.VIEW_CHANGE) {
            View installed = view;
            timer.execute(() -> acquaint(installed, ACQUAINT_TRIES), false);
        }
        return result;
    }

    @Override
    protected Object handle(PingHeader header, Message message) {
        joinerAsks.set(header.initialDiscovery());
        try {
            return super.handle(header, message);
        } finally {
            joinerAsks.remove();
        }
    }

    /**
     * The answer to a process that wants to join: the coordinator tells the rest. Everybody's word on everybody would
     * be the largest part of a join's traffic.
     */
    private Map<?, ?> meAndTheCoordinator(Map<?, ?> places) {
        Map<Object, Object> few = new LinkedHashMap<>();
        for (Object told : places.keySet()) {
            if (told.equals(local_addr) || told.equals(current_coord)) {
                few.put(told, places.get(told));
            }
        }
        return few;
    }

    /**
     * Two that joined at the same moment, and whose addresses do not say where they listen, do not know each other's
     * places, and JGroups looks for a missing one every ten seconds only: until then they are deaf to each other in a
     * view that shows both. The member that let them in knows all places, and is asked; if it does not tell, all are.
     * Members of the past stay remembered, for healing a partition.
     */
    private void acquaint(View current, int tries) {
        List<Address> missing = new ArrayList<>();
        for (Address member : current.getMembersRaw()) {
            if (down_prot.down(new Event(Event.GET_PHYSICAL_ADDRESS, member)) instanceof PhysicalAddress place) {
                remember(place);
            } else {
                missing.add(member);
            }
        }
        if (missing.isEmpty() || view != current) {
            return;
        }
        Object chief = is_coord ? null : down_prot.down(new Event(Event.GET_PHYSICAL_ADDRESS, current_coord));
        boolean asksOne = tries > ACQUAINT_TRIES - ASKS_COORDINATOR && chief instanceof PhysicalAddress;
        question(asksOne ? List.of((PhysicalAddress) chief) : everywhere(), missing, false);
        if (tries > 1) {
            timer.schedule(() -> acquaint(current, tries - 1), ACQUAINT_MILLIS, TimeUnit.MILLISECONDS, false);
        }
    }

    @Override
    public void discoveryRequestReceived(Address sender, String name, @Nullable PhysicalAddress place) {
        View current = view;
        if (place == null || current == null) {
            return;
        }
        if (current.containsMember(sender)) {
            remember(place);
            return;
        }
        // One process is one member at a time. Had this one been let in just as it gave up, it would coordinate, and
        // nobody else let anybody in.
        for (Address member : current.getMembersRaw()) {
            if (!member.equals(local_addr)
                    && place.equals(down_prot.down(new Event(Event.GET_PHYSICAL_ADDRESS, member)))) {
                gone.accept(member);
            }
        }
    }

    private void remember(PhysicalAddress place) {
        synchronized (seen) {
            if (seen.size() >= REMEMBERED_MAX && !seen.containsKey(place)) {
                seen.remove(seen.keySet().iterator().next());
            }
            seen.put(place, true);
        }
    }
}
