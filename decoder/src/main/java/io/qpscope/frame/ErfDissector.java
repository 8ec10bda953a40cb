package io.qpscope.frame;

import io.qpscope.wire.Erf;

/** Records of link type ERF: a header, extension headers, then what the type names. */
final class ErfDissector {
    /** Of one record; more is noise. */
    static final int MAX_EXTENSIONS = 16;

    private final Dissector frames;
    private final IpDissector ip;
    private final InfinibandDissector infiniband;
    private final Erf erf = new Erf();

    ErfDissector(Dissector frames, IpDissector ip, InfinibandDissector infiniband) {
        this.frames = frames;
        this.ip = ip;
        this.infiniband = infiniband;
    }

    Kind record(FrameView view, int at, int end) {
        int capturedEnd = view.offset + view.captured;
        if (view.captured < Erf.LENGTH) {
            return view.tooShort(Layer.ERF, at, Erf.LENGTH, end);
        }
        erf.wrap(view.buffer, at);
        view.carrier.port = erf.port();
        int start = at + Erf.LENGTH;
        boolean more = erf.hasExtensions();
        for (int count = 0; more; count++) {
            if (count == MAX_EXTENSIONS) {
                return Kind.OTHER;
            }
            if (capturedEnd - start < Erf.EXTENSION_LENGTH) {
                return view.tooShort(Layer.ERF, start, Erf.EXTENSION_LENGTH, end);
            }
            more = view.buffer.get(start) < 0;
            start += Erf.EXTENSION_LENGTH;
        }
        int type = erf.type();
        boolean ethernet = Erf.isEthernet(type);
        if (ethernet) {
            if (capturedEnd - start < Erf.ETHERNET_PAD) {
                return view.tooShort(Layer.ERF, start, Erf.ETHERNET_PAD, end);
            }
            start += Erf.ETHERNET_PAD;
        }
        // The record may be padded, or cut by the card without the file's knowing.
        int frameEnd = start + erf.wlen();
        view.original = Math.max(view.original, frameEnd - at);
        return ethernet
                ? frames.ethernet(view, start, frameEnd)
                : content(view, type, start, frameEnd);
    }

    private Kind content(FrameView view, int type, int at, int end) {
        return switch (type) {
            case Erf.TYPE_INFINIBAND -> infiniband.local(view, at, end);
            case Erf.TYPE_INFINIBAND_LINK -> infiniband.link(view, at, end);
            case Erf.TYPE_IPV4 -> ip.v4(view, at, end);
            case Erf.TYPE_IPV6 -> ip.v6(view, at, end);
            default -> Kind.OTHER;
        };
    }
}
