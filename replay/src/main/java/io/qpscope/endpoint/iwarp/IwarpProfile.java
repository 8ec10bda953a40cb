package io.qpscope.endpoint.iwarp;

/**
 * How a device behaves where the RFCs leave room or the device leaves the RFCs.
 *
 * @param siwTerminates bit fields of a Terminate as a C compiler lays them out on a little-endian
 *     host; segment lengths count the payload alone, and a READ's header has its size for its MSN.
 *     Linux siw (recordings)
 * @param longSendIsNoBuffer a SEND longer than its receive request is answered by code 2, not 5
 *     (siw, recordings)
 * @param noAccessIsInvalidStag a WRITE without the right is answered by "invalid STag" of DDP, not
 *     RDMAP's "access rights violation" (siw, recordings)
 * @param excessReadIsCatastrophic a READ request beyond the IRD is a catastrophic error of the
 *     stream (siw_qp_rx.c), not a missing buffer of DDP's queue 1 (RFC 5041, 6.2)
 * @param survivesBadInvalidate a SEND that names a key that can't be taken away fails its receive
 *     request alone; without: Terminate (siw, recordings)
 * @param extensions whether atomics and immediate data (RFC 7306) are known
 * @param defects bits of the {@link StreamDefect}s it was given
 */
public record IwarpProfile(
        String name,
        boolean siwTerminates,
        boolean longSendIsNoBuffer,
        boolean noAccessIsInvalidStag,
        boolean excessReadIsCatastrophic,
        boolean survivesBadInvalidate,
        boolean extensions,
        int defects) {

    /** As the RFCs say. */
    public static final IwarpProfile RFC =
            new IwarpProfile("rfc", false, false, false, false, false, true, 0);

    /** Linux siw 6.1. */
    public static final IwarpProfile SIW =
            new IwarpProfile("siw", true, true, true, true, true, false, 0);

    public boolean has(StreamDefect defect) {
        return (defects & defect.bit()) != 0;
    }

    /** The same device with one defect more. */
    public IwarpProfile with(StreamDefect defect) {
        return new IwarpProfile(
                name,
                siwTerminates,
                longSendIsNoBuffer,
                noAccessIsInvalidStag,
                excessReadIsCatastrophic,
                survivesBadInvalidate,
                extensions,
                defects | defect.bit());
    }
}
