package io.qpscope.cli.spark;

import io.qpscope.cli.report.parquet.Rows.DirectionRow;
import io.qpscope.cli.report.parquet.Rows.EpisodeRow;
import io.qpscope.cli.report.parquet.Rows.FindingRow;
import io.qpscope.cli.report.parquet.Rows.MessageRow;
import io.qpscope.cli.spark.Told.Sort;

import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;

import java.util.List;

/** Writes what trackers told as the tables of {@code analyze --parquet}. */
final class TableWriter {
    private final SparkSession spark;
    private final JavaRDD<Told> told;
    private final Broadcast<Numbers> numbers;

    TableWriter(SparkSession spark, JavaRDD<Told> told, Broadcast<Numbers> numbers) {
        this.spark = spark;
        this.told = told;
        this.numbers = numbers;
    }

    /**
     * Tables of these names in the folder are replaced.
     *
     * @param whole findings that are no session's
     */
    void write(String folder, List<FindingRow> whole) {
        write(folder, "messages", MessageRow.class, rows(Sort.MESSAGE, MessageRow.class));
        write(folder, "directions", DirectionRow.class, rows(Sort.DIRECTION, DirectionRow.class));
        write(folder, "episodes", EpisodeRow.class, rows(Sort.EPISODE, EpisodeRow.class));
        List<Row> more = whole.stream().map(row -> row(Columns.values(row))).toList();
        JavaRDD<Row> findings = rows(Sort.FINDING, FindingRow.class);
        if (!more.isEmpty()) {
            findings = findings.union(
                    JavaSparkContext.fromSparkContext(spark.sparkContext()).parallelize(more, 1));
        }
        write(folder, "findings", FindingRow.class, findings);
    }

    private void write(String folder, String name, Class<? extends Record> row, JavaRDD<Row> rows) {
        spark.createDataFrame(rows, Columns.schema(row))
                .write()
                .mode(SaveMode.Overwrite)
                .option("compression", "snappy")
                .parquet(folder + "/" + name + ".parquet");
    }

    private JavaRDD<Row> rows(Sort sort, Class<? extends Record> type) {
        int session = Columns.index(type, "session");
        int episode = Columns.index(type, "episode");
        int flow = Columns.index(type, "flow");
        Broadcast<Numbers> all = numbers;
        return told.filter(each -> each.sort() == sort).map(each -> {
            Object[] values = each.values().clone();
            if (session >= 0) {
                values[session] = all.value().session(each.group(), (Integer) values[session]);
            }
            if (episode >= 0) {
                values[episode] = all.value().episode(each.group(), (Integer) values[episode]);
            }
            if (flow >= 0 && values[flow] != null) {
                values[flow] = all.value().flow(each.group(), (Integer) values[flow]);
            }
            return row(values);
        });
    }

    private static Row row(Object[] values) {
        for (int i = 0; i < values.length; i++) {
            if (values[i] instanceof List<?> list) {
                values[i] = list.toArray(new Long[0]);
            }
        }
        return RowFactory.create(values);
    }
}
