package io.qpscope.cli.report;

import io.qpscope.frame.UpperProtocol;
import io.qpscope.frame.filter.Field;
import io.qpscope.frame.filter.Fields;
import io.qpscope.session.DirectionSummary;
import io.qpscope.session.PsnCounts;
import io.qpscope.session.Service;
import io.qpscope.session.SessionSummary;
import io.qpscope.session.Side;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/** The fields of a session that {@code analyze --filter} knows. Counts are of both sides. */
public final class SessionFields {
    /** Names of {@code ibv_wc_status} without prefix, and our own for the unknown. */
    private static final List<String> STATUS = List.of(
            "SUCCESS",
            "LOC_LEN_ERR",
            "LOC_QP_OP_ERR",
            "LOC_EEC_OP_ERR",
            "LOC_PROT_ERR",
            "WR_FLUSH_ERR",
            "MW_BIND_ERR",
            "BAD_RESP_ERR",
            "LOC_ACCESS_ERR",
            "REM_INV_REQ_ERR",
            "REM_ACCESS_ERR",
            "REM_OP_ERR",
            "RETRY_EXC_ERR",
            "RNR_RETRY_EXC_ERR",
            "LOC_RDD_VIOL_ERR",
            "REM_INV_RD_REQ_ERR",
            "REM_ABORT_ERR",
            "INV_EECN_ERR",
            "INV_EEC_STATE_ERR",
            "FATAL_ERR",
            "RESP_TIMEOUT_ERR",
            "GENERAL_ERR",
            "UNKNOWN");

    private static final List<String> TRANSPORTS =
            List.of("RoCEv2", "RoCEv1", "InfiniBand", "iWARP");

    private static final List<String> CARRIED =
            Arrays.stream(UpperProtocol.values()).map(UpperProtocol::label).toList();

    public static final Fields<SessionSummary> FIELDS = new Fields<>(List.of(
            number("id", s -> s.id()),
            address("address", s -> List.of(s.a().address(), s.b().address())),
            address("a.address", s -> List.of(s.a().address())),
            address("b.address", s -> List.of(s.b().address())),
            qpn("qpn", s -> Stream.of(s.a().qpn(), s.b().qpn())),
            qpn("a.qpn", s -> Stream.of(s.a().qpn())),
            qpn("b.qpn", s -> Stream.of(s.b().qpn())),
            text("service", names(Service.values()), s -> s.service().name()),
            text("transport", TRANSPORTS, SessionSummary::transport),
            new Field<>("carries", Field.Type.TEXT, CARRIED, false, SessionFields::carries),
            text("outcome", STATUS, s -> s.outcome().status()),
            number("resent", both(SessionFields::resent)),
            number("naks", both(d -> d.naks().total())),
            number("rnr", both(DirectionSummary::rnrNaks)),
            number("timeouts", both(DirectionSummary::timeouts)),
            number("lost", both(d -> lost(d.requests()) + lost(d.responses())))));

    private SessionFields() {}

    private static List<Object> carries(SessionSummary session) {
        return session.carries() == null ? List.of() : List.of(session.carries());
    }

    /** Requests and responses sent again. */
    static long resent(DirectionSummary direction) {
        return direction.requests().retransmittedPackets()
                + direction.responses().retransmittedPackets();
    }

    /** Lost anywhere on the path; what the capture alone missed was not lost. */
    private static long lost(PsnCounts counts) {
        return orZero(counts.lostBeforeTap())
                + orZero(counts.lostAfterTap())
                + orZero(counts.lostUndecided());
    }

    private static long orZero(Long count) {
        return count == null ? 0 : count;
    }

    private static ToLongFunction<SessionSummary> both(ToLongFunction<DirectionSummary> read) {
        return session -> read.applyAsLong(session.direction(Side.A))
                + read.applyAsLong(session.direction(Side.B));
    }

    private static Field<SessionSummary> number(String name, ToLongFunction<SessionSummary> read) {
        return new Field<>(
                name, Field.Type.NUMBER, List.of(), true, s -> List.of(read.applyAsLong(s)));
    }

    private static Field<SessionSummary> qpn(
            String name, Function<SessionSummary, Stream<Integer>> read) {
        return new Field<>(name, Field.Type.NUMBER, List.of(), false, session -> {
            List<Object> values = new ArrayList<>();
            read.apply(session).forEach(qpn -> {
                if (qpn != null) {
                    values.add(qpn.longValue());
                }
            });
            return values;
        });
    }

    private static Field<SessionSummary> text(
            String name, List<String> choices, Function<SessionSummary, String> read) {
        return new Field<>(name, Field.Type.TEXT, choices, true, s -> List.of(read.apply(s)));
    }

    private static Field<SessionSummary> address(
            String name, Function<SessionSummary, List<Object>> read) {
        return new Field<>(name, Field.Type.ADDRESS, List.of(), true, read);
    }

    private static List<String> names(Enum<?>[] values) {
        return Arrays.stream(values).map(Enum::name).toList();
    }
}
