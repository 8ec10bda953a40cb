package io.qpscope.capture;

import java.util.List;

/**
 * Totals of one capture file.
 *
 * @param format {@code pcap us}, {@code pcap ns}, {@code pcapng}, {@code ERF}; with {@code , gzip} or {@code ,
 *     zstd} behind
 * @param linkTypes in order of appearance
 * @param packets whole records read
 * @param bytes on the wire
 * @param truncatedPackets shorter than on the wire
 * @param firstTimeNs earliest, 0 without packets
 * @param lastTimeNs latest
 * @param damage null, or at which byte the file ends early or is wrong and what was expected there
 */
public record CaptureInfo(
        String file,
        String format,
        List<Integer> linkTypes,
        long packets,
        long bytes,
        long truncatedPackets,
        long firstTimeNs,
        long lastTimeNs,
        String damage) {}
