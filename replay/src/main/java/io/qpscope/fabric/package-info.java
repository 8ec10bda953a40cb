/**
 * A network in virtual time: what an endpoint sends arrives later, if nothing meddles. Its smallest
 * form is one {@link io.qpscope.fabric.Link} between two endpoints; {@link
 * io.qpscope.fabric.Network} has hosts, switches and cables of Ethernet with PFC, ECN and DCQCN, or
 * of InfiniBand with credits.
 */
package io.qpscope.fabric;
