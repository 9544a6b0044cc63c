// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/pace.h"

#include "tests/support/test_class.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

namespace edgewright::measure_pace_test {

using namespace edgewright::measure;

class MeasurePaceTest : public QObject {
    Q_OBJECT

    static std::filesystem::path in(const QTemporaryDir& folder) {
        return std::filesystem::path(folder.path().toStdString()) / "edgewright" / "pace.txt";
    }

private slots:
    void otherSpeedsAreRemembered() {
        const QTemporaryDir folder;
        const std::vector<double> fast(10, 1e-4), slow(10, 1.5e-4);
        const auto first = remembered(fast, in(folder));
        QVERIFY(first);
        QCOMPARE(first->measurements, std::size_t(1));
        QCOMPARE(first->slowest, 1.0);
        const auto second = remembered(slow, in(folder));
        QVERIFY(second);
        QCOMPARE(second->measurements, std::size_t(2));
        QVERIFY(qAbs(second->fastest - 1 / 1.5) < 1e-3);
        QCOMPARE(second->slowest, 1.0);
        const auto third = remembered(fast, in(folder));
        QVERIFY(third);
        QCOMPARE(third->fastest, 1.0);
        QVERIFY(qAbs(third->slowest - 1.5) < 1e-3);
        QCOMPARE(third->within, 1.0);
    }

    void changesWhileMeasured() {
        std::vector<double> both(10, 1e-4);
        both.insert(both.end(), 10, 2e-4);
        const auto pace = remembered(both, {});
        QVERIFY(pace);
        QVERIFY(qAbs(pace->within - 2) < 1e-9);
        QVERIFY(pace->fastest < 0.8 && pace->slowest > 1.3);
        // One interruption is no speed.
        std::vector<double> once(20, 1e-4);
        once[7] = 1e-2;
        QCOMPARE(remembered(once, {})->within, 1.0);
        QCOMPARE(remembered({}, {})->measurements, std::size_t(0));
    }

    // A run that saw the fastest speed shows what it gives; of a faster one that only others saw, the loop
    // tells.
    void noFasterThanItsOwnFastest() {
        std::vector<double> reference(10, 1e-4), samples(10, 1e-3);
        reference.insert(reference.end(), 12, 2e-4);
        samples.insert(samples.end(), 12, 1.6e-3); // memory holds it up at either speed
        const auto here = remembered(reference, {});
        QVERIFY(here && qAbs(here->fastest - 0.5) < 1e-9);
        QVERIFY(qAbs(seenBy(*here, reference, samples).fastest - 1 / 1.6) < 1e-9);
        QCOMPARE(seenBy(*here, reference, samples).slowest, here->slowest);
        Pace others = *here;
        others.fastest = 0.4;
        QCOMPARE(seenBy(others, reference, samples), others);
        QCOMPARE(seenBy(*here, reference, {}), *here);
    }

    // Programs under sanitizers take a hundred times as long for the loop, and write into the same file.
    void noSpeedOfThisMachine() {
        const QTemporaryDir folder;
        const std::vector<double> other(10, 1e-2), mine(10, 1e-4), slow(10, 4e-4);
        QVERIFY(remembered(other, in(folder)));
        QVERIFY(remembered(slow, in(folder)));
        const auto pace = remembered(mine, in(folder));
        QVERIFY(pace);
        QCOMPARE(pace->measurements, std::size_t(2));
        QVERIFY(qAbs(pace->slowest - 4) < 1e-3);
    }

    void noMoreThanAreKept() {
        const QTemporaryDir folder;
        for (std::size_t i = 0; i < MaxRemembered + 5; ++i) {
            const std::vector<double> one(1, i == 0 ? 9e-4 : 1e-4);
            const auto pace = remembered(one, in(folder));
            QVERIFY(pace);
            if (i >= MaxRemembered) {
                QCOMPARE(pace->measurements, MaxRemembered);
                QCOMPARE(pace->slowest, 1.0); // the slow one is forgotten
            }
        }
    }

    void damagedFilesAreBegunAnew_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("words") << QByteArray("fast\n");
        QTest::newRow("not finite") << QByteArray("nan\n");
        QTest::newRow("negative") << QByteArray("-1e-4\n");
        QTest::newRow("large") << QByteArray(1 << 17, '1');
        QTest::newRow("zeros") << QByteArray(100, '\0');
    }
    void damagedFilesAreBegunAnew() {
        QFETCH(const QByteArray, text);
        const QTemporaryDir folder;
        std::filesystem::create_directories(in(folder).parent_path());
        std::ofstream(in(folder)) << text.toStdString();
        const std::vector<double> one(1, 1e-4);
        QCOMPARE(remembered(one, in(folder))->measurements, std::size_t(1));
        QCOMPARE(remembered(one, in(folder))->measurements, std::size_t(2));
    }

    void onlyFilesAreWritten() {
        const QTemporaryDir folder;
        std::filesystem::create_directories(in(folder));
        const std::vector<double> one(1, 1e-4);
        QVERIFY(!remembered(one, in(folder)));
    }

    void aLoopTakesTime() {
        const double seconds = referenceSeconds();
        QVERIFY(seconds > 0);
    }
};

EDGEWRIGHT_TEST(MeasurePaceTest)

} // namespace edgewright::measure_pace_test

#include "measure_pace_test.moc"
