package io.qpscope.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;

import io.qpscope.session.DirectionSummary;
import io.qpscope.session.Outcome;
import io.qpscope.session.PsnCounts;
import io.qpscope.session.Service;
import io.qpscope.session.Side;
import io.qpscope.session.Verb;

import org.junit.jupiter.api.Test;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Collections;
import java.util.List;

class CsvReportTest {
    @Test
    void aRowForEachDirection() {
        List<NamedCsvRecord> rows = rows(Samples.loss());
        assertThat(rows).hasSize(2);
        NamedCsvRecord a = rows.get(0);
        assertThat(a.getField("from")).isEqualTo("a");
        assertThat(a.getField("address")).isEqualTo("10.9.0.2");
        assertThat(a.getField("peer.qpn")).isEqualTo("82");
        assertThat(a.getField("messages.WRITE")).isEqualTo("15");
        assertThat(a.getField("retransmittedPackets")).isEqualTo("38");
        assertThat(a.getField("responses.firstPsn")).isEmpty();
        assertThat(rows.get(1).getField("naks.PSN_SEQUENCE_ERROR")).isEqualTo("4");
    }

    @Test
    void quotesWhatNeedsIt() {
        Outcome outcome = new Outcome(
                "RETRY_EXC_ERR", Outcome.Proof.INFERRED, "8 rounds, then \"silence\"", List.of());
        DirectionSummary direction = Samples.direction(
                Side.A,
                Collections.nCopies(Verb.COUNT, 0L),
                new PsnCounts(1, 2, 0, null, 0, 0, 0, null, null, null, null, null),
                new DirectionSummary.Naks(0, 0, 0, 0),
                outcome);
        NamedCsvRecord row = rows(Samples.analysis(
                        "a",
                        List.of(Samples.session(
                                1,
                                Service.UC,
                                Samples.peerB(),
                                Samples.peerB(),
                                List.of(direction, Samples.responder()))),
                        List.of()))
                .get(0);
        assertThat(row.getField("outcome.why")).isEqualTo("8 rounds, then \"silence\"");
        assertThat(row.getField("outcome.proof")).isEqualTo("inferred");
        assertThat(row.getField("lostAfterTap")).isEmpty();
    }

    @Test
    void withoutSessionsThereAreNamesOnly() {
        assertThat(write(Samples.analysis("a", List.of(), List.of())))
                .startsWith("session,transport,service,")
                .endsWith("outcome.why,carries\r\n");
    }

    private static String write(Analysis analysis) {
        StringWriter text = new StringWriter();
        new CsvReport().write(analysis, new PrintWriter(text));
        return text.toString();
    }

    private static List<NamedCsvRecord> rows(Analysis analysis) {
        return CsvReader.builder().ofNamedCsvRecord(write(analysis)).stream().toList();
    }
}
