/**
 * What the protocol allows to come of a case over iWARP: a model of both ends that takes FPDU by FPDU
 * what a plan makes of them, and knows no bytes.
 */
package io.qpscope.fuzz.oracle.iwarp;
