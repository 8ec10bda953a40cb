/** What was found as Parquet tables, for DuckDB and notebooks; alone in using its libraries. */
package io.qpscope.cli.report.parquet;
