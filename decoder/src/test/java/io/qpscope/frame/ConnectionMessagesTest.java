package io.qpscope.frame;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.capture.LinkType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.ByteBuffer;

/** The messages that open and close connections, field by field, with values in time and words. */
class ConnectionMessagesTest {
    private static final String REQ = "infiniband.cm.req";
    private static final String REP = "infiniband.cm.rep";

    @Test
    void aRequestTellsTheQueuePairAndHowItWantsToBeTreated() {
        FieldTree req = tree(Mad.req());
        assertThat(field(req, "infiniband.mad.attributeid").text()).isEqualTo("REQ");
        assertValue(req, REQ, 0xa1a2_a3a4L);
        assertValue(req, REQ + ".serviceid", 0x1000_0000_0000_0042L);
        assertValue(req, REQ + ".localcaguid", 0x0002_c903_0001_0203L);
        assertValue(req, REQ + ".localqkey", 0x1122_3344L);
        assertValue(req, REQ + ".localqpn", 0x123456L);
        assertValue(req, REQ + ".responderres", 7L);
        assertValue(req, REQ + ".localeecn", 0x0a0b0cL);
        assertValue(req, REQ + ".initdepth", 5L);
        assertValue(req, REQ + ".remoteeecn", 0x0d0e0fL);
        assertThat(field(req, REQ + ".remoteresptout").text()).isEqualTo("4294.967296 ms");
        assertThat(field(req, REQ + ".transpsvctype").text()).isEqualTo("RC");
        assertValue(req, REQ + ".e2eflowctrl", true);
        assertValue(req, REQ + ".startpsn", 0xabcdefL);
        assertThat(field(req, REQ + ".localresptout").text()).isEqualTo("1073.741824 ms");
        assertValue(req, REQ + ".retrcount", 6L);
        assertValue(req, REQ + ".pkey", 0xfffeL);
        assertThat(field(req, REQ + ".pppmtu").text()).isEqualTo("4096 bytes");
        assertValue(req, REQ + ".rdcexist", true);
        assertThat(field(req, REQ + ".rnrretrcount").text()).isEqualTo("without end");
        assertValue(req, REQ + ".maxcmretr", 15L);
        assertValue(req, REQ + ".srq", true);
        assertThat(field(req, REQ + ".ext_transport").text()).isEqualTo("XRC");
        assertThat((String) field(req, REQ + ".private").value()).startsWith("cafe00");
    }

    @ParameterizedTest
    @CsvSource({
        "prim, 17, 34, fe80::1, fe80::2, 0xabcde, 18, 0x77, 63, 4, true, 67.108864 ms",
        "alt, 51, 68, fe80::3, fe80::4, 0x12345, 19, 0x66, 32, 5, false, no timer",
    })
    void aRequestTellsBothPaths(
            String path,
            long localLid,
            long remoteLid,
            String localGid,
            String remoteGid,
            String flow,
            long rate,
            String trafficClass,
            long hops,
            long level,
            boolean local,
            String ackTimeout) {
        FieldTree req = tree(Mad.req());
        String name = REQ + "." + path;
        assertValue(req, name + "_locallid", localLid);
        assertValue(req, name + "_remotelid", remoteLid);
        assertThat(field(req, name + "_localgid").text()).isEqualTo(localGid);
        assertThat(field(req, name + "_remotegid").text()).isEqualTo(remoteGid);
        assertValue(req, name + "_flowlabel", Long.decode(flow));
        assertValue(req, name + "_pktrate", rate);
        assertValue(req, name + "_tfcclass", Long.decode(trafficClass));
        assertValue(req, name + "_hoplim", hops);
        assertValue(req, name + "_sl", level);
        assertValue(req, name + "_subnetlocal", local);
        assertThat(field(req, name + "_localacktout").text()).isEqualTo(ackTimeout);
    }

    @Test
    void aReplyTellsTheOtherQueuePair() {
        FieldTree rep = tree(Mad.rep());
        assertValue(rep, REP, 0xa1a2_a3a4L);
        assertValue(rep, REP + ".remotecommid", 0xb1b2_b3b4L);
        assertValue(rep, REP + ".localqkey", 0x1122_3344L);
        assertValue(rep, REP + ".localqpn", 0x123456L);
        assertValue(rep, REP + ".localeecn", 0x0a0b0cL);
        assertValue(rep, REP + ".startpsn", 0xabcdefL);
        assertValue(rep, REP + ".respres", 7L);
        assertValue(rep, REP + ".initdepth", 5L);
        assertThat(field(rep, REP + ".tgtackdelay").text()).isEqualTo("134.217728 ms");
        assertValue(rep, REP + ".failoveracc", 1L);
        assertValue(rep, REP + ".e2eflowctrl", true);
        assertValue(rep, REP + ".rnrretrcount", 6L);
        assertValue(rep, REP + ".srq", true);
        assertValue(rep, REP + ".localcaguid", 0x0002_c903_0001_0203L);
        assertThat((String) field(rep, REP + ".private").value()).startsWith("cafe00");
    }

    /** Field case BUG-031: the version of the addresses is that of the block, not of the MAD. */
    @Test
    void aRequestOfRdmaCmTellsAddressesOfEitherVersion() {
        Mad v4 = Mad.req().word(8, 0).body(12, 1, 6, 0x4e, 0x20);
        v4.body(140, 0x00, 0x40, 0xbb, 0x7f).body(156, 10, 9, 0, 2).body(172, 10, 9, 0, 1);
        FieldTree four = tree(v4.body(176, 0x68, 0x69));
        assertThat(field(four, REQ + ".serviceid.protocol").text()).isEqualTo("TCP");
        assertValue(four, REQ + ".serviceid.dport", 20_000L);
        assertValue(four, REQ + ".ip_cm.ipv", 4L);
        assertValue(four, REQ + ".ip_cm.sport", 0xbb7fL);
        assertThat(field(four, REQ + ".ip_cm.sip4").text()).isEqualTo("10.9.0.2");
        assertThat(field(four, REQ + ".ip_cm.dip4").text()).isEqualTo("10.9.0.1");
        assertThat((String) field(four, REQ + ".ip_cm.private").value()).startsWith("6869");
        Mad v6 = Mad.req().word(8, 0).body(12, 1, 6, 0x4e, 0x20);
        v6.body(140, 0x00, 0x60, 0xbb, 0x7f, 0xfd, 9).body(159, 2, 0xfd, 9).body(175, 1);
        FieldTree six = tree(v6);
        assertValue(six, REQ + ".ip_cm.ipv", 6L);
        assertThat(field(six, REQ + ".ip_cm.sip6").text()).isEqualTo("fd09::2");
        assertThat(field(six, REQ + ".ip_cm.dip6").text()).isEqualTo("fd09::1");
    }

    @ParameterizedTest
    @CsvSource({"rtu, 0x14", "drsp, 0x16"})
    void theShortMessagesHaveBothIdsAndPrivateData(String name, String attribute) {
        FieldTree tree = tree(Mad.brief(Integer.decode(attribute)));
        assertValue(tree, "infiniband.cm." + name + ".localcommid", 0xa1a2_a3a4L);
        assertValue(tree, "infiniband.cm." + name + ".remotecommid", 0xb1b2_b3b4L);
        Field data = field(tree, "infiniband.cm." + name + ".private");
        assertThat((String) data.value()).startsWith("cafe00");
        assertThat(data.bits()).isEqualTo(224 * 8);
    }

    @Test
    void aDisconnectNamesTheQueuePairOfTheOtherSide() {
        FieldTree dreq = tree(Mad.dreq());
        assertValue(dreq, "infiniband.cm.dreq.localcommid", 0xa1a2_a3a4L);
        assertValue(dreq, "infiniband.cm.dreq.remotecommid", 0xb1b2_b3b4L);
        assertValue(dreq, "infiniband.cm.req.remoteqpneecn", 0x123456L);
        assertThat(field(dreq, "infiniband.cm.dreq.private").bits()).isEqualTo(220 * 8);
    }

    /** The codes of IBA 12.6.7.2 as Linux's ib_cm.h numbers them. */
    @ParameterizedTest
    @CsvSource({
        "1, no queue pair",
        "2, end-to-end context",
        "3, no resources",
        "4, timeout",
        "5, unsupported",
        "6, communication id",
        "7, instance",
        "8, service id",
        "9, service type",
        "10, stale",
        "11, reliable datagram",
        "12, primary GID",
        "13, primary LID",
        "14, primary service level",
        "15, primary traffic class",
        "16, primary hop limit",
        "17, primary packet rate",
        "18, alternate GID",
        "19, alternate LID",
        "20, alternate service level",
        "21, alternate traffic class",
        "22, alternate hop limit",
        "23, alternate packet rate",
        "24, another port and manager",
        "25, another port",
        "26, MTU",
        "27, responder resources",
        "28, application",
        "29, RNR retry",
        "30, already in use",
        "31, class version",
        "32, primary flow label",
        "33, alternate flow label",
        "34, reserved",
        "35, vendor option",
        "36, reserved",
    })
    void everyReasonForARejectIsInWords(int code, String words) {
        FieldTree rej = tree(Mad.rej().body(10, 0, code));
        assertThat(field(rej, "infiniband.cm.rej.reason").text()).contains(words);
    }

    @Test
    void aRejectCarriesWhatItsReasonAdds() {
        FieldTree rej = tree(Mad.rej().body(84, 0x6e, 0x6f));
        Field more = field(rej, "infiniband.cm.rej.ari");
        assertThat((String) more.value()).startsWith("dead00");
        assertThat(more.bits()).isEqualTo(72 * 8);
        Field data = field(rej, "infiniband.cm.rej.private");
        assertThat((String) data.value()).startsWith("6e6f00");
        assertThat(data.bits()).isEqualTo(148 * 8);
    }

    private static void assertValue(FieldTree tree, String name, Object value) {
        assertThat(field(tree, name).value()).as(name).isEqualTo(value);
    }

    private static FieldTree tree(Mad mad) {
        byte[] bytes = mad.frame(1);
        FrameView view = new FrameView()
                .wrap(ByteBuffer.wrap(bytes), 0, bytes.length, bytes.length, LinkType.ETHERNET);
        new Dissector(4791, true).dissect(view);
        return FieldTree.of(view);
    }

    private static Field field(FieldTree tree, String name) {
        return tree.layers().stream()
                .flatMap(layer -> layer.fields().stream())
                .filter(field -> field.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError(name));
    }
}
