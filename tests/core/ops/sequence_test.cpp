// SPDX-License-Identifier: GPL-3.0-or-later
// Operators on sequences and optionals.
#include "tests/core/ops/kernel_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

namespace edgewright::sequence_test {

using ir::Container;
using ir::DataType;
using ir::Tensor;
using test::Ints;
using test::Probe;

namespace {

Tensor row(std::vector<float> values) { return Tensor::of({static_cast<std::int64_t>(values.size())}, values); }

Tensor sequence(std::vector<Tensor> items) {
    return Tensor::ofItems(Container::Sequence, DataType::Float32, std::move(items));
}

Tensor position(std::int64_t at) { return Tensor::scalar<std::int64_t>(at); }

std::vector<float> valuesOf(const Tensor& tensor) {
    return {tensor.as<float>().begin(), tensor.as<float>().end()};
}

// The first element of each item.
std::vector<float> firsts(const Tensor& tensor) {
    std::vector<float> result;
    for (const Tensor& item : tensor.items())
        result.push_back(item.as<float>()[0]);
    return result;
}

const std::vector<Tensor> Three{row({1, 2}), row({3, 4}), row({5, 6})};

} // namespace

class SequenceTest : public QObject {
    Q_OBJECT

private slots:
    void constructs() {
        const auto out = Probe("SequenceConstruct", 11).input(row({1, 2})).input(row({3, 4, 5})).run();
        QVERIFY2(out, out.text());
        QVERIFY(out[0].container() == Container::Sequence);
        QCOMPARE(out.types[0].text(), std::string("sequence(float32[?])"));
        QCOMPARE(firsts(out[0]), (std::vector<float>{1, 3}));
        QVERIFY(!Probe("SequenceConstruct", 11).input(row({1})).input(position(1)).run()); // two dtypes
        const auto empty = Probe("SequenceEmpty", 11).attribute("dtype", std::int64_t(7)).run();
        QVERIFY2(empty, empty.text());
        QVERIFY(empty[0].dtype() == DataType::Int64 && empty[0].items().empty());
    }

    void inserts_data() {
        QTest::addColumn<int>("at");
        QTest::addColumn<QVector<float>>("expected");
        QTest::newRow("front") << 0 << QVector<float>{9, 1, 3, 5};
        QTest::newRow("end") << 3 << QVector<float>{1, 3, 5, 9};
        QTest::newRow("negative") << -1 << QVector<float>{1, 3, 9, 5};
        QTest::newRow("outside") << 4 << QVector<float>{};
        QTest::newRow("before") << -4 << QVector<float>{};
    }

    void inserts() {
        QFETCH(int, at);
        QFETCH(QVector<float>, expected);
        const auto out =
            Probe("SequenceInsert", 11).input(sequence(Three)).input(row({9, 9})).input(position(at)).run();
        QCOMPARE(!out.error, !expected.isEmpty());
        if (out) QCOMPARE(firsts(out[0]), std::vector<float>(expected.begin(), expected.end()));
    }

    void erasesAndFinds() {
        const auto last = Probe("SequenceErase", 11).input(sequence(Three)).run();
        QVERIFY2(last, last.text());
        QCOMPARE(firsts(last[0]), (std::vector<float>{1, 3}));
        const auto first = Probe("SequenceErase", 11).input(sequence(Three)).input(position(-3)).run();
        QCOMPARE(firsts(first[0]), (std::vector<float>{3, 5}));
        QVERIFY(!Probe("SequenceErase", 11).input(sequence({})).run());
        const auto at = Probe("SequenceAt", 11).input(sequence(Three)).input(position(-2)).run();
        QVERIFY2(at, at.text());
        QCOMPARE(valuesOf(at[0]), (std::vector<float>{3, 4}));
        QVERIFY(!Probe("SequenceAt", 11).input(sequence(Three)).input(position(3)).run());
        QVERIFY(!Probe("SequenceAt", 11).input(sequence(Three)).run());
        const auto length = Probe("SequenceLength", 11).input(sequence(Three)).run();
        QCOMPARE(length[0].as<std::int64_t>()[0], std::int64_t(3));
    }

    void splits() {
        const Tensor in = Tensor::of<float>({2, 5}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
        const auto pieces =
            Probe("SplitToSequence", 11).attribute("axis", std::int64_t(1)).input(in).input(position(2)).run();
        QVERIFY2(pieces, pieces.text());
        QCOMPARE(pieces[0].items().size(), std::size_t(3));
        QCOMPARE(valuesOf(pieces[0].items()[1]), (std::vector<float>{2, 3, 7, 8}));
        QCOMPARE(valuesOf(pieces[0].items()[2]), (std::vector<float>{4, 9}));
        const auto listed = Probe("SplitToSequence", 11)
                                .attribute("axis", std::int64_t(-1))
                                .input(in)
                                .input(Tensor::of<std::int64_t>({3}, {1, 0, 4}))
                                .run();
        QVERIFY2(listed, listed.text());
        QCOMPARE(listed[0].items()[1].dims(), (ir::Dims{2, 0}));
        QCOMPARE(valuesOf(listed[0].items()[0]), (std::vector<float>{0, 5}));
        const auto dropped =
            Probe("SplitToSequence", 11).attribute("keepdims", std::int64_t(0)).input(in).run();
        QVERIFY2(dropped, dropped.text());
        QCOMPARE(dropped[0].items()[1].dims(), (ir::Dims{5}));
        QCOMPARE(firsts(dropped[0]), (std::vector<float>{0, 5}));
        for (const Ints& wrong : {Ints{2, 2}, Ints{6, -1}, Ints{0, 0}})
            QVERIFY(!Probe("SplitToSequence", 11)
                         .attribute("axis", std::int64_t(1))
                         .input(in)
                         .input(Tensor::of<std::int64_t>({2}, wrong))
                         .run());
        QVERIFY(!Probe("SplitToSequence", 11).input(in).input(position(0)).run());
        // Without elements, but with more items than memory could hold.
        auto huge = Tensor::allocate(DataType::Float32, {std::int64_t(1) << 40, 0});
        QVERIFY(!Probe("SplitToSequence", 11).input(*huge).run());
    }

    void joins() {
        const auto along = Probe("ConcatFromSequence", 11)
                               .attribute("axis", std::int64_t(0))
                               .input(sequence({row({1}), row({2, 3})}))
                               .run();
        QVERIFY2(along, along.text());
        QCOMPARE(valuesOf(along[0]), (std::vector<float>{1, 2, 3}));
        const auto stacked = Probe("ConcatFromSequence", 11)
                                 .attribute("axis", std::int64_t(-1))
                                 .attribute("new_axis", std::int64_t(1))
                                 .input(sequence(Three))
                                 .run();
        QVERIFY2(stacked, stacked.text());
        QCOMPARE(stacked[0].dims(), (ir::Dims{2, 3}));
        QCOMPARE(valuesOf(stacked[0]), (std::vector<float>{1, 3, 5, 2, 4, 6}));
        QVERIFY(!Probe("ConcatFromSequence", 11).attribute("axis", std::int64_t(0)).input(sequence({})).run());
        QVERIFY(!Probe("ConcatFromSequence", 11)
                     .attribute("axis", std::int64_t(0))
                     .attribute("new_axis", std::int64_t(1))
                     .input(sequence({row({1}), row({2, 3})}))
                     .run());
    }

    void optionals() {
        const auto made = Probe("Optional", 15).input(sequence(Three)).run();
        QVERIFY2(made, made.text());
        QVERIFY(made[0].container() == Container::OptionalSequence);
        const auto got = Probe("OptionalGetElement", 18).input(made[0]).run();
        QVERIFY2(got, got.text());
        QCOMPARE(firsts(got[0]), (std::vector<float>{1, 3, 5}));
        const auto nothing = Probe("Optional", 15)
                                 .attribute("type", ir::OpaqueAttribute{{}, ir::TensorType(DataType::Int8)})
                                 .run();
        QVERIFY2(nothing, nothing.text());
        QVERIFY(nothing[0].container() == Container::Optional && nothing[0].dtype() == DataType::Int8);
        QVERIFY(!Probe("OptionalGetElement", 18).input(nothing[0]).run());
        const auto has = [](Probe probe) { return probe.run()[0].as<bool>()[0]; };
        QVERIFY(has(Probe("OptionalHasElement", 18).input(made[0])));
        QVERIFY(has(Probe("OptionalHasElement", 18).input(row({1}))));
        QVERIFY(!has(Probe("OptionalHasElement", 18).input(nothing[0])));
        QVERIFY(!has(Probe("OptionalHasElement", 18)));
        const auto same = Probe("Identity", 16).input(nothing[0]).run();
        QVERIFY2(same, same.text());
        QVERIFY(same[0].container() == Container::Optional);
    }

    void tensorsAndSequencesAreNotTakenForEachOther() {
        QVERIFY(!Probe("SequenceLength", 11).input(row({1})).run());
        const auto relu = Probe("Relu", 14).input(sequence(Three)).run();
        QVERIFY(relu.error && relu.error->code == ErrorCode::BadInput);
        QVERIFY(!Probe("SequenceInsert", 11).input(sequence(Three)).input(sequence(Three)).run());
    }
};

EDGEWRIGHT_TEST(SequenceTest)

} // namespace edgewright::sequence_test

#include "sequence_test.moc"
