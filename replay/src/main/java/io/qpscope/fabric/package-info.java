/**
 * A network in virtual time: what an endpoint sends arrives later, if nothing meddles. Its smallest
 * form is one {@link io.qpscope.fabric.Link} between two endpoints.
 */
package io.qpscope.fabric;
