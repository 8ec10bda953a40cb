package io.qpscope.frame;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.capture.CaptureFile;
import io.qpscope.capture.FrameCursor;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

class UpperWalkTest {
    private final UpperFrames frames = new UpperFrames();
    private final UpperContext context = new UpperContext();

    private FieldTree show(FrameView view) {
        context.onFrame(view);
        return FieldTree.of(view, context);
    }

    private void connect(long service) {
        show(frames.request(service, ""));
        show(frames.reply(""));
    }

    @Test
    void aRecordedDiscoveryIsReadAsWiresharkReadsIt() throws IOException {
        List<FieldTree> trees = recording("roce-nvmeof-discover.pcap");
        assertThat(trees).allSatisfy(tree -> assertThat(tree.errors()).isEmpty());
        FieldTree request = trees.get(0);
        assertThat(value(request, "nvme-rdma.cm.req.recfmt")).isEqualTo(0L);
        assertThat(value(request, "nvme-rdma.cm.req.qid")).isEqualTo(0L);
        assertThat(value(request, "nvme-rdma.cm.req.hrqsize")).isEqualTo(32L);
        assertThat(value(trees.get(1), "nvme-rdma.cm.rsp.crqsize")).isEqualTo(32L);
        FieldTree connect = trees.get(3);
        assertThat(value(connect, "nvme.fabrics.cmd.fctype")).isEqualTo(1L);
        assertThat(value(connect, "nvme.cmd.sgl1.addr"))
                .hasToString(Long.toUnsignedString(0xff38_1ae1_e7da_c800L));
        assertThat(value(connect, "nvme.cmd.sgl1.len")).isEqualTo(1024L);
        assertThat(value(connect, "nvme.cmd.sgl1.key")).isEqualTo(0x4dd5L);
        assertThat(value(connect, "nvme.fabrics.cmd.connect.sqsize")).isEqualTo(31L);
        assertThat(value(trees.get(7), "nvme.cqe.sqhd")).isEqualTo(1L);
        assertThat(value(trees.get(11), "nvme.cqe.dword0")).isEqualTo(0x0f00_007fL);
        assertThat(layers(trees, "nvme.fabrics.cmd")).hasSize(10);
    }

    @Test
    void everySendOfARecordedNvmeConnectionIsACapsule() throws IOException {
        for (String file : List.of("roce-nvmeof-discover.pcap", "roce-nvmeof-io.pcap")) {
            for (FieldTree tree : recording(file)) {
                List<String> names = tree.layers().stream().map(LayerNode::name).toList();
                Object opcode = field(tree, "infiniband.bth.opcode");
                boolean send =
                        opcode instanceof Long code && UpperConnection.begins(code.intValue());
                send &= !names.contains("infiniband.mad");
                boolean capsule = names.contains("nvme.cqe")
                        || names.contains("nvme.cmd")
                        || names.contains("nvme.fabrics.cmd");
                assertThat(capsule).as("%s frame %d", file, tree.frame()).isEqualTo(send);
            }
        }
    }

    @Test
    void aRecordedClcHandshakeIsReadAcceptAndConfirm() throws IOException {
        List<FieldTree> trees = recording("roce-smcr.pcap");
        FieldTree proposal = trees.get(4);
        assertThat(value(proposal, "smc.clc_msg")).isEqualTo(1L);
        assertThat(value(proposal, "smc.length")).isEqualTo(156L);
        FieldTree accept = trees.get(6);
        assertThat(value(accept, "smc.clc_msg")).isEqualTo(2L);
        assertThat(value(accept, "smc.accept.server.qp.number")).isEqualTo(0x11L);
        assertThat(value(accept, "smc.accept.server.rmb.rkey")).isEqualTo(0x3d2L);
        assertThat(value(accept, "smc.accept.initial.psn")).isEqualTo(0xaacfa3L);
        assertThat(value(trees.get(8), "smc.clc_msg")).isEqualTo(3L);
        assertThat(layers(trees, "smc.accept")).hasSize(2);
    }

    @Test
    void aClcMessageWithoutItsClosingEyecatcherIsBytes() {
        byte[] decline = UpperFrames.hex("e2d4c3d9 04 001c 10" + "00".repeat(16) + "e2d4c3d9");
        FieldTree tree = show(frames.tcp(true, decline));
        assertThat(value(tree, "smc.peer.diag.info")).isEqualTo(0L);
        decline[27] ^= 1;
        assertThat(show(frames.tcp(true, decline)).layers())
                .noneMatch(layer -> layer.name().startsWith("smc"));
    }

    @Test
    void rpcChunkListsAreShownSegmentBySegment() {
        connect(20049);
        FieldTree tree = show(frames.send(true, UpperSamples.RPC_CALL));
        assertThat(tree.errors()).isEmpty();
        assertThat(names(tree))
                .containsSubsequence(
                        "rpcordma",
                        "rpcordma.read",
                        "rpcordma.read",
                        "rpcordma.list_end",
                        "rpcordma.chunk",
                        "rpcordma.segment",
                        "rpcordma.list_end",
                        "rpcordma.chunk",
                        "rpcordma.segment",
                        "rpcordma.segment",
                        "infiniband.payload");
        assertThat(value(tree, "rpcordma.xid")).isEqualTo(0xabcdL);
        assertThat(value(tree, "infiniband.payload"))
                .isEqualTo("0000abcd00000000" + "00000002000186a3");
        assertThat(names(show(frames.send(false, UpperSamples.RPC_REPLY)))).contains("rpcordma");
    }

    @Test
    void theSameBytesOnAnUnknownQueuePairStayBytes() {
        for (UpperSamples.Sample sample : UpperSamples.ALL) {
            if (sample.protocol() != UpperProtocol.IPOIB) {
                FieldTree tree = show(frames.send(sample.fromActive(), sample.bytes()));
                assertThat(names(tree).get(names(tree).indexOf("infiniband.bth") + 1))
                        .isEqualTo("infiniband.payload");
            }
        }
    }

    @Test
    void aMessageThatFailsTheCheckStaysBytes() {
        connect(20049);
        FieldTree tree = show(frames.send(true, UpperSamples.RPC_CALL));
        assertThat(names(tree)).contains("rpcordma");
        FieldTree wrong = show(frames.send(true, UpperSamples.NVME_CONNECT));
        assertThat(names(wrong)).doesNotContain("rpcordma").contains("infiniband.payload");
    }

    @Test
    void aFirstMessageThatFailsTheCheckSpeaksAgainstTheCandidate() {
        connect(20049);
        show(frames.send(true, UpperSamples.NVME_CONNECT));
        assertThat(names(show(frames.send(true, UpperSamples.RPC_CALL))))
                .doesNotContain("rpcordma");
    }

    @Test
    void aShortSendSpeaksNeitherForNorAgainst() {
        connect(20049);
        assertThat(names(show(frames.send(true, "01020304"))))
                .contains("infiniband.payload")
                .doesNotContain("rpcordma");
        assertThat(names(show(frames.send(true, UpperSamples.RPC_CALL)))).contains("rpcordma");
    }

    @Test
    void aQueuePairThatIsAskedForAnewForgetsWhatItCarried() {
        connect(20049);
        show(frames.send(true, UpperSamples.RPC_CALL));
        connect(7174);
        assertThat(names(show(frames.send(true, UpperSamples.RPC_CALL))))
                .doesNotContain("rpcordma");
    }

    @Test
    void smbDirectNegotiatesAndSendsData() {
        connect(5445);
        FieldTree request = show(frames.send(true, UpperSamples.SMB_REQUEST));
        assertThat(value(request, "smb_direct.credits.requested")).isEqualTo(255L);
        FieldTree response = show(frames.send(false, UpperSamples.SMB_RESPONSE));
        assertThat(value(response, "smb_direct.max_read_write_size")).isEqualTo(0x10_0000L);
        FieldTree data = show(frames.send(true, UpperSamples.SMB_DATA));
        assertThat(value(data, "smb_direct.data_offset")).isEqualTo(24L);
    }

    @Test
    void iserShowsItsFlagsAndHeader() {
        FieldTree request = show(frames.request(3260, "c0000000"));
        assertThat(value(request, "iser.cm.zbva_not_supported")).isEqualTo(true);
        show(frames.reply("40000000"));
        FieldTree tree = show(frames.send(true, UpperSamples.ISER_COMMAND));
        assertThat(value(tree, "iser.read_stag")).isEqualTo(0x1234L);
        assertThat(value(tree, "iser.flags.rsv")).isEqualTo(true);
    }

    @Test
    void srpLogsInThroughPrivateData() {
        FieldTree request = show(frames.request(0x0002_c903_0000_0001L, UpperSamples.SRP_LOGIN));
        assertThat(value(request, "srp.login_req.req_it_iu_len")).isEqualTo(260L);
        FieldTree response = show(frames.reply("c0000000 00000010 0000000000000009"));
        assertThat(value(response, "srp.req_lim_delta")).isEqualTo(16L);
        assertThat(value(show(frames.send(true, UpperSamples.SRP_COMMAND)), "srp.tag"))
                .isEqualTo(5L);
        assertThat(names(show(frames.send(false, UpperSamples.SRP_RESPONSE)))).contains("srp.rsp");
    }

    @Test
    void rejectsShowTheirReason() {
        show(frames.request(4420, ""));
        Field status = find(show(frames.reject("0000 0600")), "nvme-rdma.cm.rej.status");
        assertThat(status.text()).isEqualTo("no resources");
    }

    @Test
    void rdsShowsItsHeader() {
        connect(18634);
        FieldTree tree = show(frames.send(true, UpperSamples.RDS));
        assertThat(value(tree, "rds.dport")).isEqualTo(0x1001L);
    }

    @Test
    void ipoibIsProvedByTheDatagramAlone() {
        byte[] echo = UpperFrames.hex("00000b1b 00000033" + UpperSamples.IPOIB_ECHO);
        FieldTree tree = show(frames.send(true, 0x64, echo));
        assertThat(value(tree, "ipoib.type")).isEqualTo(0x0800L);
        echo[8 + 7] ^= 1;
        assertThat(names(show(frames.send(true, 0x64, echo)))).doesNotContain("ipoib");
    }

    @Test
    void llcIsReadOnTheQueuePairsThatClcNamed() {
        byte[] accept = UpperFrames.hex("e2d4c3d9 02 0044 18" + "00".repeat(8)
                + "00000000000000000000ffff0a090001" + "000000000001" + "000022" + "00".repeat(20)
                + "000064" + "e2d4c3d9");
        byte[] confirm = accept.clone();
        confirm[4] = 3;
        confirm[31] = 2;
        confirm[40] = 0x11;
        show(frames.tcp(false, accept));
        show(frames.tcp(true, confirm));
        FieldTree tree = show(frames.send(false, UpperSamples.SMC_CONFIRM_LINK));
        assertThat(value(tree, "smc.confirm.link.sender.qp.number")).isEqualTo(0x11L);
    }

    @Test
    void changedMessagesNeverThrowAndStayInsideTheFrame() {
        long seed = Long.getLong("qpscope.seed", System.nanoTime());
        Random random = new Random(seed);
        int[] ports = {4420, 20049, 445, 3260, 18634};
        for (int round = 0; round < 20_000; round++) {
            if (round % 100 == 0) {
                connect(ports[random.nextInt(ports.length)]);
            }
            UpperSamples.Sample sample =
                    UpperSamples.ALL.get(random.nextInt(UpperSamples.ALL.size()));
            byte[] bytes = UpperFrames.hex(sample.bytes());
            for (int i = random.nextInt(3); i > 0; i--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            FrameView view = frames.send(sample.fromActive(), 0x04, bytes);
            try {
                FieldTree tree = show(view);
                assertThat(tree.layers())
                        .allSatisfy(layer -> assertThat(layer.offset() + layer.length())
                                .isLessThanOrEqualTo(view.captured()));
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("-Dqpscope.seed=" + seed + " round " + round, e);
            }
        }
    }

    /** Maven runs tests in the folder of their module. */
    private static List<FieldTree> recording(String file) throws IOException {
        List<FieldTree> trees = new ArrayList<>();
        Dissector dissector = new Dissector(4791, true);
        UpperContext context = new UpperContext();
        FrameView view = new FrameView();
        try (FrameCursor cursor = CaptureFile.open(List.of(Path.of("..", "captures", file)))) {
            while (cursor.next()) {
                view.wrap(
                                cursor.buffer(),
                                cursor.offset(),
                                cursor.capturedLength(),
                                cursor.originalLength(),
                                cursor.linkType())
                        .at(cursor.number(), cursor.timeNs(), 0, 0);
                dissector.dissect(view);
                context.onFrame(view);
                trees.add(FieldTree.of(view, context));
            }
        }
        return trees;
    }

    private static List<FieldTree> layers(List<FieldTree> trees, String layer) {
        return trees.stream().filter(tree -> names(tree).contains(layer)).toList();
    }

    private static List<String> names(FieldTree tree) {
        return tree.layers().stream().map(LayerNode::name).toList();
    }

    private static Object field(FieldTree tree, String name) {
        return tree.layers().stream()
                .flatMap(layer -> layer.fields().stream())
                .filter(field -> field.name().equals(name))
                .map(Field::value)
                .findFirst()
                .orElse(null);
    }

    private static Object value(FieldTree tree, String name) {
        return find(tree, name).value();
    }

    private static Field find(FieldTree tree, String name) {
        return tree.layers().stream()
                .flatMap(layer -> layer.fields().stream())
                .filter(field -> field.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError(name + " not in " + names(tree)));
    }
}
