package io.qpscope.session.iwarp;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.frame.FieldTree;
import io.qpscope.frame.LayerNode;
import io.qpscope.frame.UpperFrames;
import io.qpscope.frame.UpperProtocol;
import io.qpscope.frame.UpperSamples;
import io.qpscope.frame.UpperSamples.Sample;
import io.qpscope.wire.Rdmap;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** What an iWARP connection carries: its port names a candidate, its SENDs prove it. */
class IwarpCarriesTest {
    private static final int OTHER_PORT = 20_000;
    private static final int SMB_PORT = 5445;

    private static final Map<UpperProtocol, Integer> PORTS = Map.of(
            UpperProtocol.NVME_OF, 4420,
            UpperProtocol.RPC_OVER_RDMA, 20_049,
            UpperProtocol.SMB_DIRECT, SMB_PORT,
            UpperProtocol.ISER, 3260,
            UpperProtocol.RDS, 16_385);

    private static Stream<Sample> requests() {
        return UpperSamples.ALL.stream()
                .filter(sample -> sample.fromActive() && PORTS.containsKey(sample.protocol()));
    }

    private static String layer(Sample sample) {
        return switch (sample.protocol()) {
            case NVME_OF -> "nvme";
            case RPC_OVER_RDMA -> "rpcordma";
            case SMB_DIRECT -> "smb_direct";
            default -> sample.protocol().label().toLowerCase(Locale.ROOT);
        };
    }

    private static MpaStream asking(boolean markers) {
        return new MpaStream(markers, true).request(0x40, 1, new byte[0]);
    }

    private static MpaStream send(MpaStream stream, int msn, byte[] message) {
        return stream.untagged(Rdmap.SEND, 0, msn, 0, true, message);
    }

    private static Wire wire(int port, MpaStream active) {
        return new Wire().ports(40_000, port).handshake().all(0, active);
    }

    private static String carries(Wire wire) {
        return wire.run().result().sessions().get(0).carries();
    }

    private static List<String> layers(Wire wire) {
        StreamReader streams = new StreamReader();
        List<String> names = new ArrayList<>();
        wire.each(view -> {
            FieldTree tree = FieldTree.of(view, streams.unitsOf(view));
            assertThat(tree.errors()).isEmpty();
            tree.layers().stream().map(LayerNode::name).forEach(names::add);
        });
        return names;
    }

    @ParameterizedTest
    @MethodSource("requests")
    void aMessageThatPassesItsCheckProvesWhatThePortNames(Sample sample) {
        for (boolean markers : new boolean[] {false, true}) {
            MpaStream stream = send(asking(markers), 1, UpperFrames.hex(sample.bytes()));
            Wire wire = wire(PORTS.get(sample.protocol()), stream);
            assertThat(carries(wire)).isEqualTo(sample.protocol().label());
            assertThat(layers(wire)).anyMatch(name -> name.startsWith(layer(sample)));
        }
    }

    @ParameterizedTest
    @MethodSource("requests")
    void onAnotherPortItProvesNothing(Sample sample) {
        Wire wire = wire(OTHER_PORT, send(asking(false), 1, UpperFrames.hex(sample.bytes())));
        assertThat(carries(wire)).isNull();
        assertThat(layers(wire))
                .noneMatch(name -> name.startsWith(layer(sample)))
                .last()
                .isEqualTo("iwarp_rdma.payload");
    }

    @Test
    void itsFieldsHaveTheirPlaceInTheFrame() {
        Wire wire =
                wire(SMB_PORT, send(asking(false), 1, UpperFrames.hex(UpperSamples.SMB_REQUEST)));
        StreamReader streams = new StreamReader();
        List<Integer> places = new ArrayList<>();
        wire.each(view -> FieldTree.of(view, streams.unitsOf(view)).layers().stream()
                .flatMap(layer -> layer.fields().stream())
                .filter(field -> field.name().equals("smb_direct.version.min"))
                .forEach(field -> places.add(field.offset())));
        assertThat(places).containsExactly(54 + 20 + 2 + 18);
    }

    @ParameterizedTest
    @MethodSource("requests")
    void oneWrongBitSpeaksAgainstIt(Sample sample) {
        for (int place : sample.strict()) {
            byte[] message = UpperFrames.hex(sample.bytes());
            message[place] ^= 1;
            MpaStream stream = send(asking(false), 1, message);
            send(stream, 2, UpperFrames.hex(sample.bytes()));
            assertThat(carries(wire(PORTS.get(sample.protocol()), stream)))
                    .as("byte %d of %s", place, sample.protocol())
                    .isNull();
        }
    }

    @Test
    void answersAloneProveNothing() {
        MpaStream active = send(asking(false), 1, new byte[4]);
        MpaStream passive = new MpaStream(false, true).reply(0x40, 1, new byte[0]);
        send(passive, 1, UpperFrames.hex(UpperSamples.SMB_RESPONSE));
        assertThat(carries(wire(SMB_PORT, active).all(1, passive))).isNull();
    }

    @Test
    void shortSendsNeitherProveNorSpeakAgainst() {
        MpaStream stream = send(asking(false), 1, new byte[12]);
        assertThat(carries(wire(SMB_PORT, stream))).isNull();
        send(stream, 2, UpperFrames.hex(UpperSamples.SMB_REQUEST));
        assertThat(carries(wire(SMB_PORT, stream))).isEqualTo("SMB Direct");
    }

    @Test
    void aMessageOfSeveralSegmentsIsJudgedByTheFirst() {
        byte[] message = Arrays.copyOf(UpperFrames.hex(UpperSamples.SMB_DATA), 24 + 100);
        message[16] = 100;
        MpaStream stream = asking(false)
                .untagged(Rdmap.SEND, 0, 1, 0, false, Arrays.copyOf(message, 64))
                .untagged(Rdmap.SEND, 0, 1, 64, true, Arrays.copyOfRange(message, 64, 124));
        assertThat(carries(wire(SMB_PORT, stream))).isEqualTo("SMB Direct");
        MpaStream cut = send(asking(false), 1, Arrays.copyOf(message, 64));
        assertThat(carries(wire(SMB_PORT, cut))).isNull();
    }

    @Test
    void onlySendsAreLookedAt() {
        byte[] message = UpperFrames.hex(UpperSamples.SMB_REQUEST);
        MpaStream write = asking(false).tagged(Rdmap.WRITE, 1, 0, true, message);
        assertThat(carries(wire(SMB_PORT, write))).isNull();
        assertThat(layers(wire(SMB_PORT, write))).last().isEqualTo("iwarp_rdma.payload");
    }

    @Test
    void aMessageWithABadCrcProvesNothing() {
        MpaStream stream = asking(false);
        stream.breakNextCrc = true;
        send(stream, 1, UpperFrames.hex(UpperSamples.SMB_REQUEST));
        assertThat(carries(wire(SMB_PORT, stream))).isNull();
    }
}
