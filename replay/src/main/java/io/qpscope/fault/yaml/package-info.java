/**
 * YAML as plans and scenarios are written in: read with line and column of every part, bounded, and
 * with errors that say what was expected there.
 */
package io.qpscope.fault.yaml;
