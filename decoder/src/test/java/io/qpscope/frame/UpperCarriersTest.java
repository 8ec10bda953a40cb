package io.qpscope.frame;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.build.Envelope;
import io.qpscope.build.PacketBuilder;
import io.qpscope.capture.LinkType;
import io.qpscope.session.SessionTracker;
import io.qpscope.spec.InfinibandDeth;
import io.qpscope.wire.Opcode;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Upper layers are the same whatever carries the queue pairs. */
class UpperCarriersTest {
    private static final int DETH_LENGTH = 8;

    private final UpperFrames frames = new UpperFrames();
    private final List<byte[]> packets = new ArrayList<>();

    private void add(Envelope envelope, boolean fromActive, FrameView view) {
        PacketBuilder packet = new PacketBuilder(envelope, view.opcode());
        int from = view.extendedOffset();
        if (view.opcode() == (Opcode.UD | Opcode.SEND_ONLY)) {
            InfinibandDeth deth = new InfinibandDeth();
            deth.setQKey(0x8001_0000L);
            deth.setReserved(0);
            deth.setSrcqp(1);
            packet.header(deth);
            from += DETH_LENGTH;
        }
        byte[] payload = new byte[view.payloadOffset() + view.payloadLength() - from];
        view.buffer().get(from, payload);
        packet.bth.setDestqp(view.destQp());
        packet.bth.setPsn(view.psn());
        if (!fromActive) {
            turn(packet);
        }
        packets.add(packet.payload(payload).build());
    }

    private static void turn(PacketBuilder packet) {
        packet.ipv4.setSource(0x0a09_0002L);
        packet.ipv4.setDestination(0x0a09_0001L);
        byte[] address = packet.ipv6.source();
        packet.ipv6.setSource(packet.ipv6.destination());
        packet.ipv6.setDestination(address);
        byte[] gid = packet.grh.sgid();
        packet.grh.setSgid(packet.grh.dgid());
        packet.grh.setDgid(gid);
        packet.lrh.setSlid(4);
        packet.lrh.setDlid(1);
    }

    @ParameterizedTest
    @EnumSource
    void aConnectionIsShownAndLabelled(Envelope envelope) {
        add(envelope, true, frames.request(20049, ""));
        add(envelope, false, frames.reply(""));
        add(envelope, true, frames.send(true, UpperSamples.RPC_CALL));
        add(envelope, false, frames.send(false, UpperSamples.RPC_REPLY));
        UpperContext context = new UpperContext();
        SessionTracker tracker = new SessionTracker(SessionTracker.Options.DEFAULT);
        List<List<String>> shown = new ArrayList<>();
        for (byte[] packet : packets) {
            boolean raw = envelope == Envelope.LOCAL || envelope == Envelope.GLOBAL;
            int type = raw ? LinkType.INFINIBAND : LinkType.ETHERNET;
            FrameView view = new FrameView()
                    .wrap(ByteBuffer.wrap(packet), 0, packet.length, packet.length, type)
                    .at(shown.size() + 1, shown.size() * 1000L, 0, 0);
            new Dissector(4791, true).dissect(view);
            assertThat(view.icrc()).isEqualTo(IcrcStatus.GOOD);
            context.onFrame(view);
            tracker.onFrame(view);
            FieldTree tree = FieldTree.of(view, context);
            shown.add(tree.layers().stream().map(LayerNode::name).toList());
        }
        assertThat(shown.get(2)).contains("rpcordma", "rpcordma.segment");
        assertThat(shown.get(3)).contains("rpcordma");
        assertThat(tracker.finish().sessions().get(0).carries()).isEqualTo("RPC-over-RDMA");
    }

    @ParameterizedTest
    @EnumSource
    void ipoibIsReadOnEachCarrier(Envelope envelope) {
        byte[] echo = UpperFrames.hex("00000b1b 00000033" + UpperSamples.IPOIB_ECHO);
        add(envelope, true, frames.send(true, Opcode.UD | Opcode.SEND_ONLY, echo));
        byte[] packet = packets.get(0);
        boolean raw = envelope == Envelope.LOCAL || envelope == Envelope.GLOBAL;
        FrameView view = new FrameView()
                .wrap(
                        ByteBuffer.wrap(packet),
                        0,
                        packet.length,
                        packet.length,
                        raw ? LinkType.INFINIBAND : LinkType.ETHERNET)
                .at(1, 0, 0, 0);
        new Dissector(4791, true).dissect(view);
        List<String> names = FieldTree.of(view, new UpperContext()).layers().stream()
                .map(LayerNode::name)
                .toList();
        assertThat(names).contains("ipoib");
        assertThat(Arrays.asList("infiniband.mad", "rds")).noneMatch(names::contains);
    }
}
