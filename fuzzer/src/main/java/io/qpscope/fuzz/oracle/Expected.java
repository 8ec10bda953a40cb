package io.qpscope.fuzz.oracle;

import io.qpscope.endpoint.Verb;
import io.qpscope.endpoint.WcStatus;
import io.qpscope.fuzz.Case;
import io.qpscope.fuzz.Flow;
import io.qpscope.fuzz.oracle.iwarp.StreamExpected;
import io.qpscope.scenario.FlowResult;
import io.qpscope.scenario.WorkPlan.Item;
import io.qpscope.scenario.WorkPlan.Rkey;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the protocol allows to come of a case: how each flow may end and until when, and what may
 * become of memory. From the case alone, so that it can be written into a scenario.
 */
public final class Expected {
    private static final long LEAST_NS = 1_000_000;
    /** Code 0 of the RNR timer, which a forged syndrome may have. */
    private static final long LONGEST_RNR_WAIT_NS = 655_360_000L;

    private static final int MOST_LIES = 8;

    private static final Map<String, WcStatus> REFUSALS = Map.of(
            "INVALID_REQUEST", WcStatus.REM_INV_REQ_ERR,
            "REMOTE_ACCESS_ERROR", WcStatus.REM_ACCESS_ERR,
            "REMOTE_OPERATIONAL_ERROR", WcStatus.REM_OP_ERR);

    /** Whatever a requester may be told; all of them are an end. */
    private static final Set<WcStatus> ANY = EnumSet.of(
            WcStatus.SUCCESS,
            WcStatus.REM_INV_REQ_ERR,
            WcStatus.REM_ACCESS_ERR,
            WcStatus.REM_OP_ERR,
            WcStatus.LOC_LEN_ERR,
            WcStatus.LOC_QP_OP_ERR,
            WcStatus.BAD_RESP_ERR,
            WcStatus.RETRY_EXC_ERR,
            WcStatus.RNR_RETRY_EXC_ERR);

    private final List<List<String>> statuses = new ArrayList<>();
    private final List<Boolean> undisturbed = new ArrayList<>();
    private long boundNs = LEAST_NS;
    private boolean forged;
    private boolean resendsParts;
    private boolean mayNotConnect;
    private boolean endsHalf;
    /** Rules number queue pairs by their first packet: without the first one they mean the next. */
    private boolean othersAreHit;

    private boolean endless;

    private Expected() {}

    public static Expected of(Case from) {
        Expected expected = new Expected();
        if (from.isIwarp()) {
            expected.boundNs = StreamExpected.BOUND_NS;
            return expected;
        }
        for (int i = 0; i < from.flows().size(); i++) {
            expected.add(from, i);
        }
        return expected;
    }

    private void add(Case from, int index) {
        Flow flow = from.flows().get(index);
        Weights weights = new Weights(from, index);
        long lied = weights.areThereLies() ? LONGEST_RNR_WAIT_NS * MOST_LIES : 0;
        boundNs = Math.max(boundNs, LEAST_NS + lied + weights.boundNs());
        Set<WcStatus> allowed = EnumSet.noneOf(WcStatus.class);
        boolean refused = refusal(from, flow, allowed);
        boolean free = weights.areThereLies() || weights.mayAnswersBeFalse(refused);
        forged |= free;
        if (!refused) {
            allowed.add(WcStatus.SUCCESS);
        }
        for (String code : weights.refusals().keySet()) {
            allowed.add(REFUSALS.get(code));
        }
        // The refusal may be lost; a responder in error says nothing more.
        boolean silent =
                weights.areThereLosses() && (refused || !weights.refusals().isEmpty());
        // A READ that is asked for again by a key that was taken away meanwhile is not answered.
        boolean mute = weights.areThereLosses() && mayReadsLoseTheirKey(flow);
        if (silent || mute || weights.mayExhaustRetries()) {
            allowed.add(WcStatus.RETRY_EXC_ERR);
        }
        if (weights.mayExhaustRnrRetries()) {
            allowed.add(WcStatus.RNR_RETRY_EXC_ERR);
        }
        if (free) {
            allowed.addAll(ANY);
        }
        if (flow.cm() != null) {
            CmWeights connection = new CmWeights(from, flow);
            connection(connection, from, allowed);
            free |= connection.areThereLies();
            silent |= connection.mayExhaustRetries();
        }
        if (CertainRefusal.of(from)) {
            allowed.remove(WcStatus.SUCCESS);
        }
        List<String> names = new ArrayList<>();
        allowed.forEach(each -> names.add(each.name()));
        if (mayNotConnect) {
            names.add(FlowResult.NOT_CONNECTED);
        }
        boolean forEver = flow.qp().retryCount() == 7
                && (from.device().profile().equals("rxe")
                        || from.device().recovery().equals("go-back-0"));
        if (forEver && (silent || free)) {
            names.add(FlowResult.UNFINISHED);
            endless = true;
        }
        statuses.add(names);
        undisturbed.add(flow.cm() == null && weights.isUndisturbed());
        resendsParts |=
                from.device().repeatsSelectively() || from.device().recovery().equals("go-back-0");
    }

    /** Adds what may come of it when messages about the connection are lost or forged. */
    private void connection(CmWeights weights, Case from, Set<WcStatus> allowed) {
        boundNs += weights.boundNs();
        boolean lies = weights.areThereLies();
        if (lies) {
            forged = true;
            allowed.addAll(ANY);
            allowed.add(WcStatus.WR_FLUSH_ERR);
        }
        if (weights.mayExhaustRetries()) {
            // Who gives up waiting for an RTU takes its queue pair away.
            allowed.add(WcStatus.RETRY_EXC_ERR);
        }
        endsHalf |= weights.mayEndHalf();
        mayNotConnect |= lies || weights.mayExhaustRetries() || weights.mayStandHalf();
        othersAreHit |= mayNotConnect && from.rules().stream().anyMatch(each -> !each.isCm());
    }

    /** Whether a SEND with Invalidate does not wait for the READs before it. */
    private static boolean mayReadsLoseTheirKey(Flow flow) {
        boolean asked = false;
        for (Item item : flow.work().items()) {
            asked |= item.verb() == Verb.RDMA_READ;
            if (asked && item.verb() == Verb.SEND_WITH_INV && !item.fence()) {
                return true;
            }
        }
        return false;
    }

    /** Adds what the first message that must be refused ends with; false when there is none. */
    private static boolean refusal(Case from, Flow flow, Set<WcStatus> allowed) {
        boolean keyIsGone = false;
        for (Item item : flow.work().items()) {
            boolean word = item.verb().isAtomic() || item.verb() == Verb.ATOMIC_WRITE;
            boolean outside =
                    item.at() < 0 || item.at() + item.size() > flow.work().memory();
            boolean refused = false;
            if (item.verb().isSend()) {
                if (item.verb() == Verb.SEND_WITH_INV) {
                    if (keyIsGone) {
                        allowed.add(WcStatus.REM_ACCESS_ERR);
                        refused = true;
                    }
                    keyIsGone = true;
                }
                if (item.room() < item.size()) {
                    boolean rxe = from.device().profile().equals("rxe");
                    allowed.add(rxe ? WcStatus.REM_OP_ERR : WcStatus.REM_INV_REQ_ERR);
                    refused = true;
                }
            } else if (item.size() > 0 && (outside || keyIsGone || item.key() != Rkey.RIGHT)) {
                allowed.add(WcStatus.REM_ACCESS_ERR);
                refused = true;
            }
            if (word && (item.at() & 7) != 0) {
                allowed.add(WcStatus.REM_INV_REQ_ERR);
                refused = true;
            }
            if (refused) {
                return true;
            }
        }
        return false;
    }

    /** Names of {@code ibv_wc_status} with which the flow of this index may end. */
    public List<String> statuses(int flow) {
        return statuses.get(flow);
    }

    /** Whether the flow of this index has no reason to send anything again. */
    public boolean isUndisturbed(int flow) {
        return undisturbed.get(flow) && !othersAreHit;
    }

    /** How the message that shows that both hosts live may end. */
    public List<String> aliveStatuses() {
        List<String> names = new ArrayList<>(List.of(WcStatus.SUCCESS.name()));
        if (othersAreHit) {
            ANY.stream()
                    .filter(each -> each != WcStatus.SUCCESS)
                    .forEach(each -> names.add(each.name()));
            names.add(FlowResult.UNFINISHED);
        }
        return names;
    }

    /** Whether packets of a flow may go to queue pairs that are another one's later. */
    public boolean maySpeakForOthers() {
        return mayNotConnect && forged;
    }

    /** Whether one side may never hear that a connection is over, and keep it. */
    public boolean mayEndHalf() {
        return mayNotConnect || endsHalf;
    }

    /** Whether all flows end, and with them their connections. */
    public boolean mustEnd() {
        return !endless && !othersAreHit;
    }

    /** Until when all flows have ended, since the start. */
    public long boundNs() {
        return boundNs;
    }

    /** What a scenario expects of the data of all flows. */
    public String data() {
        return forged ? "contained" : "intact";
    }

    /** Whether endpoint and analysis must tell the same. */
    public boolean mustAgree() {
        return !forged;
    }

    /**
     * Whether what passes the hosts' own ports shows how they behave. The rules are those of going back
     * to the packet that is missing; who repeats one packet alone, or a whole message, breaks them.
     */
    public boolean isConductKnown() {
        return !forged && !resendsParts;
    }
}
