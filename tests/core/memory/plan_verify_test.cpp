// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/packing/collision.h"
#include "core/memory/plan_verify.h"
#include "tests/core/memory/buffers.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>
#include <utility>

namespace edgewright::plan_verify_test {

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

    // Against every pair: what is found is one, in the first step that has any, the earlier buffer first.
    void theFirstCollisionIsFound() {
        std::uint32_t state = 1;
        const auto below = [&](std::uint32_t limit) {
            state = state * 1664525u + 1013904223u;
            return std::int64_t((state >> 8) % limit);
        };
        const auto collide = [](const Box& a, const Box& b) {
            return a.lower < b.upper && b.lower < a.upper && a.begin < b.end && b.begin < a.end;
        };
        int with = 0, without = 0;
        for (int turn = 0; turn < 2000; ++turn) {
            std::vector<Box> boxes;
            for (std::size_t i = 0; i < 8; ++i) {
                const std::int64_t lower = below(12), begin = below(200);
                boxes.push_back({i, lower, lower + 1 + below(5), begin, begin + 1 + below(16)});
            }
            std::int64_t first = INT64_MAX;
            for (std::size_t i = 0; i < boxes.size(); ++i)
                for (std::size_t j = 0; j < i; ++j)
                    if (collide(boxes[i], boxes[j]))
                        first = std::min(first, std::max(boxes[i].lower, boxes[j].lower));
            const auto found = firstCollision(boxes);
            QCOMPARE(found.has_value(), first != INT64_MAX);
            ++(found ? with : without);
            if (!found) continue;
            QVERIFY(collide(found->first, found->second));
            QCOMPARE(found->second.lower, first);
            QVERIFY(std::pair(found->first.lower, found->first.buffer) <
                    std::pair(found->second.lower, found->second.buffer));
        }
        QVERIFY(with > 200 && without > 200);
    }

    void hostileNamesAreCut() {
        m_problem.buffers[0].name = std::string(1000, 'n') + '\x1b';
        m_problem.buffers[1].name = "b\r";
        const QString name = "'" + QString(200, 'n') + "...' (1001 bytes)";
        QCOMPARE(QString::fromStdString(verify(m_problem, {{0, 64, 0, 0}, 128}).reason),
                 "buffers " + name + " and 'b?' share bytes [64, 128) in step 3");
        QCOMPARE(QString::fromStdString(verify(m_problem, {{-8, 128, 0, 0}, 192}).reason),
                 "buffer " + name + " has the negative offset -8");
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

EDGEWRIGHT_TEST(PlanVerifyTest)

} // namespace edgewright::plan_verify_test

#include "plan_verify_test.moc"
