package io.qpscope.session.iwarp;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.frame.Field;
import io.qpscope.frame.FieldTree;
import io.qpscope.frame.LayerNode;
import io.qpscope.wire.AtomicCodes;
import io.qpscope.wire.Rdmap;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

class StreamReaderTest {
    private static List<FieldTree> show(Wire wire) {
        StreamReader streams = new StreamReader();
        List<FieldTree> trees = new ArrayList<>();
        wire.each(view -> trees.add(FieldTree.of(view, streams.unitsOf(view))));
        return trees;
    }

    private static Field field(FieldTree tree, String name) {
        return tree.layers().stream()
                .map(LayerNode::fields)
                .flatMap(List::stream)
                .filter(field -> field.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    @Test
    void theFrameThatCompletesAnFpduShowsIt() {
        MpaStream a = new MpaStream(false, true).request(0x40, 1, new byte[0]).send(1, 50);
        byte[] bytes = a.bytes();
        List<FieldTree> trees = show(new Wire()
                .data(0, bytes, 0, 20, -1)
                .data(0, bytes, 20, 60, -1)
                .data(0, bytes, 60, bytes.length, -1));
        assertThat(field(trees.get(0), "iwarp_mpa.rev").value()).isEqualTo(1L);
        assertThat(field(trees.get(0), "iwarp_mpa.rev").offset()).isEqualTo(54 + 17);
        assertThat(field(trees.get(1), "iwarp_mpa.ulpdulength")).isNull();
        assertThat(field(trees.get(2), "iwarp_mpa.ulpdulength").value()).isEqualTo(68L);
        assertThat(field(trees.get(2), "iwarp_rdma.opcode").text()).isEqualTo("SEND");
        assertThat(field(trees.get(2), "iwarp_mpa.crc.status").value()).isEqualTo("good");
        assertThat(field(trees.get(2), "iwarp_ddp.msn").offset()).isEqualTo(-1);
        assertThat(trees.get(2).errors()).isEmpty();
    }

    @Test
    void anFpduWithinAFrameHasItsPlaces() {
        MpaStream a = MpaStream.plain().request(0, 1, new byte[0]).readRequest(1, 77);
        FieldTree tree = show(new Wire().all(0, a)).get(0);
        assertThat(field(tree, "iwarp_ddp.qn").offset()).isEqualTo(54 + 20 + 2 + 6);
        assertThat(field(tree, "iwarp_rdma.rdmardsz").value()).isEqualTo(77L);
        assertThat(field(tree, "iwarp_mpa.crc.status").value()).isEqualTo("unused");
    }

    @Test
    void enhancedPrivateDataAndMarkersAreShown() {
        MpaStream a = new MpaStream(true, false)
                .request(0x10, 2, MpaStream.depths(0x8005, 0x4006))
                .write(1, 2, 600);
        FieldTree tree = show(new Wire().all(0, a)).get(0);
        assertThat(field(tree, "iwarp_mpa.enhanced.a").value()).isEqualTo(true);
        assertThat(field(tree, "iwarp_mpa.enhanced.ird").value()).isEqualTo(5L);
        assertThat(field(tree, "iwarp_mpa.enhanced.D").value()).isEqualTo(true);
        assertThat(tree.layers().stream().filter(l -> l.name().equals("iwarp_mpa.markers")))
                .hasSize(2);
        assertThat(field(tree, "iwarp_rdma.payload").bits()).isEqualTo(600 * 8);
    }

    @Test
    void legacyDepthsOfRevisionOneAreCalledAGuess() {
        byte[] depths = {0, 0, 0, 4, 0, 0, 0, 2};
        FieldTree tree =
                show(new Wire().all(0, MpaStream.plain().request(0, 1, depths))).get(0);
        assertThat(field(tree, "iwarp_mpa.legacy.ird").value()).isEqualTo(4L);
        assertThat(field(tree, "iwarp_mpa.legacy.ird").text()).isEqualTo("a guess");
        assertThat(field(tree, "iwarp_mpa.privatedata").value()).isEqualTo("0000000400000002");
    }

    @Test
    void aTerminateNamesItsForm() {
        MpaStream a = MpaStream.plain().request(0, 1, new byte[0]);
        FieldTree siw =
                show(new Wire().all(0, a.terminate(0x21020300, new byte[20]))).get(0);
        assertThat(field(siw, "iwarp_rdma.term.form").value()).isEqualTo("siw");
        assertThat(field(siw, "iwarp_rdma.term_layer").value()).isEqualTo(1L);
        assertThat(field(siw, "iwarp_rdma.term_errcode").text()).contains("no receive buffer");
        assertThat(field(siw, "iwarp_rdma.term_ddp_h").bits()).isEqualTo(18 * 8);
    }

    private static Object crcStatus(int flag, boolean reply, boolean crc, boolean broken) {
        MpaStream a = new MpaStream(false, crc).request(flag, 1, new byte[0]);
        a.breakNextCrc = broken;
        a.send(1, 50);
        Wire wire = new Wire().data(0, a.bytes(), 0, a.ends.get(0), -1);
        if (reply) {
            wire.all(1, MpaStream.plain().reply(0, 1, new byte[0]));
        }
        List<FieldTree> trees = show(wire.data(0, a.bytes(), a.ends.get(0), a.bytes().length, -1));
        return field(trees.get(trees.size() - 1), "iwarp_mpa.crc.status").value();
    }

    @Test
    void theCrcIsGoodBadUnusedOrUnchecked() {
        assertThat(crcStatus(0x40, true, true, false)).isEqualTo("good");
        assertThat(crcStatus(0x40, true, true, true)).isEqualTo("bad");
        assertThat(crcStatus(0, true, false, false)).isEqualTo("unused");
        // Not zero, does not fit, and without the reply nobody knows whether it has to.
        assertThat(crcStatus(0, false, true, true)).isEqualTo("unchecked");
    }

    @Test
    void everyOpcodeHasItsName() {
        String[] names = {
            "RDMA WRITE", "RDMA READ request", "RDMA READ response", "SEND",
            "SEND with Invalidate", "SEND with SE", "SEND with SE and Invalidate", "Terminate",
            "Immediate", "Immediate with SE", "atomic request", "atomic response",
        };
        for (int opcode = 0; opcode < 16; opcode++) {
            MpaStream a = new MpaStream(false, true).request(0x40, 1, new byte[0]);
            FieldTree tree = show(new Wire()
                            .all(0, a.untagged(opcode, 0, 1, 0, true, new byte[52])))
                    .get(0);
            assertThat(field(tree, "iwarp_rdma.opcode").text())
                    .isEqualTo(opcode < names.length ? names[opcode] : null);
        }
    }

    @Test
    void atomicsAndImmediatesAreShownFieldByField() {
        byte[] body = ByteBuffer.allocate(52)
                .putInt(2)
                .putInt(0x0102_0304)
                .putInt(0x11)
                .putLong(0x2000)
                .putLong(3)
                .putLong(4)
                .putLong(5)
                .putLong(6)
                .array();
        MpaStream a = MpaStream.plain().request(0, 1, new byte[0]);
        a.untagged(Rdmap.ATOMIC_REQUEST, 1, 1, 0, true, body);
        FieldTree request = show(new Wire().all(0, a)).get(0);
        String atomic = "iwarp_rdma.atomic.";
        assertThat(field(request, atomic + "opcode").text()).isEqualTo("CmpSwap");
        assertThat(field(request, atomic + "request_identifier").value()).isEqualTo(0x0102_0304L);
        assertThat(field(request, atomic + "remote_stag").value()).isEqualTo(0x11L);
        assertThat(field(request, atomic + "remote_tagged_offset").value()).isEqualTo(0x2000L);
        assertThat(field(request, atomic + "add_data").value()).isEqualTo(3L);
        assertThat(field(request, atomic + "add_mask").value()).isEqualTo(4L);
        assertThat(field(request, atomic + "compare_data").value()).isEqualTo(5L);
        assertThat(field(request, atomic + "compare_mask").value()).isEqualTo(6L);
        assertThat(request.errors()).isEmpty();
        StreamReader urdma = new StreamReader(new AtomicCodes(0, 3, 2));
        List<FieldTree> trees = new ArrayList<>();
        byte[] swap = body.clone();
        swap[3] = 3;
        MpaStream other = MpaStream.plain().request(0, 1, new byte[0]);
        new Wire()
                .all(0, other.untagged(Rdmap.ATOMIC_REQUEST, 1, 1, 0, true, swap))
                .each(view -> trees.add(FieldTree.of(view, urdma.unitsOf(view))));
        assertThat(field(trees.get(0), atomic + "opcode").text()).isEqualTo("Swap");
        byte[] answer = ByteBuffer.allocate(12).putInt(7).putLong(9).array();
        MpaStream b = MpaStream.plain().request(0, 1, new byte[0]);
        b.untagged(Rdmap.ATOMIC_RESPONSE, 3, 1, 0, true, answer);
        FieldTree response = show(new Wire().all(0, b)).get(0);
        assertThat(field(response, atomic + "original_request_identifier").value())
                .isEqualTo(7L);
        assertThat(field(response, atomic + "original_remote_data_value").value())
                .isEqualTo(9L);
        MpaStream c = MpaStream.plain().request(0, 1, new byte[0]);
        c.untagged(Rdmap.IMMEDIATE_SE, 0, 1, 0, true, new byte[] {0, 0, 0, 0, 0, 0, 1, 2});
        FieldTree immediate = show(new Wire().all(0, c)).get(0);
        assertThat(field(immediate, "iwarp_rdma.immediate").value()).isEqualTo(0x102L);
    }

    /** Field case BUG-069, in the byte order that is no network's: too large for a depth. */
    @Test
    void depthsInTheOtherByteOrderStayPrivateData() {
        byte[] depths = {4, 0, 0, 0, 2, 0, 0, 0};
        FieldTree tree =
                show(new Wire().all(0, MpaStream.plain().request(0, 1, depths))).get(0);
        assertThat(field(tree, "iwarp_mpa.legacy.ird")).isNull();
        assertThat(field(tree, "iwarp_mpa.privatedata").value()).isEqualTo("0400000002000000");
    }
}
