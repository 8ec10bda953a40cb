package io.qpscope.frame.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.qpscope.capture.CaptureFile;
import io.qpscope.capture.FrameCursor;
import io.qpscope.capture.LinkType;
import io.qpscope.frame.Dissector;
import io.qpscope.frame.FieldTree;
import io.qpscope.frame.FrameView;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Predicate;

class PacketFilterTest {
    /** UC SEND ONLY over IPv4 with two bytes of pad: scapy test/contrib/roce.uts. */
    private static final FieldTree UC_SEND = tree("248a07a8fa22248a07a8fa2208004501004004784000"
            + "4011b4d5c0a80007c0a80007c00012b7002caca22460ffff000000d300cf1710"
            + "4630818be28935d90e9a95505401be885e50000078f353f3");

    /** The same over IPv6, from the same source. */
    private static final FieldTree IPV6 = tree("248a07a8fa22248a07a8fa2286dd6e21face002c11ff"
            + "2022000000000000000000000000102320230000000000000000000000001024"
            + "c00012b7002ce7c52460ffff000000d300cf1710"
            + "4630818be28935d90e9a95505401be885e5000003e5b743b");

    /** Maven runs tests in the folder of their module. */
    private static final Path RECORDINGS = Path.of("..", "captures");

    @ParameterizedTest
    @CsvSource(
            delimiterString = "->",
            value = {
                "infiniband.bth.opcode == 36 -> true",
                "infiniband.bth.opcode == 0x24 && ip.src == 192.168.0.7 -> true",
                "infiniband.bth.opcode == 0x24 && ip.src == 192.168.0.8 -> false",
                "infiniband.bth.opcode in {0x20..0x25} -> true",
                "infiniband.bth.opcode not in {17, 0x24} -> false",
                "infiniband.bth.m == 1 -> true",
                "infiniband.bth.se == 0 -> true",
                "infiniband.bth.psn >= 0xcf1710 and infiniband.bth.psn < 0xcf1711 -> true",
                "ip.src == 192.168.0.0/24 -> true",
                "ip.src == 192.168.1.0/24 -> false",
                "ip.src in {10.0.0.0/8, 192.168.0.7} -> true",
                "ip.src != 192.168.0.8 -> true",
                "ip.src == 2022::1023 -> false",
                "eth.src == 24:8a:07:a8:fa:22 -> true",
                "eth.src == 24-8A-07-A8-FA-22 -> true",
                "eth.src == 24:8a:07:a8:fa:23 -> false",
                "infiniband.bth -> true",
                "infiniband -> true",
                "infiniband.aeth -> false",
                "tcp or udp -> true",
                "not tcp -> true",
                "ipv6.src -> false",
                "ipv6.hlim != 255 -> false",
                "infiniband.aeth.syndrome != 1 -> false",
                "infiniband.payload contains 818b -> true",
                "infiniband.payload contains 0x81:8b -> true",
                "infiniband.payload contains 0818 -> false",
                "infiniband.payload contains 18be -> false",
                "infiniband.pad == 0000 -> true",
                "infiniband.invariant.crc == 0x78f353f3 -> true",
                "infiniband.invariant.crc.status == good -> true",
                "infiniband.invariant.crc.status contains oo -> true",
                "infiniband.invariant.crc.status != bad -> true",
                "frame.number == 1 -> true",
                "frame.len == 78 -> true",
            })
    void holdsOrNot(String expression, boolean expected) throws FilterException {
        assertThat(bind(expression).test(UC_SEND)).as(expression).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "ipv6.src == 2022::1023, true",
        "ipv6.src == 2022:0:0:0:0:0:0.0.16.35, true",
        "ipv6.src == 2022::/16 and ipv6.dst == 2023::/16, true",
        "ipv6.dst == 2022::/16, false",
        "ip.src, false",
        "ipv6.flow == 0x1face, true",
    })
    void knowsIpv6(String expression, boolean expected) throws FilterException {
        assertThat(bind(expression).test(IPV6)).as(expression).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "infiniband.bth.opcod == 1|0|did you mean infiniband.bth.opcode",
                "ip.scr == 1.2.3.4|0|did you mean ip.src",
                "tcp and destqp == 1|8|did you mean infiniband.bth.destqp",
                "zzzzzzzz|0|no field 'zzzzzzzz'; show lists the fields of a frame",
                "ip.src == 5|10|ip.src is an address",
                "eth.src == host|11|eth.src is an address",
                "infiniband.bth.psn == x|22|infiniband.bth.psn is a number",
                "infiniband.bth == 1|15|infiniband.bth is a layer",
                "infiniband.payload == 123|22|infiniband.payload is bytes",
                "infiniband.payload < 12|19|infiniband.payload is no number",
            })
    void pointsAtTheMistake(String expression, int position, String message) {
        FilterException problem =
                catchThrowableOfType(FilterException.class, () -> bind(expression));
        assertThat(problem).as(expression).isNotNull().hasMessageContaining(message);
        assertThat(problem.position()).isEqualTo(position);
    }

    @Test
    void anyOfSeveralValuesIsEnough() throws FilterException {
        FieldTree tags = tree("020000000002020000000001" + "88a86007" + "81000009" + "0806");
        assertThat(bind("vlan.id == 7").test(tags)).isTrue();
        assertThat(bind("vlan.id == 9").test(tags)).isTrue();
        assertThat(bind("vlan.id == 8").test(tags)).isFalse();
        assertThat(bind("vlan.id != 9").test(tags)).isFalse();
        assertThat(bind("vlan.id > 8").test(tags)).isTrue();
    }

    @Test
    void decimalsAndAllSixtyFourBitsCompare() throws FilterException, IOException {
        assertThat(matches("roce-rnr-zero.pcap", "infiniband.aeth.rnr_ms > 0.5"))
                .isNotEmpty();
        assertThat(matches("roce-rnr-zero.pcap", "infiniband.aeth.rnr_ms == 0.64"))
                .isNotEmpty();
        assertThat(matches("roce-rnr-zero.pcap", "infiniband.aeth.rnr_ms < 0.5"))
                .isEmpty();
        assertThat(matches(
                        "roce-cm-connect-disconnect.pcap",
                        "infiniband.cm.req.localcaguid == 0x505400fffe0a0902"))
                .hasSize(1);
    }

    @Test
    void everyFieldThatARecordingShowsCanBeFilteredFor() throws FilterException, IOException {
        List<String> names = PacketFields.FIELDS.names();
        for (String file : List.of(
                "roce-rc-all-ops.pcap",
                "roce-cm-connect-disconnect.pcap",
                "roce-cm-no-listener.pcap",
                "roce-ipv6-ops.pcap",
                "roce-vlan-ops.pcap",
                "inject-cm-probe.pcap")) {
            for (FieldTree tree : trees(file)) {
                for (var layer : tree.layers()) {
                    assertThat(names).contains(layer.name());
                    for (var field : layer.fields()) {
                        assertThat(names).contains(field.name());
                        assertThat(bind(field.name()).test(tree))
                                .as(field.name())
                                .isTrue();
                    }
                }
            }
        }
    }

    private static List<Long> matches(String file, String expression)
            throws FilterException, IOException {
        Predicate<FieldTree> filter = bind(expression);
        return trees(file).stream().filter(filter).map(FieldTree::frame).toList();
    }

    private static List<FieldTree> trees(String file) throws IOException {
        List<FieldTree> trees = new ArrayList<>();
        Dissector dissector = new Dissector(4791, true);
        FrameView view = new FrameView();
        try (FrameCursor cursor = CaptureFile.open(List.of(RECORDINGS.resolve(file)))) {
            while (cursor.next()) {
                view.wrap(
                                cursor.buffer(),
                                cursor.offset(),
                                cursor.capturedLength(),
                                cursor.originalLength(),
                                cursor.linkType())
                        .at(cursor.number(), cursor.timeNs(), 0, 0);
                dissector.dissect(view);
                trees.add(FieldTree.of(view));
            }
        }
        return trees;
    }

    private static Predicate<FieldTree> bind(String expression) throws FilterException {
        return Parser.parse(expression).bind(PacketFields.FIELDS);
    }

    private static FieldTree tree(String hex) {
        byte[] bytes = HexFormat.of().parseHex(hex);
        FrameView view = new FrameView()
                .wrap(ByteBuffer.wrap(bytes), 0, bytes.length, bytes.length, LinkType.ETHERNET)
                .at(1, 0, 0, 0);
        new Dissector(4791, true).dissect(view);
        return FieldTree.of(view);
    }
}
