package io.qpscope.fault.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.qpscope.wire.DdpTagged;
import io.qpscope.wire.DdpUntagged;
import io.qpscope.wire.MpaEnhanced;
import io.qpscope.wire.MpaFrame;
import io.qpscope.wire.RdmapReadRequest;
import io.qpscope.wire.RdmapTerminate;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.nio.ByteBuffer;

/** Fields lie where the views of the decoder read them. */
class StreamFieldTest {
    private static final int SEGMENT = 2;
    private static final int BODY = SEGMENT + DdpUntagged.LENGTH;

    @ParameterizedTest
    @EnumSource
    void allOfItsBitsAndNoOthersAreTheFields(StreamField field) {
        ByteBuffer bytes = ByteBuffer.allocate(64);
        for (int bit = field.bitOffset(); bit < field.bitOffset() + field.bits(); bit++) {
            int index = bit / 8;
            bytes.put(index, (byte) (bytes.get(index) | 0x80 >> bit % 8));
        }
        long most = field.bits() == 64 ? -1 : (1L << field.bits()) - 1;
        assertThat(read(field, bytes)).isEqualTo(most);
        for (int i = 0; i < bytes.capacity(); i++) {
            bytes.put(i, (byte) ~bytes.get(i));
        }
        assertThat(read(field, bytes)).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void isFoundByItsName(StreamField field) {
        assertThat(StreamField.of(field.label())).isEqualTo(field);
        assertThat(StreamField.of(field.label() + "x")).isNull();
    }

    private static long read(StreamField field, ByteBuffer bytes) {
        MpaFrame frame = new MpaFrame().wrap(bytes, 0);
        MpaEnhanced enhanced = new MpaEnhanced().wrap(bytes, MpaFrame.LENGTH);
        DdpTagged tagged = new DdpTagged().wrap(bytes, SEGMENT);
        DdpUntagged untagged = new DdpUntagged().wrap(bytes, SEGMENT);
        RdmapReadRequest read = new RdmapReadRequest().wrap(bytes, BODY);
        RdmapTerminate terminate = new RdmapTerminate().wrap(bytes, BODY);
        int control = bytes.getShort(SEGMENT) & 0xffff;
        return switch (field) {
            case MARKER_FLAG -> frame.markers() ? 1 : 0;
            case CRC_FLAG -> frame.crc() ? 1 : 0;
            case REJ_FLAG -> frame.reject() ? 1 : 0;
            case ENHANCED_FLAG -> frame.enhanced() ? 1 : 0;
            case REV -> frame.revision();
            case PDLENGTH -> frame.privateDataLength();
            case IRD -> enhanced.ird();
            case ORD -> enhanced.ord();
            case ULPDULENGTH -> bytes.getShort(0) & 0xffff;
            case TAGGED_FLAG -> control >> 15;
            case LAST_FLAG -> control >> 14 & 1;
            case RSVD -> control >> 10 & 0xf;
            case DV -> control >> 8 & 3;
            case VERSION -> control >> 6 & 3;
            case RSV -> control >> 4 & 3;
            case OPCODE -> control & 0xf;
            case STAG -> tagged.stag();
            case TAGGED_OFFSET -> tagged.taggedOffset();
            case INVAL_STAG -> untagged.ulp();
            case QN -> untagged.queue();
            case MSN -> untagged.msn();
            case MO -> untagged.messageOffset();
            case SINKSTAG -> read.sinkStag();
            case SINKTO -> read.sinkOffset();
            case RDMARDSZ -> read.size();
            case SRCSTAG -> read.sourceStag();
            case SRCTO -> read.sourceOffset();
            case TERM_LAYER -> terminate.layer();
            case TERM_ETYPE -> terminate.errorType();
            case TERM_ERRCODE -> terminate.errorCode();
        };
    }
}
