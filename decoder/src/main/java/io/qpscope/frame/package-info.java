/** From a frame to its layers: a reused view for the tracker, a field tree for people. */
package io.qpscope.frame;
