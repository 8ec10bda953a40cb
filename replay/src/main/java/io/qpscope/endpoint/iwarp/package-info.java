/**
 * The soft iWARP endpoint (MPA, DDP, RDMAP: RFC 5044, 6581, 5041, 5040, 7306), free of input and
 * output: bytes of a TCP stream, commands and the time go in; bytes, completions and the next
 * deadline come out.
 *
 * <p>A {@link io.qpscope.endpoint.iwarp.RdmaStream} is one connection with its queue pair. Below it
 * {@code MpaSetup} agrees on the connection, {@code FpduReader} and {@code FpduWriter} frame;
 * above, {@code Outbound} asks, {@code Inbound} is asked, {@code Responses} answers. Memory, work
 * requests and completions are those of {@link io.qpscope.endpoint}.
 */
package io.qpscope.endpoint.iwarp;
