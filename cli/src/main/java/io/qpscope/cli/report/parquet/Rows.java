package io.qpscope.cli.report.parquet;

import com.jerolba.carpet.annotation.NotNull;

import io.qpscope.cli.report.Analysis;
import io.qpscope.finding.Finding;
import io.qpscope.session.DirectionSummary;
import io.qpscope.session.Episode;
import io.qpscope.session.Message;
import io.qpscope.session.PsnCounts;
import io.qpscope.session.SessionSummary;
import io.qpscope.session.SessionSummary.Peer;
import io.qpscope.session.Side;

import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Locale;

/**
 * The tables' rows: a component is a column of its name. Times are nanoseconds since 1970, frames
 * count from 1, what can't be told is null, as in the JSON report.
 */
public final class Rows {
    private Rows() {}

    /** Whether a column of one of the records has a value in each row. */
    public static boolean isRequired(RecordComponent column) {
        return column.getType().isPrimitive() || column.isAnnotationPresent(NotNull.class);
    }

    /** {@code messages.parquet}; {@code flow} is a key of {@link DirectionRow}. */
    public record MessageRow(
            int flow,
            @NotNull String verb,
            Integer firstPsn,
            Integer lastPsn,
            Long payloadBytes,
            long firstFrame,
            long lastFrame,
            long firstTimeNs,
            long lastTimeNs,
            Long doneFrame,
            Long doneTimeNs,
            Long resentPackets,
            @NotNull String result) {
        public static MessageRow of(Message message, int flow) {
            return new MessageRow(
                    flow,
                    message.verb().name(),
                    message.firstPsn(),
                    message.lastPsn(),
                    message.payloadBytes(),
                    message.firstFrame(),
                    message.lastFrame(),
                    message.firstTimeNs(),
                    message.lastTimeNs(),
                    message.doneFrame(),
                    message.doneTimeNs(),
                    message.resentPackets(),
                    message.result().name());
        }
    }

    /** {@code directions.parquet}: one side of a session. */
    public record DirectionRow(
            int session,
            @NotNull String from,
            Integer flow,
            @NotNull String transport,
            @NotNull String service,
            @NotNull String pairedBy,
            String address,
            Integer qpn,
            String peerAddress,
            Integer peerQpn,
            Integer pathMtu,
            long firstTimeNs,
            long durationNs,
            long packets,
            long payloadBytes,
            long completedMessages,
            Long retransmittedPackets,
            Long lostBeforeTap,
            Long lostAfterTap,
            Long lostByCapture,
            Long lostUndecided,
            long naksSent,
            long rnrNaksSent,
            long timeouts,
            long ceMarked,
            long cnpsSent,
            long sendingNs,
            long rnrWaitNs,
            long ackTimeoutNs,
            long goBackNNs,
            Long pausedNs,
            long idleNs,
            @NotNull String outcome,
            String tap) {
        public static DirectionRow of(SessionSummary session, Side from, Integer flow, String tap) {
            DirectionSummary direction = session.direction(from);
            Peer self = session.peer(from);
            Peer other = session.peer(from.other());
            PsnCounts requests = direction.requests();
            return new DirectionRow(
                    session.id(),
                    lower(from),
                    flow,
                    session.transport(),
                    session.service().name(),
                    session.pairedBy().name(),
                    self.address(),
                    self.qpn(),
                    other.address(),
                    other.qpn(),
                    session.pathMtu(),
                    session.firstTimeNs(),
                    session.durationNs(),
                    direction.packets(),
                    direction.payloadBytes(),
                    direction.completedMessages(),
                    requests.retransmittedPackets(),
                    requests.lostBeforeTap(),
                    requests.lostAfterTap(),
                    requests.lostByCapture(),
                    requests.lostUndecided(),
                    direction.naks().total(),
                    direction.rnrNaks(),
                    direction.timeouts(),
                    direction.ceMarked(),
                    direction.cnps(),
                    direction.time().sending(),
                    direction.time().rnrWait(),
                    direction.time().ackTimeout(),
                    direction.time().goBackN(),
                    direction.time().paused(),
                    direction.time().idle(),
                    direction.outcome().status(),
                    tap);
        }
    }

    /** {@code episodes.parquet}. */
    public record EpisodeRow(
            int session,
            int episode,
            @NotNull String from,
            @NotNull String cause,
            int psn,
            long startFrame,
            Long nakFrame,
            Long resendFrame,
            Long endFrame,
            long resentPackets,
            long lostNs,
            @NotNull String outcome) {
        public static EpisodeRow of(SessionSummary session, Episode episode) {
            return new EpisodeRow(
                    session.id(),
                    episode.id(),
                    lower(episode.from()),
                    episode.cause().name(),
                    episode.psn(),
                    episode.startFrame(),
                    episode.nakFrame(),
                    episode.resendFrame(),
                    episode.endFrame(),
                    episode.resentPackets(),
                    episode.lostNs(),
                    episode.outcome());
        }
    }

    /** {@code findings.parquet}; session 0 is none. */
    public record FindingRow(
            @NotNull String rule,
            @NotNull String severity,
            int session,
            List<Long> frames,
            @NotNull String message,
            String tap) {
        public static FindingRow of(Finding finding, Analysis.Taps taps) {
            boolean ofTap = taps != null && finding.tap() != Finding.NO_TAP;
            return new FindingRow(
                    finding.rule().id(),
                    lower(finding.rule().severity()),
                    finding.session(),
                    finding.frames(),
                    finding.message(),
                    ofTap ? taps.name(finding.tap()) : null);
        }
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
