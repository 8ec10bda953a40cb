/**
 * What queue pairs are used for: services that answer, and clients that ask, measure and compare.
 * {@link io.qpscope.endpoint.service.Host} joins them with an endpoint and its connection manager;
 * a port or a virtual link drives it. Free of input and output.
 */
package io.qpscope.endpoint.service;
