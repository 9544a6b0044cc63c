// SPDX-License-Identifier: GPL-3.0-or-later
// Attributes, defaults and operands that operators have in some operator sets only, where old_opsets_test does
// not look: defaults of activations, rows of Softmax, windows that stick out, recurrent networks, caches.
#include "tests/core/ops/kernel_probe.h"
#include "tests/core/ops/near.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>

namespace edgewright::attribute_forms_test {

using namespace edgewright::test;
using ir::DataType;
using ir::Tensor;

namespace {

Tensor floats(ir::Dims dims, const Floats& values) { return Tensor::of(std::move(dims), values); }
Tensor ints(const Ints& values) { return Tensor::of({std::int64_t(values.size())}, values); }

void check(const Outcome& out, const ir::Dims& dims, const std::vector<double>& expected,
           double tolerance = 1e-5) {
    QVERIFY2(out, out.text());
    QCOMPARE(out[0].dims(), dims);
    QVERIFY(near(out[0], expected, tolerance));
}

Tensor coded(DataType type, const std::vector<std::uint8_t>& codes) {
    Tensor tensor = *Tensor::allocate(type, {std::int64_t(codes.size())});
    for (std::size_t i = 0; i < codes.size(); ++i)
        tensor.mutableBytes()[i] = std::byte{codes[i]};
    return tensor;
}

} // namespace

class AttributeFormsTest : public QObject {
    Q_OBJECT
private slots:
    void globalLpPool() {
        const auto x = floats({1, 2, 1, 2}, {3, -4, 1, 2});
        check(Probe("GlobalLpPool", 1).input(x).run(), {1, 2, 1, 1}, {5, std::sqrt(5.0)});
        check(Probe("GlobalLpPool", 1).attribute("p", 3.0f).input(x).run(), {1, 2, 1, 1},
              {std::cbrt(91.0), std::cbrt(9.0)});
        check(Probe("GlobalLpPool", 2).input(x).run(), {1, 2, 1, 1}, {5, std::sqrt(5.0)});
        check(Probe("GlobalLpPool", 22).attribute("p", std::int64_t(1)).input(x).run(), {1, 2, 1, 1}, {7, 3});
        QVERIFY(!Probe("GlobalLpPool", 2).attribute("p", std::int64_t(0)).input(x).run());
        QVERIFY(!Probe("GlobalLpPool", 2).input(floats({2}, {1, 2})).run());
        check(Probe("LpPool", 1).attribute("kernel_shape", Ints{1, 2}).attribute("p", 1.0f).input(x).run(),
              {1, 2, 1, 1}, {7, 3});
    }
    void defaultsOfActivations() {
        const auto x = floats({2}, {-1, 2});
        const double dip = std::expm1(-1.0);
        check(Probe("Selu", 1).input(x).run(), {2}, {1.0507 * 1.6732 * dip, 2.1014}, 1e-6);
        check(Probe("Selu", 6).input(x).run(), {2},
              {1.0507009873554805 * 1.6732632423543772 * dip, 2.101401974710961}, 1e-6);
        for (const std::int64_t opset : {1, 6}) {
            check(Probe("Elu", opset).input(x).run(), {2}, {dip, 2});
            check(Probe("LeakyRelu", opset).input(x).run(), {2}, {-0.01, 2});
            check(Probe("HardSigmoid", opset).input(x).run(), {2}, {0.3, 0.9});
        }
    }
    void gemmSpreadsItsThirdOperand() {
        const auto a = floats({2, 1}, {1, 2});
        const auto b = floats({1, 2}, {3, 4});
        for (const std::int64_t opset : {1, 6, 7, 11})
            for (const auto& [c, expected] :
                 {std::pair(floats({2}, {10, 20}), std::vector<double>{13, 24, 16, 28}),
                  std::pair(floats({1}, {10}), std::vector<double>{13, 14, 16, 18}),
                  std::pair(floats({2, 1}, {10, 20}), std::vector<double>{13, 14, 26, 28}),
                  std::pair(floats({2, 2}, {1, 2, 3, 4}), std::vector<double>{4, 6, 9, 12})}) {
                Probe probe("Gemm", opset);
                if (opset < 7) probe.attribute("broadcast", std::int64_t(1));
                check(probe.input(a).input(b).input(c).run(), {2, 2}, expected);
            }
        check(Probe("Gemm", 11).input(a).input(b).run(), {2, 2}, {3, 4, 6, 8});
    }
    void dropoutsPassOn() {
        const auto x = floats({2}, {1, 2});
        for (const std::int64_t opset : {1, 6, 7, 10, 12, 13, 22}) {
            Probe probe("Dropout", opset);
            if (opset < 12) probe.attribute("ratio", 0.9f);
            if (opset < 7) probe.attribute("is_test", std::int64_t(1));
            const auto out = probe.input(x).outputs(2).run();
            check(out, {2}, {1, 2});
            QVERIFY(out[1].dtype() == (opset < 10 ? DataType::Float32 : DataType::Bool));
            QVERIFY(near(out[1], {1, 1}));
        }
    }
    // Before opset 13 everything from the axis on is one row.
    void rowsOfSoftmax() {
        const auto x = floats({1, 2, 2}, {0, std::log(2.0f), std::log(3.0f), std::log(4.0f)});
        const double third = 1.0 / 3;
        for (const std::int64_t opset : {1, 11}) {
            check(Probe("Softmax", opset).input(x).run(), {1, 2, 2}, {0.1, 0.2, 0.3, 0.4});
            check(Probe("Softmax", opset).attribute("axis", std::int64_t(2)).input(x).run(), {1, 2, 2},
                  {third, 2 * third, 3.0 / 7, 4.0 / 7});
            check(Probe("LogSoftmax", opset).input(x).run(), {1, 2, 2},
                  {std::log(0.1), std::log(0.2), std::log(0.3), std::log(0.4)});
            check(Probe("Hardmax", opset).input(x).run(), {1, 2, 2}, {0, 0, 0, 1});
        }
        check(Probe("Softmax", 11).attribute("axis", std::int64_t(-1)).input(x).run(), {1, 2, 2},
              {third, 2 * third, 3.0 / 7, 4.0 / 7});
        check(Probe("Softmax", 13).input(x).run(), {1, 2, 2}, {third, 2 * third, 3.0 / 7, 4.0 / 7});
        check(Probe("Softmax", 13).attribute("axis", std::int64_t(1)).input(x).run(), {1, 2, 2},
              {0.25, third, 0.75, 2 * third});
        check(Probe("Hardmax", 13).input(x).run(), {1, 2, 2}, {0, 1, 0, 1});
    }
    void specialValuesOfSmallFloats() {
        const auto marks = [](const char* op, const Tensor& x, const char* off = nullptr) {
            Probe probe(op, 20);
            if (off) probe.attribute(off, std::int64_t(0));
            const auto out = probe.input(x).run();
            return out ? ir::toInt64s(out[0]) : Ints();
        };
        // 1, NaN, and in e5m2 both infinities.
        const auto e4m3 = coded(DataType::Float8E4M3FN, {0x38, 0x7f, 0xff, 0x7e});
        const auto e5m2 = coded(DataType::Float8E5M2, {0x3c, 0x7c, 0xfc, 0x7e});
        const auto fnuz = coded(DataType::Float8E4M3FNUZ, {0x38, 0x80, 0x7f, 0xff});
        QCOMPARE(marks("IsNaN", e4m3), (Ints{0, 1, 1, 0}));
        QCOMPARE(marks("IsNaN", e5m2), (Ints{0, 0, 0, 1}));
        QCOMPARE(marks("IsNaN", fnuz), (Ints{0, 1, 0, 0}));
        QCOMPARE(marks("IsNaN", coded(DataType::Float8E5M2FNUZ, {0x80, 0x00, 0x7f, 0xff})), (Ints{1, 0, 0, 0}));
        QCOMPARE(marks("IsInf", e4m3), (Ints{0, 0, 0, 0}));
        QCOMPARE(marks("IsInf", e5m2), (Ints{0, 1, 1, 0}));
        QCOMPARE(marks("IsInf", e5m2, "detect_negative"), (Ints{0, 1, 0, 0}));
        QCOMPARE(marks("IsInf", e5m2, "detect_positive"), (Ints{0, 0, 1, 0}));
        QVERIFY(!Probe("IsNaN", 20).input(ints({1})).run());
        QVERIFY(!Probe("IsInf", 20).input(ints({1})).run());
    }
    void typesOfCastInWords() {
        const auto x = floats({2}, {1.75f, -0.5f});
        const auto cast = [&](std::int64_t opset, ir::AttributeValue to) {
            return Probe("Cast", opset).attribute("to", std::move(to)).input(x).run();
        };
        check(cast(1, std::string("INT32")), {2}, {1, 0});
        check(cast(1, std::string("BOOL")), {2}, {1, 1});
        check(cast(6, std::int64_t(6)), {2}, {1, 0});
        QVERIFY(cast(1, std::string("DOUBLE"))[0].dtype() == DataType::Float64);
        QVERIFY(!cast(1, std::string("COMPLEX")));
        QVERIFY(!cast(6, std::int64_t(99)));
    }
    void flattens() {
        const auto x = floats({1, 2, 1, 2}, {1, 2, 3, 4});
        for (const std::int64_t opset : {1, 9, 21})
            for (const auto& [axis, dims] : {std::pair(0, ir::Dims{1, 4}), std::pair(1, ir::Dims{1, 4}),
                                             std::pair(2, ir::Dims{2, 2}), std::pair(4, ir::Dims{4, 1})})
                check(Probe("Flatten", opset).attribute("axis", std::int64_t(axis)).input(x).run(), dims,
                      {1, 2, 3, 4});
        check(Probe("Flatten", 11).attribute("axis", std::int64_t(-1)).input(x).run(), {2, 2}, {1, 2, 3, 4});
        check(Probe("Flatten", 1).input(x).run(), {1, 4}, {1, 2, 3, 4});
        QVERIFY(!Probe("Flatten", 13).attribute("axis", std::int64_t(5)).input(x).run());
    }
    // Axes are an attribute up to opset 12 (ReduceSum) or 17, an input later.
    void axesOfReductions() {
        const auto x = floats({2, 2}, {1, 2, 3, 5});
        for (const auto& [op, since, columns] :
             {std::tuple("ReduceSum", 13, std::vector<double>{4, 7}),
              std::tuple("ReduceMean", 18, std::vector<double>{2, 3.5}),
              std::tuple("ReduceMax", 18, std::vector<double>{3, 5}),
              std::tuple("ReduceMin", 18, std::vector<double>{1, 2}),
              std::tuple("ReduceProd", 18, std::vector<double>{3, 10}),
              std::tuple("ReduceL1", 18, std::vector<double>{4, 7}),
              std::tuple("ReduceSumSquare", 18, std::vector<double>{10, 29})}) {
            for (const int opset : {1, 11, since - 1}) {
                check(Probe(op, opset).attribute("axes", Ints{0}).input(x).run(), {1, 2}, columns);
                check(Probe(op, opset)
                          .attribute("axes", Ints{0})
                          .attribute("keepdims", std::int64_t(0))
                          .input(x)
                          .run(),
                      {2}, columns);
            }
            check(Probe(op, 11).attribute("axes", Ints{-2}).input(x).run(), {1, 2}, columns);
            check(Probe(op, since).input(x).input(ints({0})).run(), {1, 2}, columns);
            QCOMPARE(Probe(op, 1).input(x).run()[0].dims(), (ir::Dims{1, 1}));
            QCOMPARE(Probe(op, since).input(x).run()[0].dims(), (ir::Dims{1, 1}));
        }
    }
    // A last window that sticks out counts what lies inside; with the padding, what lies inside the padded
    // input.
    void windowsThatStickOut() {
        const auto x = floats({1, 1, 5}, {1, 2, 3, 4, 5});
        const auto pool = [&](const char* op, std::int64_t opset, bool ceil, bool padsToo) {
            Probe probe(op, opset);
            probe.attribute("kernel_shape", Ints{3})
                .attribute("strides", Ints{3})
                .attribute("pads", Ints{1, 0});
            if (ceil) probe.attribute("ceil_mode", std::int64_t(1));
            if (padsToo) probe.attribute("count_include_pad", std::int64_t(1));
            return probe.input(x).run();
        };
        check(pool("AveragePool", 1, false, false), {1, 1, 2}, {1.5, 4});
        check(pool("AveragePool", 7, false, true), {1, 1, 2}, {1, 4});
        for (const std::int64_t opset : {10, 19, 22}) {
            check(pool("AveragePool", opset, true, false), {1, 1, 2}, {1.5, 4});
            check(pool("MaxPool", opset, true, false), {1, 1, 2}, {2, 5});
        }
        const auto longer = [&](const char* op, bool padsToo) {
            return Probe(op, 19)
                .attribute("kernel_shape", Ints{3})
                .attribute("strides", Ints{2})
                .attribute("pads", Ints{0, 1})
                .attribute("ceil_mode", std::int64_t(1))
                .attribute("count_include_pad", std::int64_t(padsToo))
                .input(floats({1, 1, 6}, {1, 2, 3, 4, 5, 6}))
                .run();
        };
        check(longer("AveragePool", false), {1, 1, 3}, {2, 4, 5.5});
        check(longer("AveragePool", true), {1, 1, 3}, {2, 4, 11.0 / 3});
        const auto half = Probe("MaxPool", 12)
                              .attribute("kernel_shape", Ints{2})
                              .attribute("strides", Ints{2})
                              .attribute("ceil_mode", std::int64_t(1))
                              .input(x)
                              .outputs(2)
                              .run();
        check(half, {1, 1, 3}, {2, 4, 5});
        QCOMPARE(ir::toInt64s(half[1]), (Ints{1, 3, 4}));
    }
    void extentsOfTransposedConvolutions() {
        const auto x = floats({1, 1, 2}, {1, 2});
        const auto w = floats({1, 1, 3}, {1, 10, 100});
        const auto probe = [&] {
            return Probe("ConvTranspose", 11).attribute("strides", Ints{2}).input(x).input(w);
        };
        check(probe().run(), {1, 1, 5}, {1, 10, 102, 20, 200}); // everything
        check(probe().attribute("pads", Ints{1, 0}).run(), {1, 1, 4}, {10, 102, 20, 200});
        check(probe().attribute("output_shape", Ints{4}).run(), {1, 1, 4},
              {10, 102, 20, 200}); // the odd one in front
        check(probe().attribute("auto_pad", std::string("SAME_LOWER")).run(), {1, 1, 4}, {10, 102, 20, 200});
        check(probe().attribute("auto_pad", std::string("SAME_UPPER")).run(), {1, 1, 4}, {1, 10, 102, 20});
        check(probe().attribute("auto_pad", std::string("SAME_UPPER")).attribute("output_shape", Ints{4}).run(),
              {1, 1, 4}, {1, 10, 102, 20});
        check(probe().attribute("auto_pad", std::string("VALID")).run(), {1, 1, 5}, {1, 10, 102, 20, 200});
        check(probe().attribute("output_padding", Ints{1}).run(), {1, 1, 6}, {1, 10, 102, 20, 200, 0});
        check(probe().attribute("output_shape", Ints{1, 1, 4}).run(), {1, 1, 4}, {10, 102, 20, 200});
        QVERIFY(!probe().attribute("output_shape", Ints{4, 4}).run());
    }
    // Opset 1 has output_sequence; Y alone may be left out, and the last state does not change over the
    // versions.
    void recurrentVersions_data() {
        QTest::addColumn<QByteArray>("op");
        QTest::addColumn<int>("gates");
        QTest::addRow("RNN") << QByteArray("RNN") << 1;
        QTest::addRow("GRU") << QByteArray("GRU") << 3;
        QTest::addRow("LSTM") << QByteArray("LSTM") << 4;
    }
    void recurrentVersions() {
        QFETCH(QByteArray, op);
        QFETCH(int, gates);
        std::mt19937 engine(11);
        const auto x = randomTensor(engine, {3, 2, 4});
        const auto w = randomTensor(engine, {1, gates * 5, 4});
        const auto r = randomTensor(engine, {1, gates * 5, 5});
        const auto b = randomTensor(engine, {1, gates * 10});
        const auto probe = [&](std::int64_t opset) {
            return Probe(op.toStdString(), opset)
                .attribute("hidden_size", std::int64_t(5))
                .input(x)
                .input(w)
                .input(r)
                .input(b)
                .outputs(2);
        };
        const auto now = probe(22).run();
        QVERIFY2(now, now.text());
        QCOMPARE(now[0].dims(), (ir::Dims{3, 1, 2, 5}));
        const auto last = now[1].as<float>();
        const std::vector<double> expected(last.begin(), last.end());
        for (const std::int64_t opset : {1, 3, 7, 14}) {
            auto old = probe(opset);
            if (opset == 1) old.attribute("output_sequence", std::int64_t(1));
            const auto out = old.run();
            QVERIFY2(out, out.text());
            QVERIFY(near(out[1], expected));
            // Y's last step is Y_h.
            const auto all = out[0].as<float>();
            QVERIFY(std::equal(all.end() - 10, all.end(), out[1].as<float>().begin()));
        }
    }
    void coordinatesOfOldResize() {
        const auto x = floats({1, 1, 1, 4}, {1, 2, 3, 4});
        const auto scales = floats({4}, {1, 1, 1, 0.5f});
        // Opset 10 has neither modes of coordinates nor of rounding: x / scale, cut off.
        check(Probe("Resize", 10).input(x).input(scales).run(), {1, 1, 1, 2}, {1, 3});
        check(Probe("Resize", 10).attribute("mode", std::string("linear")).input(x).input(scales).run(),
              {1, 1, 1, 2}, {1, 3});
        const auto resize = [&](std::int64_t opset, const char* coordinates, const char* nearest) {
            return Probe("Resize", opset)
                .attribute("coordinate_transformation_mode", std::string(coordinates))
                .attribute("nearest_mode", std::string(nearest))
                .input(x)
                .input(floats({0}, {}))
                .input(scales)
                .run();
        };
        for (const std::int64_t opset : {11, 13, 18, 19}) {
            // Output 0 and 1 lie at 0.5 and 2.5.
            check(resize(opset, "half_pixel", "round_prefer_floor"), {1, 1, 1, 2}, {1, 3});
            check(resize(opset, "half_pixel", "round_prefer_ceil"), {1, 1, 1, 2}, {2, 4});
            check(resize(opset, "asymmetric", "floor"), {1, 1, 1, 2}, {1, 3});
            check(resize(opset, "align_corners", "floor"), {1, 1, 1, 2}, {1, 4});
        }
        check(resize(11, "tf_half_pixel_for_nn", "floor"), {1, 1, 1, 2}, {2, 4}); // at 1 and 3
        check(Probe("Resize", 13).input(x).omitted().omitted().input(ints({1, 1, 1, 2})).run(), {1, 1, 1, 2},
              {1, 3});
        check(
            Probe("Resize", 18).attribute("axes", Ints{3}).input(x).omitted().omitted().input(ints({2})).run(),
            {1, 1, 1, 2}, {1, 3});
    }
    // Bias and cache of com.microsoft's attention, by the standard one on what they stand for.
    void cachedAttention() {
        const char* const Microsoft = "com.microsoft";
        std::mt19937 engine(2);
        const auto q = randomTensor(engine, {1, 2, 4});
        const auto k = randomTensor(engine, {1, 3, 4});
        const auto v = randomTensor(engine, {1, 3, 4});
        const auto bias = randomTensor(engine, {12});
        const auto pastKey = randomTensor(engine, {1, 2, 2, 2});
        const auto pastValue = randomTensor(engine, {1, 2, 2, 2});
        const auto biased = [&](const Tensor& x, std::size_t part) {
            Tensor sum = *Tensor::allocate(DataType::Float32, x.dims());
            for (std::size_t i = 0; i < sum.as<float>().size(); ++i)
                sum.as<float>()[i] = x.as<float>()[i] + bias.as<float>()[part * 4 + i % 4];
            return sum;
        };
        const auto out = Probe("MultiHeadAttention", 1, Microsoft)
                             .attribute("num_heads", std::int64_t(2))
                             .input(q)
                             .input(k)
                             .input(v)
                             .input(bias)
                             .omitted()
                             .omitted()
                             .input(pastKey)
                             .input(pastValue)
                             .outputs(3)
                             .run();
        const auto expected = Probe("Attention", 23)
                                  .attribute("q_num_heads", std::int64_t(2))
                                  .attribute("kv_num_heads", std::int64_t(2))
                                  .input(biased(q, 0))
                                  .input(biased(k, 1))
                                  .input(biased(v, 2))
                                  .omitted()
                                  .input(pastKey)
                                  .input(pastValue)
                                  .outputs(3)
                                  .run();
        QVERIFY2(out, out.text());
        QVERIFY2(expected, expected.text());
        for (std::size_t i = 0; i < 3; ++i) {
            QCOMPARE(out[i].dims(), expected[i].dims());
            const auto values = expected[i].as<float>();
            QVERIFY(near(out[i], {values.begin(), values.end()}));
        }
        QCOMPARE(out[1].dims(), (ir::Dims{1, 2, 5, 2}));
        QVERIFY(!Probe("MultiHeadAttention", 1, Microsoft)
                     .attribute("num_heads", std::int64_t(2))
                     .input(q)
                     .input(k)
                     .input(v)
                     .input(bias)
                     .omitted()
                     .omitted()
                     .input(pastKey)
                     .run());
    }
};

EDGEWRIGHT_TEST(AttributeFormsTest)

} // namespace edgewright::attribute_forms_test

#include "attribute_forms_test.moc"
