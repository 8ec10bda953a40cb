package io.qpscope.frame;

import io.qpscope.spec.SmbDirectData;
import io.qpscope.spec.SmbDirectNegotiateRequest;
import io.qpscope.spec.SmbDirectNegotiateResponse;

/** Fields of SMB Direct. */
final class SmbDirectLayers {
    static final LayerSpec<SmbDirectNegotiateRequest> NEGOTIATE_REQUEST = new LayerSpec<>(
                    "smb_direct.negotiate_request", SmbDirectNegotiateRequest::new)
            .number(
                    16,
                    "smb_direct.version.min",
                    SmbDirectNegotiateRequest::versionMin,
                    UpperMeaning::smbVersion)
            .number(
                    16,
                    "smb_direct.version.max",
                    SmbDirectNegotiateRequest::versionMax,
                    UpperMeaning::smbVersion)
            .number(16, "smb_direct.reserved", SmbDirectNegotiateRequest::reserved)
            .number(16, "smb_direct.credits.requested", SmbDirectNegotiateRequest::creditsRequested)
            .number(
                    32,
                    "smb_direct.preferred_send_size",
                    SmbDirectNegotiateRequest::preferredSendSize)
            .number(32, "smb_direct.max_receive_size", SmbDirectNegotiateRequest::maxReceiveSize)
            .number(
                    32,
                    "smb_direct.max_fragmented_size",
                    SmbDirectNegotiateRequest::maxFragmentedSize);

    static final LayerSpec<SmbDirectNegotiateResponse> NEGOTIATE_RESPONSE = new LayerSpec<>(
                    "smb_direct.negotiate_response", SmbDirectNegotiateResponse::new)
            .number(
                    16,
                    "smb_direct.version.min",
                    SmbDirectNegotiateResponse::versionMin,
                    UpperMeaning::smbVersion)
            .number(
                    16,
                    "smb_direct.version.max",
                    SmbDirectNegotiateResponse::versionMax,
                    UpperMeaning::smbVersion)
            .number(
                    16,
                    "smb_direct.version.negotiated",
                    SmbDirectNegotiateResponse::versionNegotiated,
                    UpperMeaning::smbVersion)
            .number(16, "smb_direct.reserved", SmbDirectNegotiateResponse::reserved)
            .number(
                    16,
                    "smb_direct.credits.requested",
                    SmbDirectNegotiateResponse::creditsRequested)
            .number(16, "smb_direct.credits.granted", SmbDirectNegotiateResponse::creditsGranted)
            .number(32, "smb_direct.status", SmbDirectNegotiateResponse::status)
            .number(
                    32,
                    "smb_direct.max_read_write_size",
                    SmbDirectNegotiateResponse::maxReadWriteSize)
            .number(
                    32,
                    "smb_direct.preferred_send_size",
                    SmbDirectNegotiateResponse::preferredSendSize)
            .number(32, "smb_direct.max_receive_size", SmbDirectNegotiateResponse::maxReceiveSize)
            .number(
                    32,
                    "smb_direct.max_fragmented_size",
                    SmbDirectNegotiateResponse::maxFragmentedSize);

    static final LayerSpec<SmbDirectData> DATA = new LayerSpec<>(
                    "smb_direct.data_message", SmbDirectData::new)
            .number(16, "smb_direct.credits.requested", SmbDirectData::creditsRequested)
            .number(16, "smb_direct.credits.granted", SmbDirectData::creditsGranted)
            .number(16, "smb_direct.flags", SmbDirectData::flags, UpperMeaning::smbFlags)
            .number(16, "smb_direct.reserved", SmbDirectData::reserved)
            .number(32, "smb_direct.remaining_length", SmbDirectData::remainingLength)
            .number(32, "smb_direct.data_offset", SmbDirectData::dataOffset)
            .number(32, "smb_direct.data_length", SmbDirectData::dataLength);

    private SmbDirectLayers() {}
}
