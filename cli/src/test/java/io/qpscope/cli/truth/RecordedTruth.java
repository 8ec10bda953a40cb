package io.qpscope.cli.truth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;

import io.qpscope.capture.CaptureInfo;
import io.qpscope.session.TrackerResult;

import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** All claims that the manifest of a folder of recordings proves. */
public final class RecordedTruth {
    private RecordedTruth() {}

    /** One container per recording. */
    public static List<DynamicContainer> of(Path captures) throws IOException {
        List<DynamicContainer> containers = new ArrayList<>();
        for (Recording recording : Recording.load(captures)) {
            containers.add(dynamicContainer(recording.file(), claims(recording)));
        }
        return containers;
    }

    private static List<DynamicTest> claims(Recording recording) throws IOException {
        if (recording.file().startsWith("iwarp-")) {
            Claims claims = new Claims(recording.file());
            IwarpClaims.add(recording, claims);
            List<DynamicTest> tests = new ArrayList<>(reading(recording));
            tests.addAll(claims.tests());
            return tests;
        }
        if (!recording.isRoce()) {
            return reading(recording);
        }
        List<DynamicTest> tests = new ArrayList<>(reading(recording));
        List<View> views = View.of(recording);
        for (View view : views) {
            Claims claims = new Claims(view.label());
            PacketClaims.add(view, claims);
            SessionClaims.add(view, claims);
            SettingsClaims.add(view, claims);
            CounterClaims.add(view, claims);
            LossClaims.add(view, claims);
            tests.addAll(claims.tests());
        }
        if (recording.hasTwoTaps()) {
            for (int tap = 0; tap < 2; tap++) {
                Claims claims = new Claims(views.get(tap).label());
                LossClaims.addPair(views.get(tap), views.get(1 - tap), claims);
                tests.addAll(claims.tests());
            }
            Claims together = new Claims(recording.file() + " with --taps");
            TapClaims.add(recording, views.subList(0, 2), together);
            tests.addAll(together.tests());
        }
        return tests;
    }

    /** Every frame is read, whatever it carries. */
    private static List<DynamicTest> reading(Recording recording) {
        long packets = Long.parseLong(recording.column("packets"));
        Claims claims = new Claims(recording.file());
        claims.add("is read to its end", () -> {
            CaptureInfo capture = Analysis.of(recording.path(), View.BOTH_TAPS).capture();
            assertThat(capture.packets()).isEqualTo(packets);
            assertThat(capture.damage()).isNull();
            assertThat(capture.truncatedPackets()).isZero();
            assertThat(capture.lastTimeNs()).isGreaterThan(capture.firstTimeNs());
        });
        claims.add("each frame counts once", () -> {
            TrackerResult.ProtocolCounts counts =
                    Analysis.of(recording.path(), View.BOTH_TAPS).result().protocols();
            assertThat(counts.roceV2()
                            + counts.roceV1()
                            + counts.infiniBand()
                            + counts.infiniBandLink()
                            + counts.iwarp()
                            + counts.pfc()
                            + counts.pause()
                            + counts.other())
                    .isEqualTo(packets);
        });
        if (recording.file().startsWith("inject-")) {
            // one flipped on purpose, one computed for another IP id; the log names both
            claims.add(
                    "two wrong ICRCs",
                    () -> assertThat(Analysis.of(recording.path(), View.BOTH_TAPS)
                                    .result()
                                    .icrc()
                                    .bad())
                            .isEqualTo(2));
        }
        return claims.tests();
    }
}
