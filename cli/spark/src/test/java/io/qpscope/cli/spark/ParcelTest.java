package io.qpscope.cli.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.capture.CaptureFile;
import io.qpscope.capture.FrameCursor;
import io.qpscope.cli.Frames;
import io.qpscope.frame.Dissector;
import io.qpscope.frame.FrameView;
import io.qpscope.frame.IcrcStatus;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A frame that was sent without its payload looks to the tracker as before. */
class ParcelTest {
    private static final Path CAPTURES = Path.of("..", "..", "captures");

    private long sent;
    private long captured;

    /** WRITEs and READ responses go without payload; SENDs, handshakes and iWARP keep theirs. */
    @ParameterizedTest
    @CsvSource({
        "roce-loss3-write-upstream.pcap, true, true",
        "roce-loss3-write-upstream.pcap, false, true",
        "roce-loss3-read-upstream.pcap, true, true",
        "roce-loss3-send-downstream.pcap, true, false",
        "roce-corrupt.pcap, true, true",
        "roce-cm-many-ops.pcap, true, true",
        "iwarp-rping.pcap, true, false",
    })
    void looksAsBefore(String name, boolean check, boolean smaller) throws IOException {
        Dissector dissector = new Dissector(4791, check);
        Parcel parcel = new Parcel(4791);
        FrameView before = new FrameView();
        FrameView after = new FrameView();
        try (FrameCursor cursor = CaptureFile.open(CAPTURES.resolve(name))) {
            while (cursor.next()) {
                Frames.dissect(cursor, dissector, before);
                byte[] bytes = Parcel.pack(before, 0, check);
                parcel.unpack(bytes, cursor.number(), after);
                assertThat(facts(after)).isEqualTo(facts(before));
                sent += bytes.length;
                captured += before.captured();
            }
        }
        if (smaller) {
            assertThat(sent).isLessThan(captured);
        } else {
            assertThat(sent).isGreaterThan(captured);
        }
    }

    private static List<Object> facts(FrameView view) {
        List<Object> facts = new ArrayList<>(List.of(
                view.number(),
                view.timeNs(),
                view.captureIndex(),
                view.interfaceId(),
                view.linkType(),
                view.kind(),
                view.captured(),
                view.original(),
                view.truncated()));
        if (view.kind().hasTransport()) {
            int at = view.offset();
            facts.addAll(List.of(
                    view.opcode(),
                    view.destQp(),
                    view.psn(),
                    view.ackReq(),
                    view.bthFlags(),
                    view.trafficClass(),
                    view.ttl(),
                    view.ipId(),
                    view.payloadOffset() - at,
                    view.payloadLength(),
                    view.payloadCaptured(),
                    view.icrcCaptured(),
                    view.icrc(),
                    view.icrcStored(),
                    view.icrc() == IcrcStatus.UNCHECKED ? 0 : view.icrcComputed()));
            for (int i = at; i < view.payloadOffset(); i++) {
                facts.add(view.buffer().get(i));
            }
        }
        return facts;
    }
}
