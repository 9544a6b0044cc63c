// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/verify.h"
#include "tests/core/memory/buffers.h"

#include <QtTest>

using namespace edgewright;
using namespace edgewright::memory;
using test::buffer;
using test::problemOf;

class PlanVerifyTest : public QObject {
    Q_OBJECT

    Problem m_problem;

private slots:
    void init() {
        m_problem = problemOf({buffer("a", 128, 0, 5), buffer("b", 64, 3, 8), buffer("c", 128, 5, 10),
                               buffer("empty", 0, 0, 10)});
        m_problem.buffers[1].alignment = 64;
        m_problem.buffers[2].fixedOffset = 0;
    }

    void legalPlan() {
        const Verdict verdict = verify(m_problem, {{0, 128, 0, 100}, 192});
        QVERIFY2(verdict.legal, verdict.reason.c_str());
        QVERIFY(verify({}, {}).legal);
    }

    void violations_data() {
        QTest::addColumn<QList<qint64>>("offsets");
        QTest::addColumn<qint64>("peak");
        QTest::addColumn<QString>("reason");
        using Offsets = QList<qint64>;
        QTest::newRow("collision") << Offsets{0, 64, 0, 0} << qint64(128)
                                   << "buffers 'a' and 'b' share bytes [64, 128) in step 3";
        QTest::newRow("negative") << Offsets{-8, 128, 0, 0} << qint64(192)
                                  << "buffer 'a' has the negative offset -8";
        QTest::newRow("alignment") << Offsets{0, 130, 0, 0} << qint64(194)
                                   << "buffer 'b' has offset 130, no multiple of 64";
        QTest::newRow("fixed") << Offsets{0, 128, 8, 0} << qint64(192)
                               << "buffer 'c' has offset 8 where 0 is fixed";
        QTest::newRow("overflow") << Offsets{INT64_MAX, 128, 0, 0} << qint64(192)
                                  << "buffer 'a' ends past 2^63 bytes";
        QTest::newRow("peak too small") << Offsets{0, 128, 0, 0} << qint64(191)
                                        << "the plan says a peak of 191 bytes, its buffers end at 192";
        QTest::newRow("peak too large") << Offsets{0, 128, 0, 0} << qint64(193)
                                        << "the plan says a peak of 193 bytes, its buffers end at 192";
        QTest::newRow("too few") << Offsets{0, 128, 0} << qint64(192) << "the plan has 3 offsets for 4 buffers";
    }
    void violations() {
        QFETCH(QList<qint64>, offsets);
        QFETCH(qint64, peak);
        QFETCH(QString, reason);
        const Verdict verdict = verify(m_problem, {{offsets.begin(), offsets.end()}, peak});
        QVERIFY(!verdict.legal);
        QCOMPARE(QString::fromStdString(verdict.reason), reason);
    }

    void collisionNamesThePair() {
        const Verdict verdict = verify(m_problem, {{0, 64, 0, 0}, 128});
        QCOMPARE(verdict.first, BufferId(0));
        QCOMPARE(verdict.second, BufferId(1));
        QCOMPARE(verdict.step, 3);
    }

    void gapsMayBeFilled() {
        Problem problem = problemOf({buffer("a", 100, 0, 10), buffer("b", 60, 3, 6)});
        problem.buffers[0].gaps = {{3, 5, 0, 0}, {5, 6, 0, 40}};
        QVERIFY(verify(problem, {{0, 40}, 100}).legal);
        const Verdict window = verify(problem, {{0, 39}, 100});
        QCOMPARE(QString::fromStdString(window.reason),
                 QString("buffers 'a' and 'b' share bytes [39, 40) in step 5"));
        QCOMPARE(window.step, 5);
        problem.buffers[1].upper = 7;
        const Verdict after = verify(problem, {{0, 40}, 100});
        QCOMPARE(QString::fromStdString(after.reason),
                 QString("buffers 'a' and 'b' share bytes [40, 100) in step 6"));
        QCOMPARE(after.step, 6);
        problem.buffers[1].gaps = {{6, 7, 0, 0}};
        QVERIFY(verify(problem, {{0, 40}, 100}).legal);
    }

    void everySingleCollisionIsFound() {
        // Twenty legal buffers; each is moved onto each neighbour in time in turn.
        std::vector<Buffer> buffers;
        Solution legal;
        for (int i = 0; i < 20; ++i) {
            buffers.push_back(buffer("x", 16, i, i + 10));
            legal.offsets.push_back(i % 10 * 16);
        }
        legal.peak = 160;
        const Problem problem = problemOf(std::move(buffers));
        QVERIFY(verify(problem, legal).legal);
        for (std::size_t i = 0; i < 20; ++i)
            for (std::size_t j = 0; j < 20; ++j) {
                const bool together = i != j && (i > j ? i - j : j - i) < 10;
                if (!together) continue;
                Solution broken = legal;
                broken.offsets[i] = legal.offsets[j] + (legal.offsets[j] == 144 ? -15 : 15);
                QVERIFY(!verify(problem, broken).legal);
            }
    }
};

QTEST_GUILESS_MAIN(PlanVerifyTest)
#include "plan_verify_test.moc"
