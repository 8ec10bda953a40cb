package io.qpscope.frame;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.capture.LinkType;
import io.qpscope.wire.Opcode;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

class ManagementLayersTest {
    private static final Map<String, Mad> ALL = new LinkedHashMap<>();

    static {
        ALL.put("infiniband.cm.req", Mad.req());
        ALL.put("infiniband.cm.rep", Mad.rep());
        ALL.put("infiniband.cm.rtu", Mad.brief(0x14));
        ALL.put("infiniband.cm.dreq", Mad.dreq());
        ALL.put("infiniband.cm.drsp", Mad.brief(0x16));
        ALL.put("infiniband.cm.mra", Mad.mra());
        ALL.put("infiniband.cm.rej", Mad.rej());
        ALL.put("infiniband.cm.lap", Mad.lap());
        ALL.put("infiniband.cm.apr", Mad.apr());
        ALL.put("infiniband.cm.sidr_req", Mad.sidrReq());
        ALL.put("infiniband.cm.sidr_rep", Mad.sidrRep());
        ALL.put("infiniband.smplid", Mad.smpLid());
        ALL.put("infiniband.smpdirected", Mad.smpDirected());
        ALL.put("infiniband.sa", Mad.sa());
        ALL.put("infiniband.portcounters", Mad.portCounters());
        ALL.put("infiniband.portcounters_ext", Mad.portCountersExt());
    }

    @TestFactory
    Stream<DynamicTest> everyDatagramIsReadToItsLastByte() {
        return ALL.entrySet().stream()
                .map(mad -> DynamicTest.dynamicTest(mad.getKey(), () -> {
                    FieldTree tree = tree(mad.getValue().frame(1));
                    assertThat(tree.errors()).isEmpty();
                    assertThat(tree.layers().stream().map(LayerNode::name))
                            .contains("infiniband.mad", mad.getKey())
                            .doesNotContain("infiniband.payload", "infiniband.mad.data");
                    int bytes = tree.layers().stream()
                            .filter(layer ->
                                    layer.offset() >= 62 && layer.offset() < 62 + Mad.LENGTH)
                            .mapToInt(LayerNode::length)
                            .sum();
                    int again = mad.getKey().equals("infiniband.cm.sidr_req") ? 216 : 0;
                    assertThat(bytes).isEqualTo(Mad.LENGTH + again);
                }));
    }

    @TestFactory
    Stream<DynamicTest> everyCutIsAnErrorAndNoException() {
        return ALL.entrySet().stream()
                .map(mad -> DynamicTest.dynamicTest(mad.getKey(), () -> {
                    byte[] frame = mad.getValue().frame(1);
                    for (int length = 62; length < 62 + Mad.LENGTH; length++) {
                        FieldTree tree = tree(Arrays.copyOf(frame, length), frame.length);
                        assertThat(tree.errors()).as("%d bytes", length).hasSize(1);
                    }
                }));
    }

    @Test
    void anyBytesBehindAnyClassAndAttributeGiveATree() {
        long seed = Long.getLong("qpscope.seed", System.nanoTime());
        Random random = new Random(seed);
        int[] classes = {0x01, 0x03, 0x04, 0x07, 0x81, 0x30};
        for (int round = 0; round < 5_000; round++) {
            byte[] body = new byte[random.nextInt(300)];
            random.nextBytes(body);
            if (body.length > 17) {
                body[1] = (byte) classes[random.nextInt(classes.length)];
                body[16] = 0;
                body[17] = (byte) (0x10 + random.nextInt(16));
            }
            FieldTree tree = tree(new FrameBuilder()
                    .ethernet()
                    .ipv4("")
                    .roce(Opcode.UD | Opcode.SEND_ONLY, body)
                    .destQp(random.nextInt(2))
                    .build());
            assertThat(tree.layers()).as("-Dqpscope.seed=%d", seed).isNotEmpty();
        }
    }

    @Test
    void lapNamesTheOtherPath() {
        FieldTree lap = tree(Mad.lap().frame(1));
        assertThat(field(lap, "infiniband.mad.attributeid").text()).isEqualTo("LAP");
        assertValue(lap, "infiniband.cm.lap.localcommid", 0xa1a2_a3a4L);
        assertValue(lap, "infiniband.cm.lap.remotecommid", 0xb1b2_b3b4L);
        assertValue(lap, "infiniband.cm.lap.remoteqpneecn", 0x123456L);
        assertThat(field(lap, "infiniband.cm.lap.remoteresptout").text())
                .isEqualTo("4294.967296 ms");
        assertValue(lap, "infiniband.cm.lap.alt_locallid", 0x11L);
        assertValue(lap, "infiniband.cm.lap.alt_remotelid", 0x22L);
        assertThat(field(lap, "infiniband.cm.lap.alt_localgid").text()).isEqualTo("fe80::1");
        assertThat(field(lap, "infiniband.cm.lap.alt_remotegid").text()).isEqualTo("fe80::2");
        assertValue(lap, "infiniband.cm.lap.alt_flowlabel", 0xabcdeL);
        assertValue(lap, "infiniband.cm.lap.alt_tfcclass", 0x77L);
        assertValue(lap, "infiniband.cm.lap.alt_hoplim", 0x3fL);
        assertValue(lap, "infiniband.cm.lap.alt_pktrate", 0x12L);
        assertValue(lap, "infiniband.cm.lap.alt_sl", 4L);
        assertValue(lap, "infiniband.cm.lap.alt_subnetlocal", true);
        assertThat(field(lap, "infiniband.cm.lap.alt_localacktout").text())
                .isEqualTo("67.108864 ms");
        assertThat((String) field(lap, "infiniband.cm.lap.private").value()).startsWith("cafe00");
    }

    @Test
    void aprSaysInWordsWhatBecameOfThePath() {
        FieldTree apr = tree(Mad.apr().frame(1));
        assertThat(field(apr, "infiniband.cm.apr.status").text()).isEqualTo("LID rejected");
        assertValue(apr, "infiniband.cm.apr.infolen", 2L);
        assertThat((String) field(apr, "infiniband.cm.apr.info").value()).startsWith("003300");
        assertThat((String) field(apr, "infiniband.cm.apr.private").value()).startsWith("beef00");
    }

    @Test
    void mraAndRejAreInWordsAndTimes() {
        FieldTree mra = tree(Mad.mra().frame(1));
        assertThat(field(mra, "infiniband.cm.mra.msgmraed").text()).isEqualTo("REP");
        assertThat(field(mra, "infiniband.cm.mra.servicetimeout").text())
                .isEqualTo("2147.483648 ms");
        FieldTree rej = tree(Mad.rej().frame(1));
        assertThat(field(rej, "infiniband.cm.rej.msgrej").text()).isEqualTo("REP");
        assertValue(rej, "infiniband.cm.rej.rejinfolen", 4L);
        assertThat(field(rej, "infiniband.cm.rej.reason").text())
                .isEqualTo("no listener on the service id");
    }

    @Test
    void sidrOfRdmaCmNamesAddressesAndPorts() {
        FieldTree request = tree(Mad.sidrReq().frame(1));
        assertThat(field(request, "infiniband.cm.sidr_req.serviceid.protocol").text())
                .isEqualTo("UDP");
        assertValue(request, "infiniband.cm.sidr_req.serviceid.dport", 0x1234L);
        assertValue(request, "infiniband.cm.sidr_req.ip_cm.sport", 0xbb7fL);
        assertThat(field(request, "infiniband.cm.sidr_req.ip_cm.sip4").text())
                .isEqualTo("10.9.0.2");
        assertThat(field(request, "infiniband.cm.sidr_req.ip_cm.dip4").text())
                .isEqualTo("10.9.0.1");
        assertThat((String)
                        field(request, "infiniband.cm.sidr_req.ip_cm.private").value())
                .startsWith("6869");
        FieldTree reply = tree(Mad.sidrRep().frame(1));
        assertThat(field(reply, "infiniband.cm.sidr_rep.status").text()).isEqualTo("valid");
        assertValue(reply, "infiniband.cm.sidr_rep.qpn", 0x123L);
        assertValue(reply, "infiniband.cm.sidr_rep.vendorid_h", 2L);
        assertValue(reply, "infiniband.cm.sidr_rep.vendorid_l", 0xc9L);
        assertValue(reply, "infiniband.cm.sidr_rep.q_key", 0x0123_4567L);
    }

    @Test
    void subnetManagementIsReadByEitherRoute() {
        FieldTree lid = tree(Mad.smpLid().frame(0));
        assertThat(field(lid, "infiniband.mad.attributeid").text()).isEqualTo("PortInfo");
        assertValue(lid, "infiniband.smplid.mkey", 0x0a0b_0c0d_0102_0304L);
        assertThat((String) field(lid, "infiniband.smplid.smpdata").value()).startsWith("99");
        FieldTree directed = tree(Mad.smpDirected().frame(0));
        assertThat(field(directed, "infiniband.smpdirected.d").text()).isEqualTo("on the way back");
        assertThat(field(directed, "infiniband.smpdirected.smpstatus").text())
                .isEqualTo("invalid value in the attribute");
        assertValue(directed, "infiniband.smpdirected.hoppointer", 3L);
        assertValue(directed, "infiniband.smpdirected.hopcount", 5L);
        assertValue(directed, "infiniband.smpdirected.drslid", 0xffffL);
        assertValue(directed, "infiniband.smpdirected.drdlid", 0x12L);
        assertThat((String)
                        field(directed, "infiniband.smpdirected.initialpath").value())
                .startsWith("00010409");
        assertThat((String) field(directed, "infiniband.smpdirected.returnpath").value())
                .startsWith("000506");
    }

    @Test
    void administrationShowsItsSegments() {
        FieldTree data = tree(Mad.sa().frame(1));
        assertThat(field(data, "infiniband.mad.method").text()).isEqualTo("GetTableResp");
        assertThat(field(data, "infiniband.mad.attributeid").text()).isEqualTo("PathRecord");
        assertThat(field(data, "infiniband.rmpp.rmpptype").text()).isEqualTo("DATA");
        assertThat(field(data, "infiniband.rmpp.rresptime").text()).isEqualTo("none given");
        assertThat(field(data, "infiniband.rmpp.rmppflags").text()).isEqualTo("first");
        assertValue(data, "infiniband.rmpp.segmentnumber", 1L);
        assertValue(data, "infiniband.rmpp.payloadlength", 620L);
        assertThat(field(data, "infiniband.sa.attributeoffset").text()).isEqualTo("64 bytes");
        assertValue(data, "infiniband.sa.smkey", 0x55L);
        assertValue(data, "infiniband.sa.componentmask", 0x1000L);
        FieldTree ack = tree(Mad.sa().body(1, 2).frame(1));
        assertValue(ack, "infiniband.rmpp.newwindowlast", 620L);
        assertThat(names(ack)).doesNotContain("infiniband.rmpp.payloadlength");
        FieldTree abort = tree(Mad.sa().body(1, 4, 0, 118).frame(1));
        assertThat(field(abort, "infiniband.rmpp.rmppstatus").text())
                .isEqualTo("total time too long");
        assertThat(names(abort)).doesNotContain("infiniband.rmpp.segmentnumber");
    }

    @Test
    void countersAreShownWithTheirUnits() {
        FieldTree counters = tree(Mad.portCounters().frame(1));
        assertValue(counters, "infiniband.portcounters.symbolerrorcounter", 0x11L);
        assertValue(counters, "infiniband.portcounters.linkerrorrecoverycounter", 2L);
        assertValue(counters, "infiniband.portcounters.linkdownedcounter", 3L);
        assertValue(counters, "infiniband.portcounters.portrcverrors", 4L);
        assertValue(counters, "infiniband.portcounters.portrcvremotephysicalerrors", 5L);
        assertValue(counters, "infiniband.portcounters.portrcvswitchrelayerrors", 6L);
        assertValue(counters, "infiniband.portcounters.portxmitdiscards", 7L);
        assertValue(counters, "infiniband.portcounters.portxmitconstrainterrors", 8L);
        assertValue(counters, "infiniband.portcounters.portrcvconstrainterrors", 9L);
        assertValue(counters, "infiniband.portcounters.locallinkintegrityerrors", 0xaL);
        assertValue(counters, "infiniband.portcounters.excessivebufferoverrunerrors", 0xbL);
        assertValue(counters, "infiniband.portcounters.vl15dropped", 0xcL);
        assertThat(field(counters, "infiniband.portcounters.portxmitdata").text())
                .isEqualTo("17179869180 bytes");
        assertValue(counters, "infiniband.portcounters.portxmitwait", 7L);
        FieldTree extended = tree(Mad.portCountersExt().frame(1));
        assertThat(field(extended, "infiniband.portcounters_ext.portselect").text())
                .isEqualTo("all ports");
        assertValue(
                extended,
                "infiniband.portcounters_ext.portxmitdata",
                new BigInteger("ffffffffffffffff", 16));
        assertThat(field(extended, "infiniband.portcounters_ext.portxmitdata").text())
                .isEqualTo("73786976294838206460 bytes");
        assertValue(extended, "infiniband.portcounters_ext.portmulticastrcvpkts", 7L);
    }

    @Test
    void otherClassesAreNamed() {
        FieldTree device = tree(new Mad(0x06, 1, 1).frame(1));
        assertThat(field(device, "infiniband.mad.mgmtclass").text()).isEqualTo("device management");
        assertThat(names(device)).contains("infiniband.mad.data");
        assertThat(className(0x30)).isEqualTo("vendor");
        assertThat(className(0x0f)).isEqualTo("vendor");
        assertThat(className(0x21)).isEqualTo("congestion management");
        assertThat(className(0x2f)).isEqualTo("application");
        assertThat(className(0x50)).isNull();
    }

    private static String className(int code) {
        return field(tree(new Mad(code, 1, 1).frame(1)), "infiniband.mad.mgmtclass")
                .text();
    }

    @Test
    void onlyUnreliableDatagramsToQueuePairsZeroAndOneAreManagement() {
        byte[] payload = Mad.lap().bytes();
        assertThat(names(tree(Mad.lap().frame(0)))).contains("infiniband.mad.mgmtclass");
        assertThat(names(tree(Mad.lap().frame(2)))).doesNotContain("infiniband.mad.mgmtclass");
        for (int service : new int[] {Opcode.RC, Opcode.UC, Opcode.RD, Opcode.XRC}) {
            byte[] frame = new FrameBuilder()
                    .ethernet()
                    .ipv4("")
                    .roce(service | Opcode.SEND_ONLY, payload)
                    .destQp(1)
                    .build();
            assertThat(names(tree(frame)))
                    .doesNotContain("infiniband.mad.mgmtclass")
                    .contains("infiniband.payload");
        }
    }

    private static void assertValue(FieldTree tree, String name, Object value) {
        assertThat(field(tree, name).value()).as(name).isEqualTo(value);
    }

    private static FieldTree tree(byte[] bytes) {
        return tree(bytes, bytes.length);
    }

    private static FieldTree tree(byte[] bytes, int original) {
        FrameView view = new FrameView()
                .wrap(ByteBuffer.wrap(bytes), 0, bytes.length, original, LinkType.ETHERNET);
        new Dissector(4791, true).dissect(view);
        return FieldTree.of(view);
    }

    private static List<String> names(FieldTree tree) {
        return tree.layers().stream()
                .flatMap(layer -> layer.fields().stream())
                .map(Field::name)
                .toList();
    }

    private static Field field(FieldTree tree, String name) {
        return tree.layers().stream()
                .flatMap(layer -> layer.fields().stream())
                .filter(field -> field.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError(name + " not among " + names(tree)));
    }
}
