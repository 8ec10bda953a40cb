/** Runs case after case, and keeps what was found. */
package io.qpscope.fuzz.campaign;
