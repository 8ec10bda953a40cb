/**
 * Builds packets from the specifications: headers are objects of {@code spec}, of which every field
 * can be set to anything; lengths and checksums are filled in, or kept as they are on demand. What
 * plays traffic, and what breaks it on purpose, both start here.
 */
package io.qpscope.build;
