package io.qpscope.cli.spark;

import io.qpscope.cli.report.parquet.Rows.FindingRow;
import io.qpscope.cli.spark.GroupTracker.Count;
import io.qpscope.cli.spark.Told.Sort;
import io.qpscope.session.Observation;
import io.qpscope.session.PauseSummary;

import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.storage.StorageLevel;

import scala.Tuple2;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The job's stages. */
final class FleetAnalysis {
    /**
     * What a job did.
     *
     * @param groups of hosts, each of which one task took
     * @param whole findings that concern no session
     * @param failures captures that could not be read, or not to their end, with the reason
     */
    record Result(
            long frames, int groups, int sessions, List<FindingRow> whole, List<String> failures) {}

    private final SparkSession spark;
    private final JavaSparkContext context;
    private final List<String> captures;
    private final Settings settings;
    private final int partitions;

    /**
     * @param captures in the order that {@code analyze} would get them
     * @param partitions that hosts are shared out among
     */
    FleetAnalysis(SparkSession spark, List<String> captures, Settings settings, int partitions) {
        this.spark = spark;
        this.context = JavaSparkContext.fromSparkContext(spark.sparkContext());
        this.captures = captures;
        this.settings = settings;
        this.partitions = partitions;
    }

    /** Writes four tables into a folder, each as a folder of Parquet files. */
    Result run(String folder) {
        JavaRDD<Survey.Part> parts = survey().persist(StorageLevel.DISK_ONLY());
        List<CaptureFacts> facts = parts.filter(part -> part.facts() != null)
                .map(Survey.Part::facts)
                .collect();
        JavaPairRDD<Long, TimeSlice> slices = parts.filter(part -> part.slice() != null)
                .mapToPair(part -> new Tuple2<>(part.slice().slice(), part.slice()));
        Broadcast<Plan> plan = context.broadcast(plan(facts, before(slices)));
        JavaRDD<Told> told = tell(slices, plan).persist(StorageLevel.DISK_ONLY());
        Map<Long, Count> counts = counts(told);
        Numbers numbers = new Numbers(counts);
        List<FindingRow> whole = WholeFindings.judge(
                records(told, Sort.OBSERVATION, Observation.class),
                records(told, Sort.PAUSE, PauseSummary.class));
        new TableWriter(spark, told, context.broadcast(numbers)).write(folder, whole);
        told.unpersist();
        parts.unpersist();
        return new Result(
                facts.stream().mapToLong(each -> each.frames).sum(),
                counts.size(),
                numbers.sessions(),
                whole,
                facts.stream()
                        .map(each -> each.failure)
                        .filter(failure -> failure != null)
                        .toList());
    }

    private JavaRDD<Survey.Part> survey() {
        List<Integer> indices = new ArrayList<>();
        for (int i = 0; i < captures.size(); i++) {
            indices.add(i);
        }
        List<String> names = captures;
        Settings options = settings;
        return context.parallelize(indices, indices.size())
                .flatMap(index -> new Survey(index, names.get(index), options));
    }

    /** How many frames pass before each slice of time. */
    private static Map<Long, Long> before(JavaPairRDD<Long, TimeSlice> slices) {
        Map<Long, Long> counts = slices.mapValues(slice -> (long) slice.times().length)
                .reduceByKey(Long::sum)
                .collectAsMap();
        Map<Long, Long> before = new HashMap<>();
        long sum = 0;
        for (Map.Entry<Long, Long> slice : new TreeMap<>(counts).entrySet()) {
            before.put(slice.getKey(), sum);
            sum += slice.getValue();
        }
        return before;
    }

    private Plan plan(List<CaptureFacts> facts, Map<Long, Long> before) {
        Set<Integer> icrcIgnored = new HashSet<>();
        long endNs = Long.MIN_VALUE;
        for (CaptureFacts each : facts) {
            if (each.icrcIgnored) {
                icrcIgnored.add(each.capture);
            }
            endNs = Math.max(endNs, each.lastNs);
        }
        return new Plan(settings, new Groups(facts), icrcIgnored, before, endNs, partitions);
    }

    private JavaRDD<Told> tell(JavaPairRDD<Long, TimeSlice> slices, Broadcast<Plan> plan) {
        List<String> names = captures;
        JavaRDD<Tuple2<Place, byte[]>> frames = slices.groupByKey(partitions)
                .flatMap(slice -> Order.merge(slice._2()).iterator())
                .mapToPair(
                        ranks -> new Tuple2<>(new Place(ranks.capture(), 0, ranks.slice()), ranks))
                .repartitionAndSortWithinPartitions(
                        new Place.ByPartition(names.size()), new Place.InOrder())
                .mapPartitionsWithIndex(
                        (capture, ranks) ->
                                new FrameSource(capture, names.get(capture), ranks, plan.value()),
                        false);
        return JavaPairRDD.fromJavaRDD(frames)
                .repartitionAndSortWithinPartitions(
                        new Place.ByPartition(partitions), new Place.InOrder())
                .mapPartitions(places -> new GroupWalk(places, plan.value()));
    }

    private static Map<Long, Count> counts(JavaRDD<Told> told) {
        Map<Long, Count> counts = new HashMap<>();
        for (Told each : told.filter(row -> row.sort() == Sort.COUNT).collect()) {
            counts.put(each.group(), Columns.record(Count.class, each.values()));
        }
        return counts;
    }

    private static <T extends Record> List<T> records(
            JavaRDD<Told> told, Sort sort, Class<T> type) {
        List<T> records = new ArrayList<>();
        for (Told each : told.filter(row -> row.sort() == sort).collect()) {
            records.add(Columns.record(type, each.values()));
        }
        return records;
    }
}
