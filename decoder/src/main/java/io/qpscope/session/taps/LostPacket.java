package io.qpscope.session.taps;

/**
 * One packet that some taps saw and others did not.
 *
 * @param tap index of the last that saw it
 * @param frame its number in that tap's capture
 * @param qpn destination queue pair; null for TCP
 * @param psn PSN, or sequence number of TCP
 */
public record LostPacket(int tap, long frame, PacketKind kind, Integer qpn, long psn) {}
