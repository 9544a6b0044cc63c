// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/packing/bounds.h"
#include "core/memory/packing/problem.h"
#include "tests/core/memory/buffers.h"
#include "tests/support/test_class.h"

#include <QTest>

namespace edgewright::problem_test {

using namespace edgewright::memory;
using edgewright::test::buffer;
using edgewright::test::problemOf;

class ProblemTest : public QObject {
    Q_OBJECT
private slots:
    void bounds() {
        // "a" and "b" touch in time without overlapping, "c" meets both and lives on alone.
        const Problem problem = problemOf({buffer("a", 10, 0, 2), buffer("b", 30, 2, 3), buffer("c", 5, 1, 5)});
        std::vector<std::int64_t> steps;
        QCOMPARE(lowerBound(problem, &steps), 35);
        QCOMPARE(steps, (std::vector<std::int64_t>{10, 15, 35, 5, 5}));
        QCOMPARE(sumOfSizes(problem), 45);
        QCOMPARE(lowerBound(Problem{}), 0);
    }

    void boundsSaturate() {
        const Problem problem = problemOf({buffer("a", INT64_MAX, 0, 1), buffer("b", INT64_MAX, 0, 1)});
        QCOMPARE(lowerBound(problem), INT64_MAX);
        QCOMPARE(sumOfSizes(problem), INT64_MAX);
    }

    void validation_data() {
        QTest::addColumn<qint64>("size");
        QTest::addColumn<qint64>("lower");
        QTest::addColumn<qint64>("upper");
        QTest::addColumn<qint64>("alignment");
        QTest::addColumn<qint64>("fixed");      // -1: free
        QTest::addColumn<QString>("complaint"); // empty: valid
        const qint64 free = -1;
        const qint64 huge = INT64_MAX;
        QTest::newRow("valid") << qint64(8) << qint64(0) << qint64(4) << qint64(8) << qint64(16) << QString();
        QTest::newRow("empty buffer") << qint64(0) << qint64(0) << qint64(4) << qint64(1) << free << QString();
        QTest::newRow("size") << qint64(-1) << qint64(0) << qint64(4) << qint64(1) << free << "negative size";
        QTest::newRow("never alive") << qint64(8) << qint64(2) << qint64(2) << qint64(1) << free
                                     << "non-empty range";
        QTest::newRow("early") << qint64(8) << qint64(-1) << qint64(2) << qint64(1) << free << "inside [0, 4)";
        QTest::newRow("late") << qint64(8) << qint64(0) << qint64(5) << qint64(1) << free << "inside [0, 4)";
        QTest::newRow("alignment") << qint64(8) << qint64(0) << qint64(4) << qint64(0) << free
                                   << "alignment below 1";
        QTest::newRow("misfit") << qint64(8) << qint64(0) << qint64(4) << qint64(8) << qint64(12)
                                << "no multiple";
        QTest::newRow("fixed below") << qint64(8) << qint64(0) << qint64(4) << qint64(1) << qint64(-8)
                                     << "negative fixed";
        QTest::newRow("overflow") << huge << qint64(0) << qint64(4) << qint64(1) << free << "exceed 2^63";
    }
    void validation() {
        QFETCH(qint64, size);
        QFETCH(qint64, lower);
        QFETCH(qint64, upper);
        QFETCH(qint64, alignment);
        QFETCH(qint64, fixed);
        QFETCH(QString, complaint);
        Problem problem;
        problem.steps = 4;
        Buffer one = buffer("one", size, lower, upper);
        one.alignment = alignment;
        if (fixed != -1) one.fixedOffset = fixed;
        problem.buffers = {buffer("other", 1, 0, 1), one};
        const auto valid = validate(problem);
        QCOMPARE(valid.has_value(), complaint.isEmpty());
        if (valid) return;
        const QString message = QString::fromStdString(valid.error().message);
        QVERIFY2(message.contains(complaint) && message.contains("'one'"), qPrintable(message));
    }

    void fixedBuffersMustNotCollide() {
        Problem problem = problemOf({buffer("a", 8, 0, 2), buffer("b", 8, 1, 3), buffer("c", 8, 2, 4)});
        problem.buffers[0].fixedOffset = 0;
        problem.buffers[2].fixedOffset = 4; // same bytes, but never at the same time
        QVERIFY(validate(problem));
        problem.buffers[1].fixedOffset = 11;
        const auto valid = validate(problem);
        QVERIFY(!valid);
        QCOMPARE(QString::fromStdString(valid.error().message),
                 QString("buffer 'b' and buffer 'c' have fixed offsets that collide in step 2"));
        problem.buffers[0].fixedOffset = 5; // of two collisions the earlier one
        QCOMPARE(QString::fromStdString(validate(problem).error().message),
                 QString("buffer 'a' and buffer 'b' have fixed offsets that collide in step 1"));
    }

    void gapsAreFree() {
        Problem problem = problemOf({buffer("a", 10, 0, 6), buffer("b", 7, 1, 3)});
        problem.buffers[0].gaps = {{1, 2, 0, 0}, {2, 4, 2, 5}};
        QVERIFY(validate(problem));
        std::vector<std::int64_t> steps;
        QCOMPARE(lowerBound(problem, &steps), 10);
        QCOMPARE(steps, (std::vector<std::int64_t>{10, 7, 10, 3, 10, 10}));
        // A buffer needs its whole range of addresses even where it is never alive.
        problem.buffers[0].gaps = {{0, 6, 0, 0}};
        QCOMPARE(lowerBound(problem, &steps), 10);
        QCOMPARE(steps, (std::vector<std::int64_t>{0, 7, 7, 0, 0, 0}));
        QVERIFY(pieces(problem.buffers[0]).empty());
    }

    void fixedBuffersMayFillGaps() {
        Problem problem = problemOf({buffer("a", 10, 0, 6), buffer("b", 7, 1, 3)});
        problem.buffers[0].gaps = {{1, 3, 8, 10}};
        problem.buffers[0].fixedOffset = 0;
        problem.buffers[1].fixedOffset = 1;
        QVERIFY(validate(problem));
        problem.buffers[1].fixedOffset = 2;
        QVERIFY(!validate(problem));
        QCOMPARE(lowerBound(problem), 10);
    }

    void alignmentRaisesTheBound() {
        Problem problem = problemOf({buffer("a", 10, 0, 2), buffer("b", 7, 0, 1), buffer("c", 20, 1, 2)});
        QCOMPARE(alignedBound(problem), 30);
        for (Buffer& each : problem.buffers)
            each.alignment = 16;
        QCOMPARE(lowerBound(problem), 30);
        QCOMPARE(alignedBound(problem), 36); // 10 rounded up, then 20: the larger padding is on top
        problem.buffers[0].alignment = 8;
        QCOMPARE(alignedBound(problem), 34); // 24 then 10, or 16 then 20: multiples of 8
    }
};

EDGEWRIGHT_TEST(ProblemTest)

} // namespace edgewright::problem_test

#include "problem_test.moc"
