/** What the recordings prove, worked out without the analyzer: from the manifest and raw bytes. */
package io.qpscope.cli.truth;
