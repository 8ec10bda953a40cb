package io.qpscope.cli.spark;

import io.qpscope.cli.report.parquet.Rows;

import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;

/** Records as rows: Java's serialization knows no records of others, Spark's tables no records. */
final class Columns {
    private Columns() {}

    static StructType schema(Class<? extends Record> row) {
        List<StructField> fields = new ArrayList<>();
        for (RecordComponent column : row.getRecordComponents()) {
            fields.add(DataTypes.createStructField(
                    column.getName(), type(column.getType()), !Rows.isRequired(column)));
        }
        return DataTypes.createStructType(fields);
    }

    private static DataType type(Class<?> type) {
        if (type == int.class || type == Integer.class) {
            return DataTypes.IntegerType;
        }
        if (type == long.class || type == Long.class) {
            return DataTypes.LongType;
        }
        if (type == String.class) {
            return DataTypes.StringType;
        }
        if (type == List.class) {
            return DataTypes.createArrayType(DataTypes.LongType, true);
        }
        throw new IllegalArgumentException("expected a column's type, found " + type);
    }

    /** -1 where there is none of this name. */
    static int index(Class<? extends Record> row, String name) {
        RecordComponent[] columns = row.getRecordComponents();
        for (int i = 0; i < columns.length; i++) {
            if (columns[i].getName().equals(name)) {
                return i;
            }
        }
        return -1;
    }

    static Object[] values(Record row) {
        RecordComponent[] columns = row.getClass().getRecordComponents();
        Object[] values = new Object[columns.length];
        try {
            for (int i = 0; i < values.length; i++) {
                values[i] = columns[i].getAccessor().invoke(row);
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
        return values;
    }

    /** The opposite of {@link #values}. */
    static <T extends Record> T record(Class<T> type, Object[] values) {
        RecordComponent[] columns = type.getRecordComponents();
        Class<?>[] types = new Class<?>[columns.length];
        for (int i = 0; i < types.length; i++) {
            types[i] = columns[i].getType();
        }
        try {
            return type.getDeclaredConstructor(types).newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
