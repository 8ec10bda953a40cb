package io.qpscope.session.iwarp;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.frame.Field;
import io.qpscope.frame.FieldTree;
import io.qpscope.frame.LayerNode;

import org.junit.jupiter.api.Test;

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
}
