/**
 * A transparent bridge between two interfaces that carries out a fault plan on the RDMA traffic that
 * crosses it, and judges each side by what passes that side's own tap.
 */
package io.qpscope.bridge;
