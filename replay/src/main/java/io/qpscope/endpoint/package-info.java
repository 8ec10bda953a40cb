/**
 * The soft RDMA endpoint, free of input and output: packets, commands and the time go in; packets,
 * completions and the next deadline come out. No socket, no clock, no thread.
 *
 * <p>{@link io.qpscope.endpoint.Endpoint} receives and sends IP packets and hands them to its {@link
 * io.qpscope.endpoint.QueuePair}s. A queue pair of the reliable service has a {@link
 * io.qpscope.endpoint.Requester} with a {@link io.qpscope.endpoint.Completer} for what it asks, and
 * a {@link io.qpscope.endpoint.Responder} for what it is asked. Names are those of {@code
 * ibv_qp_attr}, {@code ibv_send_wr} and {@code ibv_wc} without their prefixes.
 */
package io.qpscope.endpoint;
