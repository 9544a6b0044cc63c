// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/plan_export.h"
#include "tests/support/test_class.h"

#include <QTest>

namespace edgewright::offline_plan_test {

using namespace edgewright::memory;

class OfflinePlanTest : public QObject {
    Q_OBJECT

private slots:
    // Version, subgraph, count, offsets; the lowest byte first.
    void asTheInterpreterReadsIt() {
        const std::vector<PlacedTensor> placed{{"x", 0}, {"a", 0x01020310}};
        const auto plan = offlinePlan(placed);
        QVERIFY(plan.has_value());
        QVERIFY((plan->words == std::vector<std::int32_t>{1, 0, 2, 0, 0x01020310}));
        QVERIFY((plan->tensors == std::vector<std::string>{"x", "a"}));
        const std::string bytes = toBytes(*plan);
        QCOMPARE(bytes.size(), std::size_t(20));
        QCOMPARE(bytes.substr(0, 4), std::string("\1\0\0\0", 4));
        QCOMPARE(bytes.substr(16), std::string("\x10\3\2\1", 4));
    }

    void inTheOrderOfTheFile() {
        const std::vector<PlacedTensor> placed{{"x", 64}, {"a", 128}, {"a", 256}};
        const std::vector<std::string> tensors{"", "a", "weights", "x"};
        const auto plan = offlinePlan(placed, tensors);
        QVERIFY(plan.has_value());
        QVERIFY((plan->words == std::vector<std::int32_t>{1, 0, 4, -1, 128, -1, 64}));
        QCOMPARE(plan->unplaced, std::int64_t(1));
        QCOMPARE(toBytes(*plan).substr(12, 4), std::string("\xff\xff\xff\xff"));
    }

    // A header names what shares a buffer, too, but nothing twice.
    void headersNameEveryTensor() {
        Problem problem;
        problem.steps = 2;
        problem.buffers.resize(1);
        problem.buffers[0].name = "conv";
        problem.buffers[0].size = 8;
        problem.buffers[0].upper = 2;
        const std::vector<PlacedTensor> tensors{{"conv", 0}, {"relu", 0}, {"re lu", 4}};
        const QString text = QString::fromStdString(toCHeader(problem, {{0}, 8}, "net", tensors));
        QCOMPARE(text.count("NET_OFFSET_CONV"), 1);
        QVERIFY(text.contains("#define NET_OFFSET_RELU ((size_t)0u)\n"));
        QVERIFY(text.contains("#define NET_OFFSET_RE_LU ((size_t)4u)\n"));
        QCOMPARE(text.count("Tensors that lie in the buffers above."), 1);
    }

    // Names and reasons of strangers end no comment.
    void headersNameWhatIsLeftOut() {
        Problem problem;
        const std::vector<Unplanned> unplanned{{"a*/b", "its size is not known"}};
        const QString text = QString::fromStdString(toCHeader(problem, {}, "net", {}, unplanned));
        QVERIFY(text.contains("/* Not all of the memory that the model needs"));
        QVERIFY(text.contains("/* a*_b: its size is not known */\n"));
        QVERIFY(!QString::fromStdString(toCHeader(problem, {}, "net")).contains("Not all"));
    }

    // Sizes that the data decide are marked, of buffers and of what lies in them; no other is.
    void headersMarkBounds() {
        Problem problem;
        problem.steps = 2;
        problem.buffers.resize(2);
        for (std::size_t i = 0; i < 2; ++i) {
            problem.buffers[i].name = i == 0 ? "found" : "conv";
            problem.buffers[i].size = 16000;
            problem.buffers[i].upper = 2;
        }
        const std::vector<PlacedTensor> tensors{{"found", 0}, {"view", 0}, {"conv", 16000}};
        const std::vector<Bounded> bounded{{ValueId(), "found", {ir::DataType::Int64, ir::Dims{2, 1000}}},
                                           {ValueId(), "view", {ir::DataType::Int64, ir::Dims{2000}}}};
        const Solution solution{{0, 16000}, 32000};
        const QString text = QString::fromStdString(toCHeader(problem, solution, "net", tensors, {}, bounded));
        QVERIFY(text.contains("/* found, steps 0 to 1, at most int64[2,1000] */\n"));
        QVERIFY(text.contains("/* view, at most int64[2000] */\n"));
        QVERIFY(text.contains("/* conv, steps 0 to 1 */\n"));
        QVERIFY(text.contains("the data decide the size"));
        QVERIFY(!QString::fromStdString(toCHeader(problem, solution, "net", tensors)).contains("at most"));
    }

    void whatItCannotHold_data() {
        QTest::addColumn<qlonglong>("offset");
        QTest::addColumn<QString>("says");
        QTest::newRow("32 bits") << (qlonglong(1) << 31) << QStringLiteral("'big' has offset 2147483648");
        QTest::newRow("negative") << qlonglong(-16) << QStringLiteral("'big' has offset -16");
        QTest::newRow("alignment") << qlonglong(24) << QStringLiteral("aligns to 16 bytes");
    }
    void whatItCannotHold() {
        QFETCH(qlonglong, offset);
        QFETCH(QString, says);
        const std::vector<PlacedTensor> placed{{"small", 0}, {"big", offset}};
        const auto plan = offlinePlan(placed);
        QVERIFY(!plan.has_value());
        QCOMPARE(plan.error().code, ErrorCode::BadInput);
        QVERIFY2(QString::fromStdString(plan.error().message).contains(says), plan.error().message.c_str());
    }
};

EDGEWRIGHT_TEST(OfflinePlanTest)

} // namespace edgewright::offline_plan_test

#include "offline_plan_test.moc"
