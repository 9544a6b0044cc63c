// SPDX-License-Identifier: GPL-3.0-or-later
// float64 tensors are computed in float64: results that float32 is wrong about by a factor of millions.
#include "tests/core/ops/kernel_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>
#include <functional>
#include <numeric>

namespace edgewright::float64_test {

using namespace edgewright::test;

namespace {

using Doubles = std::vector<double>;

// Elements in [-1, 1) with more digits than float32 has.
ir::Tensor randomDoubles(std::mt19937_64& engine, const ir::Dims& dims) {
    Doubles values;
    for (std::int64_t i = 0; i < product(dims); ++i)
        values.push_back(static_cast<double>(engine() >> 11) / static_cast<double>(std::uint64_t(1) << 52) -
                         1.0);
    return ir::Tensor::of(dims, values);
}

Doubles valuesOf(const ir::Tensor& tensor) {
    const auto values = tensor.as<double>();
    return {values.begin(), values.end()};
}

void check(const Outcome& out, const ir::Dims& dims, const Doubles& expected) {
    QVERIFY2(out, out.text());
    QVERIFY(out[0].dtype() == ir::DataType::Float64);
    QCOMPARE(out[0].dims(), dims);
    const auto actual = out[0].as<double>();
    QCOMPARE(actual.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i)
        QVERIFY2(std::abs(actual[i] - expected[i]) <= 1e-13,
                 qPrintable(QStringLiteral("element %1 is %2, not %3").arg(i).arg(actual[i]).arg(expected[i])));
}

// A 2-D window over planes of 5 x 6: stride (2, 1), dilation (1, 2), pads 1 above, 0 left, 1 below, 2 right.
constexpr std::int64_t InHeight = 5, InWidth = 6, Kernel = 2;
constexpr std::int64_t OutHeight = (InHeight + 1 + 1 - Kernel) / 2 + 1;
constexpr std::int64_t OutWidth = (InWidth + 2 - (2 * (Kernel - 1) + 1)) + 1;

Probe& windowed(Probe& probe) {
    return probe.attribute("strides", Ints{2, 1})
        .attribute("dilations", Ints{1, 2})
        .attribute("pads", Ints{1, 0, 1, 2});
}

// visit(output element, input element, tap) for every tap of every window that lies inside the plane.
void eachTap(const std::function<void(std::int64_t, std::int64_t, std::int64_t)>& visit) {
    for (std::int64_t oh = 0; oh < OutHeight; ++oh)
        for (std::int64_t ow = 0; ow < OutWidth; ++ow)
            for (std::int64_t kh = 0; kh < Kernel; ++kh)
                for (std::int64_t kw = 0; kw < Kernel; ++kw) {
                    const std::int64_t h = 2 * oh - 1 + kh;
                    const std::int64_t w = ow + 2 * kw;
                    if (h >= 0 && h < InHeight && w >= 0 && w < InWidth)
                        visit(oh * OutWidth + ow, h * InWidth + w, kh * Kernel + kw);
                }
}

} // namespace

class Float64Test : public QObject {
    Q_OBJECT
private slots:
    void convolution_data() {
        QTest::addColumn<int>("groups");
        QTest::addColumn<int>("inPerGroup");
        QTest::addColumn<int>("outPerGroup");
        QTest::addColumn<bool>("transposed");
        for (const bool transposed : {false, true}) {
            const char* name = transposed ? "transposed" : "plain";
            QTest::addRow("%s", name) << 1 << 3 << 2 << transposed;
            QTest::addRow("%s, in groups", name) << 2 << 2 << 3 << transposed;
            QTest::addRow("%s, depthwise", name) << 4 << 1 << 1 << transposed;
        }
    }
    void convolution() {
        QFETCH(int, groups);
        QFETCH(int, inPerGroup);
        QFETCH(int, outPerGroup);
        QFETCH(bool, transposed);
        // The transpose maps planes of the smaller extent to those of the larger one.
        const std::int64_t inPlane = transposed ? OutHeight * OutWidth : InHeight * InWidth;
        const std::int64_t outPlane = transposed ? InHeight * InWidth : OutHeight * OutWidth;
        const ir::Dims small{OutHeight, OutWidth};
        const ir::Dims large{InHeight, InWidth};
        const auto dims = [](std::int64_t channels, const ir::Dims& plane) {
            return ir::Dims{2, channels, plane[0], plane[1]};
        };
        const std::int64_t inChannels = groups * inPerGroup;
        const std::int64_t outChannels = groups * outPerGroup;
        std::mt19937_64 engine(7);
        const auto x = randomDoubles(engine, dims(inChannels, transposed ? small : large));
        const auto w = randomDoubles(engine, transposed ? ir::Dims{inChannels, outPerGroup, Kernel, Kernel}
                                                        : ir::Dims{outChannels, inPerGroup, Kernel, Kernel});
        const auto b = randomDoubles(engine, {outChannels});
        Probe probe(transposed ? "ConvTranspose" : "Conv", 11);
        probe.attribute("group", std::int64_t(groups)).input(x).input(w).input(b);
        windowed(probe);
        // What the stride leaves out at the bottom: 2 (OutHeight - 1) + Kernel - pads rows without it.
        if (transposed)
            probe.attribute("output_padding", Ints{InHeight - (2 * (OutHeight - 1) + Kernel - 2), 0});

        Doubles expected;
        for (std::int64_t n = 0; n < 2; ++n)
            for (std::int64_t m = 0; m < outChannels; ++m) {
                Doubles plane(static_cast<std::size_t>(outPlane), b.as<double>()[std::size_t(m)]);
                const std::int64_t group = m / outPerGroup;
                for (std::int64_t i = 0; i < inPerGroup; ++i) {
                    const std::int64_t c = group * inPerGroup + i;
                    const double* from = x.as<double>().data() + (n * inChannels + c) * inPlane;
                    const std::int64_t filter =
                        transposed ? c * outPerGroup + m % outPerGroup : m * inPerGroup + i;
                    const double* taps = w.as<double>().data() + filter * Kernel * Kernel;
                    eachTap([&](std::int64_t o, std::int64_t at, std::int64_t tap) {
                        plane[std::size_t(transposed ? at : o)] += taps[tap] * from[transposed ? o : at];
                    });
                }
                expected.insert(expected.end(), plane.begin(), plane.end());
            }
        check(probe.run(), dims(outChannels, transposed ? large : small), expected);
        QVERIFY(!Probe("Conv", 11).input(x).input(ir::Tensor::of<float>({1, 1, 1, 1}, {1})).run());
    }

    void pools() {
        std::mt19937_64 engine(3);
        const auto x = randomDoubles(engine, {1, 1, InHeight, InWidth});
        const auto in = x.as<double>();
        const auto probe = [&](const char* op) {
            Probe made(op, 19);
            made.attribute("kernel_shape", Ints{Kernel, Kernel}).input(x);
            return windowed(made);
        };
        const std::size_t count = std::size_t(OutHeight * OutWidth);
        Doubles sums(count), powers(count), counts(count), highest(count, -2.0);
        eachTap([&](std::int64_t o, std::int64_t at, std::int64_t) {
            const auto to = std::size_t(o);
            const double value = in[std::size_t(at)];
            sums[to] += value;
            powers[to] += value * value;
            counts[to] += 1;
            highest[to] = std::max(highest[to], value);
        });
        for (std::size_t i = 0; i < count; ++i) {
            sums[i] /= std::max(counts[i], 1.0);
            powers[i] = std::sqrt(powers[i]);
        }
        const ir::Dims dims{1, 1, OutHeight, OutWidth};
        check(probe("AveragePool").run(), dims, sums);
        check(probe("LpPool").run(), dims, powers);
        const auto maxima = probe("MaxPool").run();
        QVERIFY2(maxima, maxima.text());
        for (std::size_t i = 0; i < count; ++i)
            if (counts[i] > 0) QCOMPARE(maxima[0].as<double>()[i], highest[i]);
    }

    void globalPools() {
        const double tiny = 1e-12;
        const auto x = ir::Tensor::of<double>({1, 2, 1, 2}, {1, 1 + tiny, 1, 1 - tiny});
        check(Probe("GlobalAveragePool", 22).input(x).run(), {1, 2, 1, 1}, {1 + tiny / 2, 1 - tiny / 2});
        check(Probe("GlobalMaxPool", 22).input(x).run(), {1, 2, 1, 1}, {1 + tiny, 1});
        check(Probe("GlobalLpPool", 22).attribute("p", std::int64_t(1)).input(x).run(), {1, 2, 1, 1},
              {2 + tiny, 2 - tiny});
        const auto far = Probe("GlobalMaxPool", 22).input(x).run();
        QVERIFY(far[0].as<double>()[0] > 1); // float32 has no number so close to 1
    }

    // Numbers around 1e6 whose differences are all that counts.
    void normalisations() {
        const Doubles values{1e6 + 0.001, 1e6 - 0.001, 1e6 + 0.003, 1e6 - 0.003};
        const double root2 = std::sqrt(5e-6); // of the variance of all four
        const auto x = ir::Tensor::of<double>({1, 2, 1, 2}, values);
        const auto ones = ir::Tensor::of<double>({2}, {1, 1});
        const auto zeros = ir::Tensor::of<double>({2}, {0, 0});
        const auto near = [](const Outcome& out, const Doubles& expected) {
            QVERIFY2(out, out.text());
            for (std::size_t i = 0; i < expected.size(); ++i)
                QVERIFY2(std::abs(out[0].as<double>()[i] - expected[i]) < 1e-6,
                         qPrintable(QString::number(out[0].as<double>()[i])));
        };
        const Doubles together{0.001 / root2, -0.001 / root2, 0.003 / root2, -0.003 / root2};
        near(Probe("InstanceNormalization", 6)
                 .attribute("epsilon", 0.0f)
                 .input(x)
                 .input(ones)
                 .input(zeros)
                 .run(),
             {1, -1, 1, -1});
        near(Probe("GroupNormalization", 21)
                 .attribute("epsilon", 0.0f)
                 .attribute("num_groups", std::int64_t(1))
                 .input(x)
                 .input(ones)
                 .input(zeros)
                 .run(),
             together);
        near(Probe("GroupNormalization", 18)
                 .attribute("epsilon", 0.0f)
                 .attribute("num_groups", std::int64_t(2))
                 .input(x)
                 .input(ones)
                 .input(zeros)
                 .run(),
             {1, -1, 1, -1});
        const auto layer = Probe("LayerNormalization", 17)
                               .attribute("epsilon", 0.0f)
                               .attribute("axis", std::int64_t(1))
                               .attribute("stash_type", std::int64_t(11))
                               .input(x)
                               .input(ir::Tensor::of<double>({2, 1, 2}, {1, 1, 1, 1}))
                               .outputs(3)
                               .run();
        near(layer, together);
        QCOMPARE(layer[1].as<double>()[0], 1e6);
        near(Probe("BatchNormalization", 15)
                 .attribute("epsilon", 0.0f)
                 .input(x)
                 .input(ones)
                 .input(zeros)
                 .input(ir::Tensor::of<double>({2}, {1e6, 1e6}))
                 .input(ir::Tensor::of<double>({2}, {1e-6, 9e-6}))
                 .run(),
             {1, -1, 1, -1});
        const auto trained = Probe("BatchNormalization", 15)
                                 .attribute("epsilon", 0.0f)
                                 .attribute("training_mode", std::int64_t(1))
                                 .input(x)
                                 .input(ones)
                                 .input(zeros)
                                 .input(zeros)
                                 .input(ones)
                                 .outputs(3)
                                 .run();
        near(trained, {1, -1, 1, -1});
        QVERIFY(std::abs(trained[1].as<double>()[1] - 1e5) <
                0.1); // a tenth of the new mean, but momentum is a float32
        near(Probe("MeanVarianceNormalization", 13).attribute("axes", Ints{0, 2, 3}).input(x).run(),
             {1, -1, 1, -1});
    }

    void normsAndSoftmax() {
        std::mt19937_64 engine(5);
        const auto x = randomDoubles(engine, {2, 4});
        const Doubles in = valuesOf(x);
        Doubles rms, lp, soft, logarithms, hard, lrn;
        for (std::size_t row = 0; row < 8; row += 4) {
            double squares = 0, exponentials = 0;
            std::size_t best = row;
            for (std::size_t i = row; i < row + 4; ++i) {
                squares += in[i] * in[i];
                exponentials += std::exp(in[i]);
                if (in[i] > in[best]) best = i;
            }
            for (std::size_t i = row; i < row + 4; ++i) {
                rms.push_back(in[i] / std::sqrt(squares / 4 + static_cast<double>(1e-5f)));
                lp.push_back(in[i] / std::sqrt(squares));
                soft.push_back(std::exp(in[i]) / exponentials);
                logarithms.push_back(in[i] - std::log(exponentials));
                hard.push_back(i == best ? 1 : 0);
                double window = 0;
                for (std::size_t k = row; k < row + 4; ++k)
                    if (k + 1 >= i && k <= i + 1) window += in[k] * in[k];
                lrn.push_back(in[i] / std::pow(1 + static_cast<double>(0.5f) / 3 * window, 0.75));
            }
        }
        check(Probe("RMSNormalization", 23).input(x).input(ir::Tensor::of<double>({4}, {1, 1, 1, 1})).run(),
              {2, 4}, rms);
        check(Probe("LpNormalization", 22).input(x).run(), {2, 4}, lp);
        check(Probe("Softmax", 13).input(x).run(), {2, 4}, soft);
        check(Probe("LogSoftmax", 13).input(x).run(), {2, 4}, logarithms);
        check(Probe("Hardmax", 13).input(x).run(), {2, 4}, hard);
        check(Probe("LRN", 13).attribute("size", std::int64_t(3)).attribute("alpha", 0.5f).input(x).run(),
              {2, 4}, lrn);
    }
};

EDGEWRIGHT_TEST(Float64Test)

} // namespace edgewright::float64_test

#include "float64_test.moc"
