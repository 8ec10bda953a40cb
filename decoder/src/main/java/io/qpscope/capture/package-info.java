/**
 * Capture files in and out: pcap, pcapng and ERF, packed or not, mapped and walked without
 * allocation; pcap and pcapng written.
 */
package io.qpscope.capture;
