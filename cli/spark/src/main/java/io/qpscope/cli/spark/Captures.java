package io.qpscope.cli.spark;

import io.qpscope.capture.CaptureFile;
import io.qpscope.capture.FrameCursor;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.SparkEnv;
import org.apache.spark.deploy.SparkHadoopUtil;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Paths;
import java.util.List;
import java.util.TreeSet;

/** Captures wherever Hadoop finds files: on shared disks, in HDFS, in object stores. */
final class Captures {
    private Captures() {}

    /**
     * The files that are named, those in folders that are named, and those that patterns match, in
     * the order of their names. Names that begin with a dot or an underscore are left out, as Spark
     * does.
     */
    static List<String> list(List<String> names) throws IOException {
        TreeSet<String> files = new TreeSet<>();
        for (String name : names) {
            Path path = new Path(name);
            FileSystem system = path.getFileSystem(configuration());
            FileStatus[] found = system.globStatus(path);
            if (found == null || found.length == 0) {
                throw new FileNotFoundException(name + ": expected a capture or a folder");
            }
            for (FileStatus each : found) {
                if (each.isDirectory()) {
                    for (FileStatus inside : system.listStatus(each.getPath(), Captures::shown)) {
                        if (inside.isFile()) {
                            files.add(inside.getPath().toString());
                        }
                    }
                } else {
                    files.add(each.getPath().toString());
                }
            }
        }
        if (files.isEmpty()) {
            throw new FileNotFoundException(
                    String.join(", ", names) + ": expected captures, found none");
        }
        return List.copyOf(files);
    }

    private static boolean shown(Path path) {
        return !path.getName().startsWith(".") && !path.getName().startsWith("_");
    }

    /** Files of a file system are mapped, others stream. */
    static FrameCursor open(String name) throws IOException {
        Path path = new Path(name);
        FileSystem system = path.getFileSystem(configuration());
        return system instanceof LocalFileSystem
                ? CaptureFile.open(Paths.get(path.toUri().getPath()))
                : CaptureFile.open(system.open(path), name);
    }

    /** File first, then what is wrong with it. */
    static String line(String name, IOException problem) {
        String message = String.valueOf(problem.getMessage());
        boolean named = message.contains(new Path(name).toUri().getPath());
        return named ? message : name + ": " + message;
    }

    private static Configuration configuration() {
        return SparkHadoopUtil.get().newConfiguration(SparkEnv.get().conf());
    }
}
