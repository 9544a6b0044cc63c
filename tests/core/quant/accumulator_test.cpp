// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/arithmetic/accumulator.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <limits>

namespace edgewright::accumulator_test {

using namespace edgewright::quant;

namespace {

class AccumulatorTest : public QObject {
    Q_OBJECT

private slots:
    void bits_data() {
        QTest::addColumn<qlonglong>("low");
        QTest::addColumn<qlonglong>("high");
        QTest::addColumn<int>("bits");
        QTest::newRow("nothing") << 0ll << 0ll << 1;
        QTest::newRow("-1") << -1ll << 0ll << 1;
        QTest::newRow("1") << 0ll << 1ll << 2;
        QTest::newRow("int8") << -128ll << 127ll << 8;
        QTest::newRow("past int8, above") << -128ll << 128ll << 9;
        QTest::newRow("past int8, below") << -129ll << 127ll << 9;
        QTest::newRow("17 bits, above") << 0ll << 65535ll << 17;
        QTest::newRow("17 bits, below") << -65536ll << 0ll << 17;
        QTest::newRow("18 bits") << -65537ll << 0ll << 18;
        QTest::newRow("int32") << -2147483648ll << 2147483647ll << 32;
        QTest::newRow("int64") << std::numeric_limits<qlonglong>::min() << 0ll << 64;
    }
    void bits() {
        QFETCH(qlonglong, low);
        QFETCH(qlonglong, high);
        QTEST(signedBits(low, high), "bits");
    }

    void saturatesAtOnce() {
        Accumulator accumulator(16, Overflow::Saturate);
        accumulator.add(32385);
        accumulator.add(32385);
        QCOMPARE(accumulator.value(), 32767);
        accumulator.add(-32385);
        QCOMPARE(accumulator.value(), 382);
        accumulator.add(-100000);
        QCOMPARE(accumulator.value(), -32768);
    }

    void wrapsModuloItsWidth() {
        Accumulator accumulator(16, Overflow::Wrap);
        accumulator.add(32385);
        accumulator.add(32385);
        QCOMPARE(accumulator.value(), 64770 - 65536);
        accumulator.add(-32385);
        QCOMPARE(accumulator.value(), 32385);
        Accumulator wide(32, Overflow::Wrap);
        wide.add(std::numeric_limits<std::int32_t>::max());
        wide.add(1);
        QCOMPARE(wide.value(), std::numeric_limits<std::int32_t>::min());
    }
};

} // namespace

EDGEWRIGHT_TEST(AccumulatorTest)

} // namespace edgewright::accumulator_test

#include "accumulator_test.moc"
