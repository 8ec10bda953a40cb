package io.qpscope.fuzz.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.qpscope.endpoint.Defect;
import io.qpscope.endpoint.Verb;
import io.qpscope.fuzz.Case;
import io.qpscope.fuzz.Case.Device;
import io.qpscope.fuzz.Flow;
import io.qpscope.fuzz.Rule;
import io.qpscope.fuzz.campaign.Campaign;
import io.qpscope.fuzz.campaign.Failure;
import io.qpscope.fuzz.campaign.Found;
import io.qpscope.fuzz.campaign.TargetLostException;
import io.qpscope.fuzz.campaign.Transport;
import io.qpscope.fuzz.corpus.Coverage;
import io.qpscope.fuzz.generate.SmallScope;
import io.qpscope.scenario.FlowPlan.Qp;
import io.qpscope.scenario.FlowPlan.Receives;
import io.qpscope.scenario.WorkPlan;
import io.qpscope.scenario.WorkPlan.Item;
import io.qpscope.scenario.WorkPlan.Rkey;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Campaigns against a peer of ours on a UDP socket of loopback, in real time. */
@SuppressWarnings("try") // The peer serves while it is open; nobody needs to name it.
class LiveTargetTest {
    private static final Qp QP = new Qp(256, 14, 7, 7, 1, 4, 0, 0);
    private static final int MANAGED = 300;
    private static final int EVERY = 23;
    private static final Receives RECEIVES = new Receives(-1, 32, 0);

    private static Item item(Verb verb, int size, int at) {
        return new Item(verb, size, at, size, Rkey.RIGHT, false);
    }

    private static Case of(List<Rule> rules, Item... items) {
        Flow flow = new Flow(true, QP, RECEIVES, new WorkPlan(List.of(items), 2048));
        return new Case(3, Device.SOUND, List.of(flow), rules);
    }

    private static Failure run(LiveTarget target, Case one) {
        return target.shrinking().run(target.fit(one));
    }

    @Test
    void aSoundPeerSurvives() throws IOException {
        try (SoftPeer peer = new SoftPeer(null);
                LiveTarget target = SoftPeer.target(Settings.USUAL)) {
            target.meet();
            assertThat(target.refused()).isEmpty();
            assertThat(target.verbs()).hasSize(9);
            Campaign campaign =
                    new Campaign(Device.SOUND, Set.of(Transport.ROCE), 5, System::nanoTime, target);
            List<String> found = new ArrayList<>();
            while (campaign.cases() < 300) {
                Found one = campaign.step();
                if (one != null) {
                    found.add(one.first().toString());
                }
            }
            assertThat(found).isEmpty();
            assertThat(target.leftOut()).containsOnlyKeys("packets with other addresses");
        }
    }

    @ParameterizedTest
    @EnumSource(
            names = {
                "MSN_STUCK",
                "WRONG_LAST_LENGTH",
                "PKEY_UNCHECKED",
                "NAK_LOST",
                "DUPLICATE_READ_STALE",
                "INVALID_OPCODE_TAKEN",
                "ATOMIC_REPLAYED"
            })
    void aDefectIsFoundThroughTheSocket(Defect defect, @TempDir Path folder) throws IOException {
        try (SoftPeer peer = new SoftPeer(defect);
                LiveTarget target = SoftPeer.target(Settings.USUAL)) {
            target.meet();
            Campaign campaign =
                    new Campaign(Device.SOUND, Set.of(Transport.ROCE), 5, System::nanoTime, target);
            Found found = null;
            while (found == null && campaign.cases() < 400) {
                found = campaign.step();
            }
            assertThat(found).isNotNull();
            assertThat(found.smallest().steady()).isTrue();
            assertThat(found.reproducer().rules()).hasSizeLessThanOrEqualTo(2);
            Path trace = folder.resolve("trace.pcapng");
            assertThat(target.record(found.smallest(), trace, "a test", "x", 0)).isTrue();
            assertThat(Files.size(trace)).isGreaterThan(1000);
        }
    }

    @Test
    void theSameCaseFailsAgainAndNoOtherDoes() throws IOException {
        Case duplicate = of(
                List.of(Rule.of("drop")
                        .with("qp", 1)
                        .with("psn", 0)
                        .with("round", 1)
                        .with("from", "b")),
                item(Verb.ATOMIC_FETCH_AND_ADD, 8, 0));
        try (SoftPeer peer = new SoftPeer(Defect.ATOMIC_REPLAYED);
                LiveTarget target = SoftPeer.target(Settings.USUAL)) {
            target.meet();
            for (int i = 0; i < 2; i++) {
                assertThat(run(target, duplicate).kind()).contains("flow f data");
            }
            assertThat(run(target, duplicate.with(List.of()))).isNull();
        }
    }

    @Test
    void rulesOfSeveralFlowsMeanTheFlowsInTheirOrder() throws IOException {
        Flow flow = of(List.of(), item(Verb.SEND, 600, 0)).flows().get(0);
        Rule refusal = Rule.of("nak")
                .with("qp", 3)
                .with("psn", 1)
                .with("code", "REMOTE_OPERATIONAL_ERROR")
                .with("times", 1);
        Case one = new Case(3, Device.SOUND, List.of(flow, flow, flow), List.of(refusal));
        try (SoftPeer peer = new SoftPeer(null);
                LiveTarget target = SoftPeer.target(Settings.USUAL)) {
            target.meet();
            for (int i = 0; i < 10; i++) {
                assertThat(run(target, one)).isNull();
            }
        }
    }

    @Test
    void whatMustBeRefusedAndIsIsNoFailure() throws IOException {
        Item outside = new Item(Verb.RDMA_WRITE, 16, 2040, 16, Rkey.RIGHT, false);
        Item wrongKey = new Item(Verb.RDMA_READ, 16, 0, 16, Rkey.WRONG, false);
        try (SoftPeer peer = new SoftPeer(null);
                LiveTarget target = SoftPeer.target(Settings.USUAL)) {
            target.meet();
            assertThat(run(target, of(List.of(), outside))).isNull();
            assertThat(run(target, of(List.of(), wrongKey))).isNull();
        }
        Item byOne = new Item(Verb.RDMA_WRITE, 16, 2033, 16, Rkey.RIGHT, false);
        try (SoftPeer peer = new SoftPeer(Defect.RKEY_BOUND);
                LiveTarget target = SoftPeer.target(Settings.USUAL)) {
            target.meet();
            assertThat(run(target, of(List.of(), byOne)).broken())
                    .extracting(each -> each.subject() + " " + each.observed())
                    .contains("flow f1 status SUCCESS");
        }
    }

    @Test
    void aPeerThatDiesEndsTheCampaignWithItsLastCase() throws IOException {
        try (SoftPeer peer = new SoftPeer(null);
                LiveTarget target = SoftPeer.target(Settings.USUAL)) {
            target.meet();
            Case last = of(List.of(), item(Verb.RDMA_WRITE, 8, 0));
            assertThat(run(target, last)).isNull();
            peer.close();
            assertThatThrownBy(() -> run(target, of(List.of(), item(Verb.RDMA_READ, 8, 0))))
                    .isInstanceOfSatisfying(TargetLostException.class, lost -> {
                        assertThat(lost).hasMessage("no answer to the connection request");
                        assertThat(lost.suspects()).containsExactly(target.fit(last));
                        assertThat(target.lastWords(lost).broken())
                                .extracting(each -> each.subject() + ": " + each.observed())
                                .containsExactly("peer: gone: no answer to the connection request");
                    });
        }
    }

    @Test
    void rulesThatMayHarmOthersNeedPermission() throws IOException {
        Rule other = Rule.of("corrupt")
                .with("qp", 1)
                .with("psn", 0)
                .with("round", 1)
                .with("field", "bth.destqp")
                .with("value", 0x40_0000)
                .with("icrc", "fix");
        Case one = of(List.of(other), item(Verb.RDMA_WRITE, 8, 0));
        try (SoftPeer peer = new SoftPeer(null)) {
            try (LiveTarget target = SoftPeer.target(Settings.USUAL)) {
                target.meet();
                assertThat(target.fit(one).rules()).isEmpty();
                assertThat(target.leftOut()).containsEntry("packets to other queue pairs", 1L);
            }
            try (LiveTarget target = SoftPeer.target(new Settings(null, 14, 10_000, 100, true))) {
                target.meet();
                assertThat(target.fit(one).rules()).containsExactly(other);
                assertThat(target.leftOut()).isEmpty();
                assertThat(run(target, one)).isNull();
            }
        }
    }

    private static final Settings DESTRUCTIVE = new Settings(null, 14, 10_000, 100, true);

    private static Rule lost(String message) {
        return Rule.of("drop").with("cm", message).with("qp", 1).with("round", 1);
    }

    @Test
    void messagesOfConnectionManagementNeedPermission() throws IOException {
        Rule forged = Rule.of("inject")
                .with("cm.message", "DREQ")
                .with("cm.from", "a")
                .with("on.cm", "DREQ")
                .with("on.qp", 1)
                .with("on.times", 1);
        Rule data = Rule.of("drop").with("qp", 1).with("psn", 0).with("round", 1);
        Case one = of(List.of(lost("REP"), data, forged), item(Verb.RDMA_WRITE, 8, 0));
        try (SoftPeer peer = new SoftPeer(null)) {
            try (LiveTarget target = SoftPeer.target(Settings.USUAL)) {
                target.meet();
                assertThat(target.fit(one).rules()).containsExactly(data);
                assertThat(target.leftOut())
                        .containsExactly(Map.entry("messages of connection management", 2L));
            }
            try (LiveTarget target = SoftPeer.target(DESTRUCTIVE)) {
                target.meet();
                assertThat(target.fit(one).rules()).containsExactly(lost("REP"), forged);
                assertThat(target.leftOut()).isEmpty();
                assertThat(run(target, one)).isNull();
            }
        }
    }

    @Test
    void aConnectionThatCannotComeAboutIsNoFailure() throws IOException {
        Rule all = Rule.of("drop").with("cm", "REQ").with("qp", 1);
        Case one = of(List.of(all), item(Verb.RDMA_WRITE, 8, 0));
        try (SoftPeer peer = new SoftPeer(null);
                LiveTarget target = SoftPeer.target(DESTRUCTIVE)) {
            target.meet();
            assertThat(run(target, one)).isNull();
            assertThat(run(target, one.with(List.of()))).isNull();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "CM_READY_UNNEEDED, REP, flow f status: not NOT_CONNECTED",
        "CM_REQUEST_TWICE, REP, two connections for one REQ"
    })
    void aDefectOfConnectionManagementIsFoundThroughTheSocket(
            Defect defect, String message, String breach) throws IOException {
        Case one = of(List.of(lost(message)), item(Verb.RDMA_WRITE, 8, 0));
        try (SoftPeer peer = new SoftPeer(defect);
                LiveTarget target = SoftPeer.target(DESTRUCTIVE)) {
            target.meet();
            Failure failure = run(target, one);
            assertThat(failure).isNotNull();
            assertThat(failure.kind()).contains(breach);
        }
        try (SoftPeer peer = new SoftPeer(null);
                LiveTarget target = SoftPeer.target(DESTRUCTIVE)) {
            target.meet();
            assertThat(run(target, one)).isNull();
        }
    }

    @Test
    void aSoundPeerSurvivesWhatNeedsPermission() throws IOException {
        try (SoftPeer peer = new SoftPeer(null);
                LiveTarget target = SoftPeer.target(DESTRUCTIVE)) {
            target.meet();
            SmallScope scope = new SmallScope(Device.SOUND, 5);
            List<String> found = new ArrayList<>();
            int seen = 0;
            for (Case each = scope.next(); seen < MANAGED; each = scope.next()) {
                // Those of connection management come in a row: some of all kinds.
                boolean isManaged = each.flows().get(0).cm() != null;
                if (isManaged && seen++ % EVERY == 0) {
                    Case one = target.fit(each);
                    Failure failure = target.trial(new Coverage()).run(one);
                    if (failure != null) {
                        found.add(one.rules() + " " + failure);
                    }
                }
            }
            assertThat(found).isEmpty();
        }
    }

    @Test
    void memoryToldByHandIsSharedByAllFlowsAndTakesNoSends() throws IOException {
        Flow flow = of(
                        List.of(),
                        item(Verb.RDMA_WRITE, 700, 0),
                        item(Verb.SEND, 700, 0),
                        item(Verb.ATOMIC_FETCH_AND_ADD, 8, 704))
                .flows()
                .get(0);
        Case one = new Case(3, Device.SOUND, List.of(flow, flow, flow), List.of());
        try (SoftPeer peer = new SoftPeer(null);
                LiveTarget target =
                        SoftPeer.target(new Settings(peer.shared(), 14, 10_000, 100, false))) {
            target.meet();
            assertThat(target.refused())
                    .containsOnlyKeys(Verb.SEND, Verb.SEND_WITH_IMM, Verb.RDMA_WRITE_WITH_IMM);
            Case fit = target.fit(one);
            assertThat(fit.messages()).isEqualTo(6);
            assertThat(target.shrinking().run(fit)).isNull();
        }
    }
}
