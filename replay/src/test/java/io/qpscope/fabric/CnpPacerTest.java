package io.qpscope.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.fabric.CnpOptions.Scope;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.ArrayList;
import java.util.List;

/** The notification point's pace (T8). */
class CnpPacerTest {
    private static final long GAP = 50_000;

    /** Marks every microsecond for a millisecond on the four pairs of two and two addresses. */
    @ParameterizedTest
    @CsvSource({"PORT, 1", "IP, 2", "PAIR, 4", "QP, 4"})
    void aMillisecondHas20Or21CnpsOfEachScope(Scope scope, int scopes) {
        CnpPacer pacer = new CnpPacer(new CnpOptions(scope, GAP));
        List<List<Long>> times = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            times.add(new ArrayList<>());
        }
        long sent = 0;
        for (long now = 0; now <= 1_000_000; now += 1_000) {
            for (int qp = 0; qp < 4; qp++) {
                int source = qp / 2;
                int destination = qp % 2;
                if (pacer.mayNotify(100 + source, 200 + destination, 17 + qp, now)) {
                    sent++;
                    int of = switch (scope) {
                        case PORT -> 0;
                        case IP -> source;
                        case PAIR, QP -> qp;
                    };
                    times.get(of).add(now);
                }
            }
        }
        assertThat(sent).isBetween(20L * scopes, 21L * scopes);
        for (List<Long> each : times) {
            for (int i = 1; i < each.size(); i++) {
                assertThat(each.get(i) - each.get(i - 1)).isGreaterThanOrEqualTo(GAP);
            }
        }
    }
}
