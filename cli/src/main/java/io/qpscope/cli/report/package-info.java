/** What a finished analysis looks like: text for people, JSON, JSON lines and CSV for programs. */
package io.qpscope.cli.report;
