package io.qpscope.fuzz.oracle.iwarp;

import io.qpscope.endpoint.Verb;
import io.qpscope.endpoint.WcStatus;
import io.qpscope.fuzz.Case;
import io.qpscope.fuzz.Flow;
import io.qpscope.fuzz.Rule;
import io.qpscope.scenario.FlowResult;
import io.qpscope.scenario.WorkPlan.Item;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** What the protocol allows to come of one iWARP flow of a case. */
public final class StreamExpected {
    /** By then each stream has ended: set-up and closing take 1 s at most. */
    public static final long BOUND_NS = 2_500_000_000L;

    private static final Set<String> EXCESS = Set.of(Codes.NO_BUFFER, Codes.CATASTROPHIC);
    private static final int MOST_SWAPS = 3;
    private static final String CLOSED = "closed";
    private static final String FAILED = "failed";
    private static final String OPEN = "open";
    private static final String SUCCESS = WcStatus.SUCCESS.name();
    private static final String FLUSHED = WcStatus.WR_FLUSH_ERR.name();

    private final Flow flow;
    private final List<Rule> rules = new ArrayList<>();
    private final Set<String> statuses = new TreeSet<>();
    private final Set<String> endings = new TreeSet<>();
    private boolean crc;
    private boolean strays;
    private boolean local;
    private boolean anything;

    private StreamExpected(Case from, int index) {
        flow = from.flows().get(index);
        for (Rule rule : from.rules()) {
            if (rule.number("stream", index + 1) == index + 1) {
                rules.add(rule);
            }
        }
    }

    /**
     * Of the flow with this index, from 0.
     */
    public static StreamExpected of(Case from, int index) {
        StreamExpected expected = new StreamExpected(from, index);
        SetupModel setup = new SetupModel(expected.flow.stream(), expected.rules);
        boolean vague = from.rules().stream().anyMatch(StreamExpected::isVague)
                || expected.isSetupChangedTwice();
        expected.crc = setup.crc;
        if (vague || setup.forthGarbled || setup.backGarbled) {
            expected.anyhow();
        } else if (setup.fails) {
            expected.ends(FAILED, FLUSHED);
        } else if (setup.misfits) {
            expected.ends("a:" + Codes.DEPTHS, FLUSHED);
            expected.terminates("b:", "a", 1);
            expected.mayBeLost("a", Set.of(Codes.DEPTHS), 1);
            if (expected.rules.stream().anyMatch(rule -> rule.number("fpdu", 0) == 1)) {
                // No Terminate any more, and not what was agreed on.
                expected.end("b:", Set.of(Codes.OPENING));
            }
        } else {
            expected.stream(setup.depth);
        }
        return expected;
    }

    /** Whether a rule does not say which FPDU it means. */
    private static boolean isVague(Rule rule) {
        boolean setup = rule.text("field").startsWith("iwarp_mpa.")
                && !rule.text("field").equals("iwarp_mpa.ulpdulength");
        boolean last = rule.text("field").startsWith("iwarp_rdma.term_");
        boolean placed = rule.text("fpdu").matches("\\d{1,9}") && rule.has("from");
        return !rule.action().equals("mpa")
                || rule.has("every")
                || rule.has("probability")
                || rule.has("times")
                || !(setup || last || placed);
    }

    private boolean isSetupChangedTwice() {
        List<String> changed = rules.stream()
                .filter(rule -> rule.has("field") && !rule.has("fpdu"))
                .map(rule -> rule.text("field"))
                .toList();
        return changed.stream().distinct().count() < changed.size();
    }

    private void ends(String ending, String... with) {
        endings.add(ending);
        statuses.addAll(List.of(with));
    }

    private void anyhow() {
        anything = true;
        statuses.addAll(
                List.of(SUCCESS, FLUSHED, FlowResult.UNFINISHED, WcStatus.LOC_QP_OP_ERR.name()));
    }

    private void stream(int depth) {
        int forth = 1 << swaps("a");
        int back = 1 << swaps("b");
        for (int i = 0; i < forth * back; i++) {
            run(depth, i % forth, i / forth);
        }
    }

    private int swaps(String from) {
        return (int) rules.stream()
                .filter(each ->
                        each.text("fate").equals("swap") && each.text("from").equals(from))
                .limit(MOST_SWAPS)
                .count();
    }

    private Way way(String side, int swaps) {
        List<Rule> of =
                rules.stream().filter(rule -> rule.text("from").equals(side)).toList();
        return new Way(of, crc, flow.stream().markers(), swaps);
    }

    private void run(int depth, int swapsForth, int swapsBack) {
        List<Unit> sent = Sender.of(flow, depth);
        Way forth = way("a", swapsForth);
        ResponderModel responder = new ResponderModel(flow, flow.stream().ird());
        Batch batch = new Batch(flow, sent, depth);
        Set<String> refused = new TreeSet<>();
        boolean misframed = false;
        boolean excess = batch.isCertain() && rules.isEmpty();
        int taken = 0;
        for (Unit unit : forth.pass(sent)) {
            if (excess && taken == batch.firstExcess()) {
                refused.addAll(EXCESS);
                break;
            }
            refused = responder.take(unit);
            misframed |= unit.lie != Unit.Lie.NONE;
            taken++;
            if (!refused.isEmpty() || responder.terminated || responder.anything) {
                break;
            }
        }
        boolean known = sent.size() == Sender.of(flow, 1).size();
        if (batch.isPossible() && !excess) {
            end("b:", EXCESS);
            terminates("a:", "b", responder.answers.size() + 1);
            mayBeLost("b", EXCESS, responder.answers.size() + 1);
        }
        Way back = way("b", swapsBack);
        RequesterModel requester = new RequesterModel(flow);
        Set<String> objected = new TreeSet<>();
        for (Unit unit : back.pass(responder.answers)) {
            objected = requester.take(unit);
            misframed |= unit.lie != Unit.Lie.NONE;
            if (!objected.isEmpty() || requester.terminated || requester.anything) {
                break;
            }
        }
        // An answer to a later request seems to prove that it arrived.
        boolean answered = !responder.answers.isEmpty();
        boolean unfinished = responder.isMidMessage() && (refused.isEmpty() || answered);
        strays |= responder.strays || forth.loses || back.loses || unfinished;
        if (responder.anything || requester.anything) {
            anyhow();
            return;
        }
        end("b:", refused);
        end("a:", objected);
        if (!known) {
            ends("a:" + Codes.LOCAL, WcStatus.LOC_QP_OP_ERR.name());
            local = true;
        }
        if (!refused.isEmpty()) {
            terminates("a:", "b", responder.answers.size() + 1);
            mayBeLost("b", refused, responder.answers.size() + 1);
        }
        if (!objected.isEmpty() || !known) {
            terminates("b:", "a", sent.size() + 1);
            mayBeLost("a", known ? objected : Set.of(Codes.LOCAL), sent.size() + 1);
        }
        if (mayLoseSource()) {
            Set<String> lost = Set.of(Codes.LOCAL, Codes.READ_STAG);
            end("b:", lost);
            terminates("a:", "b", responder.answers.size() + 1);
            mayBeLost("b", lost, responder.answers.size() + 1);
        }
        if (misframed || forth.cuts || back.cuts || responder.terminated || requester.terminated) {
            statuses.addAll(List.of(SUCCESS, FLUSHED));
            endings.add(FAILED);
            if (!forth.cuts && !back.cuts) {
                endings.add(CLOSED);
            }
        }
        boolean mayStop = forth.loses || back.loses || misframed || requester.overlooks;
        if (mayStop && !requester.isIdle()) {
            ends(OPEN, FlowResult.UNFINISHED);
        }
        boolean undisturbed = refused.isEmpty() && objected.isEmpty() && known;
        if ((mayStop || undisturbed) && requester.awaitsOpening()) {
            ends(FAILED, SUCCESS);
        }
        if (back.doubles) {
            // Of a request that is not sent yet.
            end("a:", Set.of(Codes.OPCODE));
            terminates("b:", "a", sent.size() + 1);
            mayBeLost("a", Set.of(Codes.OPCODE), sent.size() + 1);
        }
        if (undisturbed && requester.isIdle()) {
            ends(CLOSED, SUCCESS);
        } else if (undisturbed && !responder.terminated && !forth.cuts && !back.cuts) {
            ends(OPEN, FlowResult.UNFINISHED);
        }
    }

    /** A Terminate may be broken on its way, too. */
    private void terminates(String by, String from, int most) {
        for (Rule rule : rules) {
            boolean means = rule.text("from").equals(from) && rule.number("fpdu", 0) <= most;
            if (means && rule.has("marker") && flow.stream().markers()) {
                // Where in the stream it comes, and whether a marker does, is not known.
                end(by, Set.of(Codes.MARKER));
            }
        }
        for (Unit unit : way(from, 0).terminate(most)) {
            Set<String> wrong = new TreeSet<>();
            if (Codes.frame(unit, wrong)) {
                Codes.control(unit, wrong);
            }
            if (wrong.isEmpty() && unit.mo != 0) {
                wrong.add(Codes.MO);
            }
            if (wrong.isEmpty() && !unit.last) {
                wrong.add(Codes.UNSPECIFIED);
            }
            end(by, wrong);
            if (unit.lie == Unit.Lie.ANYTHING || unit.recast) {
                anyhow();
            }
        }
    }

    /** A Terminate that does not arrive is not heeded. */
    private void mayBeLost(String from, Set<String> codes, int most) {
        for (Rule rule : rules) {
            boolean lost = List.of("drop", "cut").contains(rule.text("fate"))
                    || rule.has("length")
                    || rule.text("field").equals("iwarp_mpa.ulpdulength");
            if (lost && rule.text("from").equals(from) && rule.number("fpdu", 0) <= most) {
                codes.forEach(code -> endings.add(from + ":" + code + " unheard"));
            }
        }
    }

    /** A READ that is not answered yet, and behind it a SEND that takes away what it reads. */
    private boolean mayLoseSource() {
        boolean asked = false;
        boolean takes = false;
        boolean overtakes = false;
        for (Item item : flow.work().items()) {
            boolean invalidates = item.verb() == Verb.SEND_WITH_INV;
            overtakes |= invalidates && asked && !item.fence();
            takes |= invalidates;
            asked |= item.verb() == Verb.RDMA_READ;
        }
        return overtakes || (takes && asked && !rules.isEmpty());
    }

    private void end(String side, Set<String> codes) {
        if (codes.isEmpty()) {
            return;
        }
        codes.forEach(code -> endings.add(side + code));
        statuses.add(FLUSHED);
        // What TCP has taken was done before.
        statuses.add(SUCCESS);
    }

    /** Names of {@code ibv_wc_status} with which the flow may end. */
    public List<String> statuses() {
        return List.copyOf(statuses);
    }

    /** As a scenario expects them; empty when nothing can be said. */
    public List<String> endings() {
        return anything ? List.of() : List.copyOf(endings);
    }

    /** What a scenario expects of the data. */
    public String data() {
        return anything || strays ? "contained" : "intact";
    }

    /** Whether endpoint and analysis must tell the same. */
    public boolean mustAgree() {
        return rules.isEmpty() && !local;
    }
}
