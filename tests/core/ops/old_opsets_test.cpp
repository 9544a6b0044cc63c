// SPDX-License-Identifier: GPL-3.0-or-later
// Forms that operators had in earlier operator sets.
#include "tests/core/ops/kernel_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>

namespace edgewright::old_opsets_test {

using namespace edgewright::test;

namespace {

ir::Tensor floats(ir::Dims dims, const Floats& values) { return ir::Tensor::of(std::move(dims), values); }
ir::Tensor ints(const Ints& values) { return ir::Tensor::of({std::int64_t(values.size())}, values); }

void check(const Outcome& out, const ir::Dims& dims, const Floats& expected) {
    QVERIFY2(out, out.text());
    QCOMPARE(out[0].dims(), dims);
    const auto values = out[0].as<float>();
    QCOMPARE(Floats(values.begin(), values.end()), expected);
}

} // namespace

class OldOpsetsTest : public QObject {
    Q_OBJECT
private slots:
    void secondOperandLiesAtAxis_data() {
        QTest::addColumn<QByteArray>("op");
        QTest::addColumn<QList<float>>("expected");
        // (1 2 3 4) as [2,2,1] with (2 3) at axis 0.
        const auto row = [](const char* op, const QList<float>& expected) {
            QTest::addRow("%s", op) << QByteArray(op) << expected;
        };
        row("Add", {3, 4, 6, 7});
        row("Sub", {-1, 0, 0, 1});
        row("Mul", {2, 4, 9, 12});
        row("Div", {0.5f, 1, 1, 4.0f / 3});
        row("Pow", {1, 4, 27, 64});
        row("Greater", {0, 0, 0, 1});
        row("Less", {1, 0, 0, 0});
    }
    void secondOperandLiesAtAxis() {
        QFETCH(QByteArray, op);
        QFETCH(QList<float>, expected);
        const auto probe = [&](std::int64_t opset) {
            return Probe(op.toStdString(), opset)
                .attribute("broadcast", std::int64_t(1))
                .attribute("axis", std::int64_t(0))
                .input(floats({2, 2, 1}, {1, 2, 3, 4}))
                .input(floats({2}, {2, 3}));
        };
        const auto out = probe(6).run();
        QVERIFY2(out, out.text());
        QCOMPARE(out[0].dims(), (ir::Dims{2, 2, 1}));
        for (std::int64_t i = 0; i < 4; ++i)
            QVERIFY(std::abs(ir::elementAsDouble(out[0], i) - double(expected[int(i)])) < 1e-6);
        // Since opset 7 it lies at the end.
        QCOMPARE(probe(7).run()[0].dims(), (ir::Dims{2, 2, 2}));
        QVERIFY(!probe(6).attribute("axis", std::int64_t(3)).run());
        QVERIFY(!probe(6).attribute("axis", INT64_MIN).run());
        QVERIFY(!probe(6).attribute("axis", INT64_MAX).run());
    }
    void logicalOperandLiesAtAxis() {
        for (const auto& [op, expected] : {std::pair<const char*, Ints>{"And", {1, 0, 0, 0}},
                                           {"Or", {1, 1, 0, 1}},
                                           {"Xor", {0, 1, 0, 1}},
                                           {"Equal", {1, 0, 1, 0}}}) {
            const auto out = Probe(op, 6)
                                 .attribute("broadcast", std::int64_t(1))
                                 .attribute("axis", std::int64_t(0))
                                 .input(ir::Tensor::of<bool>({2, 2}, {true, false, false, true}))
                                 .input(ir::Tensor::of<bool>({2}, {true, false}))
                                 .run();
            QVERIFY2(out, out.text());
            QCOMPARE(ir::toInt64s(out[0]), expected);
        }
    }
    void slopesBelongToChannels() {
        check(Probe("PRelu", 6).input(floats({1, 2, 2}, {-1, -1, -1, 1})).input(floats({2}, {2, 3})).run(),
              {1, 2, 2}, {-2, -2, -3, 1});
        check(Probe("PRelu", 7).input(floats({1, 2, 2}, {-1, -1, -1, 1})).input(floats({2}, {2, 3})).run(),
              {1, 2, 2}, {-2, -3, -2, 1});
    }
    void boundsOfClip() {
        const auto x = floats({3}, {-5, 0, 5});
        for (const std::int64_t opset : {1, 6})
            check(Probe("Clip", opset).attribute("min", -1.0f).attribute("max", 2.0f).input(x).run(), {3},
                  {-1, 0, 2});
        check(Probe("Clip", 6).attribute("max", 2.0f).input(x).run(), {3}, {-5, 0, 2});
        check(Probe("Clip", 11).input(x).omitted().input(ir::Tensor::scalar(2.0f)).run(), {3}, {-5, 0, 2});
    }
    void paddings() {
        const auto x = floats({1, 2}, {1, 2});
        check(Probe("Pad", 1).attribute("paddings", Ints{0, 1, 0, 0}).attribute("value", 9.0f).input(x).run(),
              {1, 3}, {9, 1, 2});
        check(Probe("Pad", 2)
                  .attribute("pads", Ints{0, 1, 0, 0})
                  .attribute("mode", std::string("edge"))
                  .input(x)
                  .run(),
              {1, 3}, {1, 1, 2});
        check(Probe("Pad", 11).input(x).input(ints({0, 1, 0, 0})).input(ir::Tensor::scalar(9.0f)).run(), {1, 3},
              {9, 1, 2});
        check(Probe("Pad", 18).input(x).input(ints({1, 0})).omitted().input(ints({-1})).run(), {1, 3},
              {0, 1, 2});
    }
    void slices() {
        const auto x = floats({4}, {1, 2, 3, 4});
        check(Probe("Slice", 1).attribute("starts", Ints{1}).attribute("ends", Ints{-1}).input(x).run(), {2},
              {2, 3});
        check(Probe("Slice", 1)
                  .attribute("starts", Ints{1})
                  .attribute("ends", Ints{1000})
                  .attribute("axes", Ints{0})
                  .input(x)
                  .run(),
              {3}, {2, 3, 4});
        check(Probe("Slice", 10)
                  .input(x)
                  .input(ints({3}))
                  .input(ints({-10}))
                  .input(ints({0}))
                  .input(ints({-2}))
                  .run(),
              {2}, {4, 2});
    }
    void splits() {
        const auto x = floats({5}, {1, 2, 3, 4, 5});
        for (const Outcome& out : {Probe("Split", 1).attribute("split", Ints{2, 3}).input(x).outputs(2).run(),
                                   Probe("Split", 1).input(x).input(ints({2, 3})).outputs(2).run(),
                                   Probe("Split", 2).attribute("split", Ints{2, 3}).input(x).outputs(2).run(),
                                   Probe("Split", 13).input(x).input(ints({2, 3})).outputs(2).run()}) {
            check(out, {2}, {1, 2});
            QCOMPARE(out[1].dims(), ir::Dims{3});
        }
        const auto uneven =
            Probe("Split", 18).attribute("num_outputs", std::int64_t(2)).input(x).outputs(2).run();
        check(uneven, {3}, {1, 2, 3});
        QCOMPARE(uneven[1].dims(), ir::Dims{2});
    }
    void axesOfSqueezeAndUnsqueeze() {
        const auto x = floats({1, 2, 1}, {1, 2});
        check(Probe("Squeeze", 1).attribute("axes", Ints{0}).input(x).run(), {2, 1}, {1, 2});
        check(Probe("Squeeze", 11).attribute("axes", Ints{-1}).input(x).run(), {1, 2}, {1, 2});
        check(Probe("Squeeze", 13).input(x).input(ints({0})).run(), {2, 1}, {1, 2});
        check(Probe("Squeeze", 13).input(x).run(), {2}, {1, 2});
        check(Probe("Unsqueeze", 1).attribute("axes", Ints{0}).input(floats({2}, {1, 2})).run(), {1, 2},
              {1, 2});
        check(Probe("Unsqueeze", 13).input(floats({2}, {1, 2})).input(ints({-1, 0})).run(), {1, 2, 1}, {1, 2});
    }
    void topK() {
        const auto x = floats({4}, {3, 1, 4, 1});
        check(Probe("TopK", 1).attribute("k", std::int64_t(2)).input(x).outputs(2).run(), {2}, {4, 3});
        check(Probe("TopK", 10).input(x).input(ints({2})).outputs(2).run(), {2}, {4, 3});
        const auto least =
            Probe("TopK", 11).attribute("largest", std::int64_t(0)).input(x).input(ints({2})).outputs(2).run();
        check(least, {2}, {1, 1});
        QCOMPARE(ir::toInt64s(least[1]), (Ints{1, 3}));
    }
    void upsamples() {
        const auto x = floats({1, 1, 1, 2}, {1, 2});
        const Floats doubled{1, 1, 2, 2, 1, 1, 2, 2};
        check(
            Probe("Upsample", 1).attribute("height_scale", 2.0f).attribute("width_scale", 2.0f).input(x).run(),
            {1, 1, 2, 4}, doubled);
        check(Probe("Upsample", 7).attribute("scales", Floats{1, 1, 2, 2}).input(x).run(), {1, 1, 2, 4},
              doubled);
        check(Probe("Upsample", 9).input(x).input(floats({4}, {1, 1, 2, 2})).run(), {1, 1, 2, 4}, doubled);
    }
    void tiles() {
        const auto x = floats({1, 2}, {1, 2});
        check(Probe("Tile", 1).input(x).input(floats({}, {2})).input(floats({}, {1})).run(), {1, 4},
              {1, 2, 1, 2});
        check(Probe("Tile", 1).input(x).input(ints({2})).input(ints({0})).run(), {2, 2}, {1, 2, 1, 2});
        check(Probe("Tile", 6).input(x).input(ints({1, 2})).run(), {1, 4}, {1, 2, 1, 2});
        QVERIFY(!Probe("Tile", 1).input(x).input(floats({}, {-2})).input(floats({}, {1})).run());
    }
    void shapesOfReshape() {
        const auto x = floats({2, 2}, {1, 2, 3, 4});
        check(Probe("Reshape", 1).attribute("shape", Ints{0, -1, 1}).input(x).run(), {2, 2, 1}, {1, 2, 3, 4});
        check(Probe("Reshape", 5).input(x).input(ints({-1})).run(), {4}, {1, 2, 3, 4});
    }
    void concatenatesAlongChannels() {
        check(Probe("Concat", 1).input(floats({1, 1, 1}, {1})).input(floats({1, 1, 1}, {2})).run(), {1, 2, 1},
              {1, 2});
    }
    void variadicOperators() {
        const auto a = floats({2}, {1, 5});
        const auto b = floats({2}, {3, 2});
        for (const std::int64_t opset : {1, 6, 8}) {
            check(Probe("Max", opset).input(a).input(b).run(), {2}, {3, 5});
            check(Probe("Min", opset).input(a).input(b).run(), {2}, {1, 2});
            check(Probe("Sum", opset).input(a).input(b).run(), {2}, {4, 7});
            check(Probe("Mean", opset).input(a).input(b).run(), {2}, {2, 3.5f});
        }
    }
    void scatters() {
        check(Probe("Scatter", 9)
                  .attribute("axis", std::int64_t(1))
                  .input(floats({1, 3}, {1, 2, 3}))
                  .input(ir::Tensor::of<std::int64_t>({1, 1}, {2}))
                  .input(floats({1, 1}, {9}))
                  .run(),
              {1, 3}, {1, 2, 9});
    }
    void negativeIndicesOfOneHot() {
        const auto run = [](std::int64_t opset) {
            return Probe("OneHot", opset).input(ints({-1})).input(ints({2})).input(floats({2}, {0, 1})).run();
        };
        check(run(9), {1, 2}, {0, 0}); // out of range
        check(run(11), {1, 2}, {0, 1});
    }
    void normalisations() {
        const auto x = floats({1, 2, 1, 2}, {1, 3, 10, 20});
        // By channel, then over both.
        check(Probe("MeanVarianceNormalization", 1)
                  .attribute("normalize_variance", std::int64_t(0))
                  .input(x)
                  .run(),
              {1, 2, 1, 2}, {-1, 1, -5, 5});
        check(Probe("MeanVarianceNormalization", 1)
                  .attribute("normalize_variance", std::int64_t(0))
                  .attribute("across_channels", std::int64_t(1))
                  .input(x)
                  .run(),
              {1, 2, 1, 2}, {-7.5f, -5.5f, 1.5f, 11.5f});
        check(Probe("MeanVarianceNormalization", 9).input(floats({1, 1, 1, 2}, {1, 3})).run(), {1, 1, 1, 2},
              {-1, 1});
        check(Probe("InstanceNormalization", 1)
                  .attribute("epsilon", 0.0f)
                  .input(x)
                  .input(floats({2}, {1, 2}))
                  .input(floats({2}, {0, 1}))
                  .run(),
              {1, 2, 1, 2}, {-1, 1, -1, 3});
    }
    void fills() {
        const auto fill = Probe("ConstantFill", 1)
                              .attribute("value", 2.5f)
                              .attribute("input_as_shape", std::int64_t(1))
                              .attribute("extra_shape", Ints{2})
                              .input(ints({1}))
                              .run();
        check(fill, {1, 2}, {2.5f, 2.5f});
        check(Probe("ConstantFill", 1).attribute("value", 1.0f).input(floats({2}, {7, 8})).run(), {2}, {1, 1});
        const auto whole = Probe("ConstantFill", 1)
                               .attribute("dtype", std::int64_t(7))
                               .attribute("shape", Ints{2})
                               .attribute("value", 3.0f)
                               .run();
        QVERIFY2(whole, whole.text());
        QCOMPARE(ir::toInt64s(whole[0]), (Ints{3, 3}));
        QVERIFY(!Probe("ConstantFill", 1).attribute("shape", Ints{-1}).run());
        QVERIFY(!Probe("ConstantFill", 1).attribute("shape", Ints{INT64_MAX, 2}).run());
        QVERIFY(!Probe("ConstantFill", 1).attribute("dtype", std::int64_t(8)).run());
        check(
            Probe("GivenTensorFill", 1).attribute("shape", Ints{2, 1}).attribute("values", Floats{4, 5}).run(),
            {2, 1}, {4, 5});
        QVERIFY(
            !Probe("GivenTensorFill", 1).attribute("shape", Ints{3}).attribute("values", Floats{4, 5}).run());
    }
};

EDGEWRIGHT_TEST(OldOpsetsTest)

} // namespace edgewright::old_opsets_test

#include "old_opsets_test.moc"
