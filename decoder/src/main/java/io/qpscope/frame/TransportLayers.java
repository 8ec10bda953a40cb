package io.qpscope.frame;

import io.qpscope.spec.InfinibandAeth;
import io.qpscope.spec.InfinibandAtomicAckEth;
import io.qpscope.spec.InfinibandAtomicEth;
import io.qpscope.spec.InfinibandBth;
import io.qpscope.spec.InfinibandCnp;
import io.qpscope.spec.InfinibandDeth;
import io.qpscope.spec.InfinibandFeth;
import io.qpscope.spec.InfinibandIeth;
import io.qpscope.spec.InfinibandImmDt;
import io.qpscope.spec.InfinibandRdeth;
import io.qpscope.spec.InfinibandReth;
import io.qpscope.spec.InfinibandXrceth;
import io.qpscope.wire.Aeth;
import io.qpscope.wire.Opcode;

import java.util.ArrayList;
import java.util.List;

/** Fields of the base transport header and the headers that its opcode calls for. */
final class TransportLayers {
    static final LayerSpec<InfinibandBth> BTH = new LayerSpec<>(
                    "infiniband.bth", InfinibandBth::new)
            .number(
                    8,
                    "infiniband.bth.opcode",
                    InfinibandBth::opcode,
                    code -> Opcode.name((int) code))
            .flag("infiniband.bth.se", InfinibandBth::se)
            .flag("infiniband.bth.m", InfinibandBth::m)
            .number(2, "infiniband.bth.padcnt", InfinibandBth::padcnt)
            .number(4, "infiniband.bth.tver", InfinibandBth::tver)
            .number(16, "infiniband.bth.p_key", InfinibandBth::pKey)
            .flag("infiniband.bth.fecn", InfinibandBth::fecn)
            .flag("infiniband.bth.becn", InfinibandBth::becn)
            .number(6, "infiniband.bth.resv6", InfinibandBth::resv6)
            .number(24, "infiniband.bth.destqp", InfinibandBth::destqp)
            .flag("infiniband.bth.a", InfinibandBth::a)
            .number(7, "infiniband.bth.reserved7", InfinibandBth::reserved7)
            .number(24, "infiniband.bth.psn", InfinibandBth::psn);

    static final LayerSpec<InfinibandRdeth> RDETH = new LayerSpec<>(
                    "infiniband.rdeth", InfinibandRdeth::new)
            .number(8, "infiniband.reserved", InfinibandRdeth::reserved)
            .number(24, "infiniband.rdeth.eecnxt", InfinibandRdeth::eecnxt);

    static final LayerSpec<InfinibandDeth> DETH = new LayerSpec<>(
                    "infiniband.deth", InfinibandDeth::new)
            .number(32, "infiniband.deth.q_key", InfinibandDeth::qKey)
            .number(8, "infiniband.reserved", InfinibandDeth::reserved)
            .number(24, "infiniband.deth.srcqp", InfinibandDeth::srcqp);

    static final LayerSpec<InfinibandXrceth> XRCETH = new LayerSpec<>(
                    "infiniband.xrceth", InfinibandXrceth::new)
            .number(8, "infiniband.reserved", InfinibandXrceth::reserved)
            .number(24, "infiniband.xrceth.srqn", InfinibandXrceth::srqn);

    static final LayerSpec<InfinibandFeth> FETH = new LayerSpec<>(
                    "infiniband.feth", InfinibandFeth::new)
            .number(26, "infiniband.feth.reserved26", InfinibandFeth::reserved)
            .number(2, "infiniband.feth.sel", InfinibandFeth::selectivity, Meaning::selectivity)
            .number(4, "infiniband.feth.plt", InfinibandFeth::placement, Meaning::placement);

    static final LayerSpec<InfinibandReth> RETH = new LayerSpec<>(
                    "infiniband.reth", InfinibandReth::new)
            .number(64, "infiniband.reth.va", InfinibandReth::va)
            .number(32, "infiniband.reth.r_key", InfinibandReth::rKey)
            .number(32, "infiniband.reth.dmalen", InfinibandReth::dmalen);

    /** Address and key go by the names of the RETH, as in Wireshark. */
    static final LayerSpec<InfinibandAtomicEth> ATOMIC_ETH = new LayerSpec<>(
                    "infiniband.atomiceth", InfinibandAtomicEth::new)
            .number(64, "infiniband.reth.va", InfinibandAtomicEth::va)
            .number(32, "infiniband.reth.r_key", InfinibandAtomicEth::rKey)
            .number(64, "infiniband.atomiceth.swapdt", InfinibandAtomicEth::swapdt)
            .number(64, "infiniband.atomiceth.cmpdt", InfinibandAtomicEth::cmpdt);

    static final LayerSpec<InfinibandAeth> AETH = new LayerSpec<>(
                    "infiniband.aeth", InfinibandAeth::new)
            .number(
                    8,
                    "infiniband.aeth.syndrome",
                    InfinibandAeth::syndrome,
                    TransportLayers::syndrome)
            .part(
                    0,
                    1,
                    "infiniband.aeth.syndrome.reserved",
                    aeth -> aeth.reserved() ? 1 : 0,
                    Meaning::nothing)
            .part(1, 2, "infiniband.aeth.syndrome.opcode", InfinibandAeth::type, Meaning::aethType)
            .part(
                    3,
                    5,
                    "infiniband.aeth.syndrome.credit_count",
                    aeth -> value(aeth, Aeth.TYPE_ACK),
                    TransportLayers::credits)
            .part(
                    3,
                    5,
                    "infiniband.aeth.credits",
                    TransportLayers::limitedCredits,
                    Meaning::nothing)
            .part(
                    3,
                    5,
                    "infiniband.aeth.syndrome.timer",
                    aeth -> value(aeth, Aeth.TYPE_RNR_NAK),
                    TransportLayers::rnrTimer)
            .part(
                    3,
                    5,
                    "infiniband.aeth.rnr_ms",
                    TransportLayers::rnrMilliseconds,
                    Meaning::nothing)
            .part(
                    3,
                    5,
                    "infiniband.aeth.syndrome.reserved_value",
                    aeth -> value(aeth, 2),
                    Meaning::nothing)
            .part(
                    3,
                    5,
                    "infiniband.aeth.syndrome.error_code",
                    aeth -> value(aeth, Aeth.TYPE_NAK),
                    code -> Aeth.nakName((int) code))
            .number(24, "infiniband.aeth.msn", InfinibandAeth::msn);

    static final LayerSpec<InfinibandAtomicAckEth> ATOMIC_ACK_ETH = new LayerSpec<>(
                    "infiniband.atomicacketh", InfinibandAtomicAckEth::new)
            .number(64, "infiniband.atomicacketh.origremdt", InfinibandAtomicAckEth::origremdt);

    static final LayerSpec<InfinibandImmDt> IMM_DT = new LayerSpec<>(
                    "infiniband.immdt", InfinibandImmDt::new)
            .number(32, "infiniband.immdt", InfinibandImmDt::immdt);

    static final LayerSpec<InfinibandIeth> IETH = new LayerSpec<>(
                    "infiniband.ieth", InfinibandIeth::new)
            .number(32, "infiniband.ieth", InfinibandIeth::rKey);

    static final LayerSpec<InfinibandCnp> CNP = new LayerSpec<>(
                    "infiniband.cnp", InfinibandCnp::new)
            .bytes(16, "infiniband.cnp.reserved", InfinibandCnp::reserved);

    private TransportLayers() {}

    /** What follows the base transport header, in the order of the wire. */
    static List<LayerSpec<?>> behindBth(int opcode) {
        int traits = Opcode.traits(opcode);
        List<LayerSpec<?>> layers = new ArrayList<>();
        add(layers, traits & Opcode.HAS_RDETH, RDETH);
        add(layers, traits & Opcode.HAS_DETH, DETH);
        add(layers, traits & Opcode.HAS_XRCETH, XRCETH);
        add(layers, traits & Opcode.HAS_FETH, FETH);
        add(layers, traits & Opcode.HAS_RETH, RETH);
        add(layers, traits & Opcode.HAS_ATOMIC_ETH, ATOMIC_ETH);
        add(layers, traits & Opcode.HAS_AETH, AETH);
        add(layers, traits & Opcode.HAS_ATOMIC_ACK_ETH, ATOMIC_ACK_ETH);
        add(layers, traits & Opcode.HAS_IMM_DT, IMM_DT);
        add(layers, traits & Opcode.HAS_IETH, IETH);
        add(layers, opcode == Opcode.CNP || opcode == Opcode.CNP_IB ? 1 : 0, CNP);
        return layers;
    }

    private static void add(List<LayerSpec<?>> layers, int wanted, LayerSpec<?> layer) {
        if (wanted != 0) {
            layers.add(layer);
        }
    }

    private static Integer value(InfinibandAeth aeth, int type) {
        return aeth.type() == type ? aeth.value() : null;
    }

    private static Integer limitedCredits(InfinibandAeth aeth) {
        int credits = Aeth.credits(aeth.syndrome());
        return aeth.type() == Aeth.TYPE_ACK && credits >= 0 ? credits : null;
    }

    private static Double rnrMilliseconds(InfinibandAeth aeth) {
        return aeth.type() == Aeth.TYPE_RNR_NAK ? Aeth.rnrTimerNs(aeth.syndrome()) / 1e6 : null;
    }

    private static String credits(long code) {
        int credits = Aeth.credits((int) code);
        return credits < 0 ? "no end-to-end credits" : credits + " credits";
    }

    private static String rnrTimer(long code) {
        return Meaning.milliseconds(Aeth.rnrTimerNs((int) code));
    }

    private static String syndrome(long syndrome) {
        int code = (int) syndrome;
        return switch (Aeth.type(code)) {
            case Aeth.TYPE_ACK -> "ACK, " + credits(code);
            case Aeth.TYPE_RNR_NAK -> "RNR NAK, " + rnrTimer(code);
            case Aeth.TYPE_NAK -> "NAK, " + Aeth.nakName(code);
            default -> "reserved";
        };
    }
}
