package io.qpscope.cli.spark;

import org.apache.spark.Partitioner;

import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.io.Serializable;
import java.util.Comparator;
import java.util.Objects;

/** Where a record goes in a shuffle: to a partition, and there by group and rank. */
final class Place implements Externalizable {
    private static final long serialVersionUID = 1;

    private int partition;
    private long group;
    private long rank;

    /** For deserialization. */
    public Place() {}

    Place(int partition, long group, long rank) {
        this.partition = partition;
        this.group = group;
        this.rank = rank;
    }

    long group() {
        return group;
    }

    long rank() {
        return rank;
    }

    @Override
    public void writeExternal(ObjectOutput out) throws IOException {
        out.writeInt(partition);
        out.writeLong(group);
        out.writeLong(rank);
    }

    @Override
    public void readExternal(ObjectInput in) throws IOException {
        partition = in.readInt();
        group = in.readLong();
        rank = in.readLong();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Place place
                && place.partition == partition
                && place.group == group
                && place.rank == rank;
    }

    @Override
    public int hashCode() {
        return Objects.hash(partition, group, rank);
    }

    /** Within a partition. */
    static final class InOrder implements Comparator<Place>, Serializable {
        private static final long serialVersionUID = 1;

        @Override
        public int compare(Place one, Place other) {
            int byGroup = Long.compare(one.group, other.group);
            return byGroup != 0 ? byGroup : Long.compare(one.rank, other.rank);
        }
    }

    /** Partitions as places name them. */
    static final class ByPartition extends Partitioner {
        private static final long serialVersionUID = 1;

        private final int count;

        ByPartition(int count) {
            this.count = count;
        }

        @Override
        public int numPartitions() {
            return count;
        }

        @Override
        public int getPartition(Object key) {
            return ((Place) key).partition;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof ByPartition by && by.count == count;
        }

        @Override
        public int hashCode() {
            return count;
        }
    }
}
