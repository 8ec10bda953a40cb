/**
 * What queue pairs are used for: services that answer, and clients that ask, measure and compare.
 * {@link io.qpscope.endpoint.service.Host} joins them with an endpoint and its connection manager,
 * {@link io.qpscope.endpoint.service.IwarpHost} with iWARP streams;
 * a port or a virtual link drives them. Free of input and output.
 */
package io.qpscope.endpoint.service;
