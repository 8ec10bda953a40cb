/** The rule catalogue: what the tracker's events mean and what to do about them. */
package io.qpscope.finding;
