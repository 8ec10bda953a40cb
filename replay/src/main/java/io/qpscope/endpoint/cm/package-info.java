/**
 * Communication management over queue pair 1 (IBA vol 1, chapter 12), as RDMA-CM uses it: services
 * are ports, and addresses are those of IP. Free of input and output like the endpoint below it.
 */
package io.qpscope.endpoint.cm;
