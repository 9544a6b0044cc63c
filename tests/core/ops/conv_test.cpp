// SPDX-License-Identifier: GPL-3.0-or-later
// Conv and ConvTranspose against loops over the definition.
#include "tests/core/ops/kernel_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>

namespace edgewright::conv_test {

using namespace edgewright::test;

namespace {

struct Config {
    std::size_t axes = 2;
    std::int64_t batch = 1, group = 1, inPerGroup = 1, outPerGroup = 1;
    Ints in, kernel, stride, dilation, padBegin, padEnd;
    std::string autoPad; // empty: explicit pads
    bool bias = false;
};

std::int64_t pick(std::mt19937& engine, std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(engine() % static_cast<unsigned>(high - low + 1));
}

Config randomConfig(std::mt19937& engine, std::size_t axes) {
    Config c;
    c.axes = axes;
    c.batch = pick(engine, 1, 2);
    const bool depthwise = engine() % 4 == 0;
    c.group = depthwise ? pick(engine, 2, 5) : pick(engine, 1, 3);
    c.inPerGroup = depthwise ? 1 : pick(engine, 1, 4);
    c.outPerGroup = pick(engine, 1, 3);
    c.bias = engine() % 2 == 0;
    const char* modes[] = {"", "", "", "SAME_UPPER", "SAME_LOWER", "VALID"};
    c.autoPad = modes[engine() % 6];
    for (std::size_t i = 0; i < axes; ++i) {
        c.kernel.push_back(pick(engine, 1, 4));
        c.stride.push_back(pick(engine, 1, 3));
        c.dilation.push_back(pick(engine, 1, 2));
        const std::int64_t reach = c.dilation[i] * (c.kernel[i] - 1) + 1;
        c.in.push_back(reach + pick(engine, 0, axes == 3 ? 3 : 8));
        const bool padded = c.autoPad.empty() && engine() % 3 != 0;
        c.padBegin.push_back(padded ? pick(engine, 0, 3) : 0);
        c.padEnd.push_back(padded ? pick(engine, 0, 3) : 0);
    }
    return c;
}

// Pads of auto_pad and the output extent, by the formulas of the standard.
std::int64_t outExtent(Config& c, std::size_t i) {
    const std::int64_t reach = c.dilation[i] * (c.kernel[i] - 1) + 1;
    if (c.autoPad == "SAME_UPPER" || c.autoPad == "SAME_LOWER") {
        const auto out = static_cast<std::int64_t>(std::ceil(double(c.in[i]) / double(c.stride[i])));
        const std::int64_t total = std::max<std::int64_t>(0, (out - 1) * c.stride[i] + reach - c.in[i]);
        c.padBegin[i] = c.autoPad == "SAME_UPPER" ? total / 2 : (total + 1) / 2;
        return out;
    }
    return (c.in[i] + c.padBegin[i] + c.padEnd[i] - reach) / c.stride[i] + 1;
}

// -1 when outside.
std::int64_t flatten(const Ints& at, const Ints& extents) {
    std::int64_t index = 0;
    for (std::size_t i = 0; i < at.size(); ++i) {
        if (at[i] < 0 || at[i] >= extents[i]) return -1;
        index = index * extents[i] + at[i];
    }
    return index;
}

std::vector<double> naiveConv(const Config& c, const Ints& out, std::span<const float> x,
                              std::span<const float> w, std::span<const float> b) {
    const std::int64_t channels = c.group * c.outPerGroup;
    std::vector<double> y;
    for (std::int64_t n = 0; n < c.batch; ++n)
        for (std::int64_t m = 0; m < channels; ++m)
            for (std::int64_t p = 0; p < product(out); ++p) {
                const Ints o = unflatten(p, out);
                double sum = b.empty() ? 0.0 : double(b[std::size_t(m)]);
                for (std::int64_t ci = 0; ci < c.inPerGroup; ++ci)
                    for (std::int64_t k = 0; k < product(c.kernel); ++k) {
                        Ints at = unflatten(k, c.kernel);
                        for (std::size_t i = 0; i < c.axes; ++i)
                            at[i] = o[i] * c.stride[i] - c.padBegin[i] + at[i] * c.dilation[i];
                        const std::int64_t inside = flatten(at, c.in);
                        if (inside < 0) continue;
                        const std::int64_t channel = m / c.outPerGroup * c.inPerGroup + ci;
                        const std::int64_t from =
                            (n * c.group * c.inPerGroup + channel) * product(c.in) + inside;
                        const std::int64_t tap = (m * c.inPerGroup + ci) * product(c.kernel) + k;
                        sum += double(x[std::size_t(from)]) * double(w[std::size_t(tap)]);
                    }
                y.push_back(sum);
            }
    return y;
}

Ints concat(Ints a, const Ints& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

// Largest absolute difference; infinite when the counts differ.
double distance(std::span<const float> actual, const std::vector<double>& expected) {
    if (actual.size() != expected.size()) return HUGE_VAL;
    double worst = 0;
    for (std::size_t i = 0; i < actual.size(); ++i) {
        const double d = std::abs(double(actual[i]) - expected[i]);
        worst = std::isnan(d) ? HUGE_VAL : std::max(worst, d);
    }
    return worst;
}

} // namespace

class ConvTest : public QObject {
    Q_OBJECT
private slots:
    void matchesDefinition_data() {
        QTest::addColumn<int>("axes");
        QTest::addColumn<int>("count");
        QTest::newRow("1-d") << 1 << 120;
        QTest::newRow("2-d") << 2 << 240;
        QTest::newRow("3-d") << 3 << 60;
    }
    void matchesDefinition() {
        QFETCH(int, axes);
        QFETCH(int, count);
        std::mt19937 engine(static_cast<unsigned>(axes));
        for (int round = 0; round < count; ++round) {
            Config c = randomConfig(engine, static_cast<std::size_t>(axes));
            Ints out;
            for (std::size_t i = 0; i < c.axes; ++i)
                out.push_back(outExtent(c, i));
            const auto x = randomTensor(engine, concat({c.batch, c.group * c.inPerGroup}, c.in));
            const auto w = randomTensor(engine, concat({c.group * c.outPerGroup, c.inPerGroup}, c.kernel));
            const auto b = randomTensor(engine, {c.group * c.outPerGroup});
            Probe probe("Conv", 11);
            probe.input(x).input(w).threads(1 + round % 3);
            if (c.bias) probe.input(b);
            probe.attribute("strides", c.stride).attribute("dilations", c.dilation).attribute("group", c.group);
            if (c.autoPad.empty())
                probe.attribute("pads", concat(c.padBegin, c.padEnd));
            else
                probe.attribute("auto_pad", c.autoPad);
            if (round % 2) probe.attribute("kernel_shape", c.kernel);
            const Outcome result = probe.run();
            QVERIFY2(result, result.text());
            QCOMPARE(result[0].dims(), concat({c.batch, c.group * c.outPerGroup}, out));
            const auto expected = naiveConv(c, out, x.as<float>(), w.as<float>(),
                                            c.bias ? b.as<float>() : std::span<const float>());
            QVERIFY(distance(result[0].as<float>(), expected) < 1e-4);
        }
    }
    void pixelBlocksJoinSeamlessly() {
        // Deep enough that the columns do not fit into one block.
        std::mt19937 engine(7);
        Config c;
        c.inPerGroup = 96;
        c.outPerGroup = 2;
        c.in = {31, 29};
        c.kernel = {3, 3};
        c.stride = {1, 1};
        c.dilation = {1, 1};
        c.padBegin = c.padEnd = {1, 1};
        const auto x = randomTensor(engine, {1, 96, 31, 29});
        const auto w = randomTensor(engine, {2, 96, 3, 3});
        for (const int threads : {1, 2}) {
            const Outcome result =
                Probe("Conv", 22).input(x).input(w).attribute("pads", Ints{1, 1, 1, 1}).threads(threads).run();
            QVERIFY2(result, result.text());
            QVERIFY(distance(result[0].as<float>(), naiveConv(c, {31, 29}, x.as<float>(), w.as<float>(), {})) <
                    1e-3);
        }
    }
    void transposeIsAdjoint_data() { matchesDefinition_data(); }
    // <conv(x), y> = <x, convTranspose(y)> defines the transpose.
    void transposeIsAdjoint() {
        QFETCH(int, axes);
        QFETCH(int, count);
        std::mt19937 engine(static_cast<unsigned>(100 + axes));
        for (int round = 0; round < count / 2; ++round) {
            Config c = randomConfig(engine, static_cast<std::size_t>(axes));
            c.autoPad.clear();
            Ints out, extra;
            for (std::size_t i = 0; i < c.axes; ++i) {
                out.push_back(outExtent(c, i));
                const std::int64_t reach = c.dilation[i] * (c.kernel[i] - 1) + 1;
                extra.push_back((c.in[i] + c.padBegin[i] + c.padEnd[i] - reach) % c.stride[i]);
            }
            const auto x = randomTensor(engine, concat({c.batch, c.group * c.inPerGroup}, c.in));
            const auto y = randomTensor(engine, concat({c.batch, c.group * c.outPerGroup}, out));
            const auto w = randomTensor(engine, concat({c.group * c.outPerGroup, c.inPerGroup}, c.kernel));
            Probe probe("ConvTranspose", 11);
            probe.input(y).input(w);
            probe.attribute("strides", c.stride).attribute("dilations", c.dilation).attribute("group", c.group);
            probe.attribute("pads", concat(c.padBegin, c.padEnd));
            // The same output extents, asked for in two ways.
            if (round % 2)
                probe.attribute("output_padding", extra);
            else if (c.padBegin == c.padEnd && extra == Ints(c.axes, 0))
                probe.attribute("output_shape", c.in);
            else
                probe.attribute("output_padding", extra);
            const Outcome result = probe.run();
            QVERIFY2(result, result.text());
            QCOMPARE(result[0].dims(), x.dims());
            const auto forward = naiveConv(c, out, x.as<float>(), w.as<float>(), {});
            double left = 0, right = 0;
            for (std::size_t i = 0; i < forward.size(); ++i)
                left += forward[i] * double(y.as<float>()[i]);
            for (std::size_t i = 0; i < x.as<float>().size(); ++i)
                right += double(x.as<float>()[i]) * double(result[0].as<float>()[i]);
            QVERIFY2(std::abs(left - right) < 1e-3 * (1 + std::abs(left)),
                     qPrintable(QStringLiteral("%1 %2").arg(left).arg(right)));
        }
    }
    void transposeAddsBias() {
        const auto result = Probe("ConvTranspose", 1)
                                .input(ir::Tensor::of<float>({1, 1, 2, 2}, {1, 2, 3, 4}))
                                .input(ir::Tensor::of<float>({1, 1, 2, 2}, {1, 10, 100, 1000}))
                                .input(ir::Tensor::of<float>({1}, {0.5f}))
                                .attribute("strides", Ints{2, 2})
                                .run();
        QVERIFY2(result, result.text());
        const Floats expected{1.5f, 10.5f, 2.5f, 20.5f, 100.5f, 1000.5f, 200.5f, 2000.5f,
                              3.5f, 30.5f, 4.5f, 40.5f, 300.5f, 3000.5f, 400.5f, 4000.5f};
        QCOMPARE(Floats(result[0].as<float>().begin(), result[0].as<float>().end()), expected);
    }
    void halvesAreRounded() {
        const auto half = [](float x) { return ir::floatToHalf(x); };
        auto x = ir::Tensor::allocate(ir::DataType::Float16, {1, 1, 1, 3});
        auto w = ir::Tensor::allocate(ir::DataType::Float16, {1, 1, 1, 2});
        for (std::size_t i = 0; i < 3; ++i)
            x->as<std::uint16_t>()[i] = half(float(i) + 0.5f);
        for (std::size_t i = 0; i < 2; ++i)
            w->as<std::uint16_t>()[i] = half(float(i) + 1.0f);
        const auto result = Probe("Conv", 11).input(*x).input(*w).run();
        QVERIFY2(result, result.text());
        QCOMPARE(result[0].as<std::uint16_t>()[0], half(3.5f));
        QCOMPARE(result[0].as<std::uint16_t>()[1], half(6.5f));
    }
    void symbolsPassThrough() {
        using ir::Dim;
        const ir::TensorType x(ir::DataType::Float32,
                               std::vector<Dim>{Dim::named("N"), 3, Dim::named("H"), Dim::named("W")});
        const ir::TensorType w(ir::DataType::Float32, ir::Dims{8, 3, 3, 3});
        const auto same = Probe("Conv", 11).typed(x).typed(w).attribute("pads", Ints{1, 1, 1, 1}).infer();
        QVERIFY2(same, same.text());
        QCOMPARE(QString::fromStdString(same.types[0].text()), QStringLiteral("float32[N,8,H,W]"));
        const auto strided = Probe("Conv", 11).typed(x).typed(w).attribute("strides", Ints{2, 2}).infer();
        QCOMPARE(QString::fromStdString(strided.types[0].text()),
                 QStringLiteral("float32[N,8,floor((H + 1)/2) - 1,floor((W + 1)/2) - 1]"));
    }
    void hostileAttributes_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QList<qint64>>("value");
        QTest::newRow("zero stride") << "strides" << QList<qint64>{0, 1};
        QTest::newRow("negative stride") << "strides" << QList<qint64>{1, -1};
        QTest::newRow("zero dilation") << "dilations" << QList<qint64>{1, 0};
        QTest::newRow("huge dilation") << "dilations" << QList<qint64>{1, INT64_MAX};
        QTest::newRow("large dilation") << "dilations" << QList<qint64>{1, INT32_MAX};
        QTest::newRow("negative pad") << "pads" << QList<qint64>{0, 0, -3, 0};
        QTest::newRow("huge pad") << "pads" << QList<qint64>{0, 0, INT64_MAX, 0};
        QTest::newRow("three strides") << "strides" << QList<qint64>{1, 1, 1};
        QTest::newRow("three pads") << "pads" << QList<qint64>{1, 1, 1};
        QTest::newRow("wrong kernel") << "kernel_shape" << QList<qint64>{3, 2};
        QTest::newRow("one kernel extent") << "kernel_shape" << QList<qint64>{3};
    }
    void hostileAttributes() {
        QFETCH(QString, name);
        QFETCH(QList<qint64>, value);
        const Ints numbers(value.begin(), value.end());
        const ir::TensorType x(ir::DataType::Float32, ir::Dims{1, 2, 8, 8});
        const ir::TensorType w(ir::DataType::Float32, ir::Dims{2, 2, 3, 3});
        for (const char* op : {"Conv", "ConvTranspose"}) {
            const auto result = Probe(op, 11).typed(x).typed(w).attribute(name.toStdString(), numbers).infer();
            if (std::string(op) == "ConvTranspose" && name == QLatin1String("dilations") &&
                numbers[1] == INT32_MAX)
                continue; // large but defined
            QVERIFY2(!result, op);
            QCOMPARE(result.error->code, ErrorCode::BadInput);
        }
        for (const std::int64_t group : {std::int64_t(0), std::int64_t(-1), std::int64_t(3), INT64_MAX})
            QVERIFY(!Probe("Conv", 11).typed(x).typed(w).attribute("group", group).infer());
    }
};

EDGEWRIGHT_TEST(ConvTest)

} // namespace edgewright::conv_test

#include "conv_test.moc"
