/** Capture files in: pcap and pcapng, packed or not, mapped and walked without allocation. */
package io.qpscope.capture;
