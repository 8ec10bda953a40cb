package io.qpscope.wire;

import com.code_intelligence.jazzer.junit.FuzzTest;

import java.lang.reflect.Method;
import java.nio.ByteBuffer;

/** No getter fails once the bytes of its header are there. JAZZER_FUZZ=1 searches. */
class ViewsFuzzTest {
    @FuzzTest(maxDuration = "30s")
    void gettersNeverFail(byte[] data) throws ReflectiveOperationException {
        ByteBuffer buffer = ByteBuffer.wrap(data);
        for (ViewsTest.Pair pair : ViewsTest.pairs()) {
            Class<?> type = pair.view().getClass();
            int offset = data.length - type.getField("LENGTH").getInt(null);
            if (offset < 0) {
                continue;
            }
            type.getMethod("wrap", ByteBuffer.class, int.class).invoke(pair.view(), buffer, offset);
            for (Method getter : ViewsTest.getters(type)) {
                getter.invoke(pair.view());
            }
        }
    }
}
