package io.qpscope.fuzz.generate;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.build.Envelope;
import io.qpscope.build.PacketBuilder;
import io.qpscope.capture.LinkType;
import io.qpscope.endpoint.Verb;
import io.qpscope.fault.plan.CmMessage;
import io.qpscope.fault.plan.Opcodes;
import io.qpscope.fault.plan.PacketField;
import io.qpscope.frame.CmField;
import io.qpscope.frame.Dissector;
import io.qpscope.frame.FieldTree;
import io.qpscope.frame.FrameView;
import io.qpscope.fuzz.Case.Device;
import io.qpscope.fuzz.Flow;
import io.qpscope.fuzz.Rule;
import io.qpscope.scenario.FlowPlan.Qp;
import io.qpscope.scenario.FlowPlan.Receives;
import io.qpscope.wire.Opcode;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;

/** Every field of the specifications of transport headers and of messages is changed by cases. */
class GrammarTest {
    private static final int DRAWS = 40_000;

    /** Fields that no random rule changes, and why that is no gap. */
    private static final Map<PacketField, String> ELSEWHERE = Map.of(
            PacketField.INVARIANT_CRC, "'corrupt' without a field leaves a wrong one",
            PacketField.XRCETH_SRQN, "the endpoint has no XRC; such packets are injected",
            PacketField.DETH_Q_KEY, "of packets that bear messages: see CmFaults",
            PacketField.DETH_SRCQP, "of packets that bear messages: see CmFaults");

    /** Reserved, parts of a syndrome, and the header of a service that nobody has (RD). */
    private static final Set<String> NO_FIELDS = Set.of(
            "infiniband.aeth.credits",
            "infiniband.aeth.syndrome.credit_count",
            "infiniband.aeth.syndrome.opcode",
            "infiniband.aeth.syndrome.reserved",
            "infiniband.cnp.reserved",
            "infiniband.feth.reserved26",
            "infiniband.rdeth.eecnxt",
            "infiniband.reserved");

    private static List<Rule> drawn() {
        Flow flow = new Works()
                .add(Verb.RDMA_WRITE, 600)
                .flow(true, new Qp(256, 7, 3, 3, 1, 4, 0, 0), new Receives(-1, 4, 0));
        RandomFaults faults = new RandomFaults(new SplittableRandom(1));
        List<Rule> rules = new ArrayList<>();
        for (int i = 0; i < DRAWS; i++) {
            rules.add(faults.rule(flow, 1, true));
        }
        return rules;
    }

    private static final List<Rule> DRAWN = drawn();

    @ParameterizedTest
    @EnumSource
    void eachFieldOfAPacketIsChanged(PacketField field) {
        boolean drawn = DRAWN.stream().anyMatch(each -> each.text("field").equals(field.label()));
        assertThat(drawn).isEqualTo(!ELSEWHERE.containsKey(field));
    }

    /** A flip, the bounds, one more and one less, and anything. */
    @Test
    void fieldsAreChangedInAllWays() {
        Set<String> ways = new TreeSet<>();
        long most = (1L << PacketField.RETH_DMALEN.bits()) - 1;
        for (Rule rule : DRAWN) {
            if (!rule.text("field").equals("reth.dmalen")) {
                continue;
            }
            if (rule.has("value")) {
                long value = rule.number("value", -1);
                ways.add(value == 0 ? "least" : value == most ? "most" : "any");
            } else {
                ways.add(rule.has("xor") ? "flip" : "add " + rule.text("add"));
            }
        }
        assertThat(ways)
                .containsExactlyInAnyOrder("least", "most", "any", "flip", "add 1", "add -1");
    }

    @Test
    void packetsOfOtherOpcodesComeAlong() {
        Set<String> injected = new HashSet<>();
        DRAWN.forEach(each -> injected.add(each.text("packet.opcode")));
        List<String> missing = new ArrayList<>(Opcodes.names());
        missing.removeAll(injected);
        // Answers of that kind are injected as such.
        missing.removeIf(each -> each.endsWith("ACKNOWLEDGE") || each.equals("CNP"));
        assertThat(missing).isEmpty();
        assertThat(DRAWN)
                .anyMatch(each -> each.has("ack.psn"))
                .anyMatch(each -> each.has("cnp.from"));
    }

    @Test
    void whatTheSpecificationsKnowPlansCanName() {
        Set<String> unnamed = new TreeSet<>();
        for (int opcode = 0; opcode < 256; opcode++) {
            if ((Opcode.traits(opcode) & Opcode.KNOWN) == 0) {
                continue;
            }
            byte[] frame = new PacketBuilder(Envelope.IPV4, opcode).build();
            FrameView view = new FrameView();
            view.wrap(ByteBuffer.wrap(frame), 0, frame.length, frame.length, LinkType.ETHERNET)
                    .at(1, 0, 0, 0);
            new Dissector(4791, true).dissect(view);
            FieldTree.of(view).layers().stream()
                    .flatMap(layer -> layer.fields().stream())
                    .filter(each -> each.name().startsWith("infiniband.") && each.bits() > 0)
                    .filter(each -> PacketField.of(each.name()) == null)
                    .forEach(each -> unnamed.add(each.name()));
        }
        assertThat(unnamed).isEqualTo(NO_FIELDS);
    }

    @Test
    void eachFieldOfAMessageIsChanged() {
        Set<String> changed = new HashSet<>();
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < DRAWS; i++) {
            Rule rule = CmFaults.draw(random, true);
            changed.add(rule.text("cm.field"));
            changed.add(rule.text("field"));
        }
        assertThat(changed)
                .containsAll(CmField.values().stream().map(CmField::name).toList());
        Set<String> first = new HashSet<>();
        CmCases.all(Device.SOUND, 1)
                .forEach(each -> each.rules()
                        .forEach(rule -> first.add(rule.text("cm") + " " + rule.text("field"))));
        assertThat(first).contains("REQ deth.q_key", "REQ deth.srcqp");
        for (CmMessage message : List.of(CmMessage.REQ, CmMessage.REP, CmMessage.DREP)) {
            for (CmField field : CmFaults.fields(message)) {
                assertThat(first).contains(message + " " + field.name());
            }
        }
    }
}
