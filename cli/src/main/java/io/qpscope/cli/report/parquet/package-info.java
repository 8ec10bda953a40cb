/** What was found as Parquet tables, for DuckDB and notebooks; the only user of Parquet's libraries. */
package io.qpscope.cli.report.parquet;
