// SPDX-License-Identifier: GPL-3.0-or-later
// Convolutions and matrix products of 8-bit codes against straightforward recomputation, by every instruction
// set.
#include "core/kernels/isa.h"
#include "tests/core/ops/code_tensors.h"
#include "tests/core/ops/kernel_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>

namespace edgewright::integer_products_test {

using namespace edgewright::test;
using ir::DataType;

namespace {

// The kernels of one instruction set while it lives.
class ForIsa {
public:
    explicit ForIsa(kernels::Isa isa) : m_before(kernels::isaInUse()) { kernels::useIsa(isa); }
    ~ForIsa() { kernels::useIsa(m_before); }
    ForIsa(const ForIsa&) = delete;
    ForIsa& operator=(const ForIsa&) = delete;

private:
    kernels::Isa m_before;
};

struct Layer {
    int group = 1, stride = 1, dilation = 1;
    int channels = 4, outChannels = 8;
    int height = 7, width = 9;
    int kernel = 3, pad = 1;
};

std::vector<std::int32_t> sumsOf(const Layer& l, int batch, const Tensor& x, const Tensor& f, int xZero,
                                 const std::vector<int>& zeros, const Dims& out) {
    const auto xs = ir::toInt64s(x), fs = ir::toInt64s(f);
    const int perGroup = l.channels / l.group;
    std::vector<std::int32_t> sums;
    for (int b = 0; b < batch; ++b)
        for (int oc = 0; oc < l.outChannels; ++oc)
            for (int y = 0; y < out[2]; ++y)
                for (int z = 0; z < out[3]; ++z) {
                    std::int64_t sum = 0;
                    for (int ic = 0; ic < perGroup; ++ic)
                        for (int i = 0; i < l.kernel; ++i)
                            for (int j = 0; j < l.kernel; ++j) {
                                const int row = y * l.stride - l.pad + i * l.dilation;
                                const int column = z * l.stride - l.pad + j * l.dilation;
                                if (row < 0 || row >= l.height || column < 0 || column >= l.width) continue;
                                const int channel = oc / (l.outChannels / l.group) * perGroup + ic;
                                const int at = ((b * l.channels + channel) * l.height + row) * l.width + column;
                                const int tap = ((oc * perGroup + ic) * l.kernel + i) * l.kernel + j;
                                sum +=
                                    (xs[static_cast<std::size_t>(at)] - xZero) *
                                    (fs[static_cast<std::size_t>(tap)] - zeros[static_cast<std::size_t>(oc)]);
                            }
                    sums.push_back(static_cast<std::int32_t>(sum));
                }
    return sums;
}

} // namespace

class IntegerProductsTest : public QObject {
    Q_OBJECT

private slots:
    void convolution_data() {
        QTest::addColumn<Layer>("layer");
        QTest::newRow("plain") << Layer{};
        QTest::newRow("strided") << Layer{.stride = 2};
        QTest::newRow("stride 3") << Layer{.stride = 3};
        QTest::newRow("dilated, two groups") << Layer{.group = 2, .dilation = 2};
        QTest::newRow("three channels, wide") << Layer{.channels = 3, .width = 83, .pad = 2};
        QTest::newRow("pointwise") << Layer{
            .channels = 13, .outChannels = 21, .width = 23, .kernel = 1, .pad = 0};
        QTest::newRow("pointwise strided") << Layer{.stride = 2, .channels = 13, .kernel = 1, .pad = 0};
        QTest::newRow("pointwise padded") << Layer{.channels = 5, .kernel = 1, .pad = 1};
        QTest::newRow("mostly padding") << Layer{.height = 2, .width = 3, .kernel = 5, .pad = 4};
        QTest::newRow("one column") << Layer{.width = 1, .kernel = 5, .pad = 2};
        QTest::newRow("one row, two groups")
            << Layer{.group = 2, .height = 1, .width = 40, .kernel = 5, .pad = 2};
        QTest::newRow("depthwise of one row")
            << Layer{.group = 4, .height = 1, .width = 40, .kernel = 5, .pad = 2};
        QTest::newRow("whole vectors") << Layer{.channels = 5, .outChannels = 3, .width = 32};
        QTest::newRow("whole vectors and some") << Layer{.outChannels = 9, .width = 63, .pad = 2};
        QTest::newRow("whole vectors, dilated, two groups")
            << Layer{.group = 2, .dilation = 2, .height = 6, .width = 48, .pad = 2};
        QTest::newRow("whole vectors, unpadded") << Layer{.width = 18, .pad = 0};
        QTest::newRow("whole vectors, much padding") << Layer{.height = 3, .width = 24, .kernel = 5, .pad = 4};
        QTest::newRow("depthwise") << Layer{.group = 4};
        QTest::newRow("depthwise strided") << Layer{.group = 4, .stride = 2, .width = 40};
        QTest::newRow("depthwise stride 3") << Layer{.group = 4, .stride = 3};
        QTest::newRow("depthwise dilated") << Layer{.group = 4, .dilation = 2, .outChannels = 4};
        QTest::newRow("depthwise 5x5") << Layer{.group = 4, .width = 50, .kernel = 5, .pad = 2};
        QTest::newRow("depthwise unpadded") << Layer{.group = 4, .kernel = 2, .pad = 0};
        const auto depthwise = [](int channels, int height, int width, int kernel, int pad, int stride = 1,
                                  int dilation = 1) {
            return Layer{channels, stride, dilation, channels, channels, height, width, kernel, pad};
        };
        QTest::newRow("depthwise, planes of less than a vector") << depthwise(11, 3, 4, 3, 1);
        QTest::newRow("depthwise, planes of a vector") << depthwise(9, 4, 4, 3, 1);
        QTest::newRow("depthwise, planes of two vectors") << depthwise(7, 5, 6, 5, 2);
        QTest::newRow("depthwise, planes of four vectors") << depthwise(5, 8, 8, 3, 1);
        QTest::newRow("depthwise, 7x7 of 7x7") << depthwise(3, 7, 7, 7, 3);
        QTest::newRow("depthwise, lines of 14") << depthwise(3, 14, 14, 5, 2);
        QTest::newRow("depthwise strided, planes of two registers") << depthwise(6, 15, 13, 3, 1, 2);
        QTest::newRow("depthwise strided, lines of 14") << depthwise(2, 28, 28, 3, 1, 2);
        QTest::newRow("depthwise strided, long lines") << depthwise(2, 5, 70, 3, 1, 2);
        QTest::newRow("depthwise dilated, small") << depthwise(5, 9, 9, 3, 2, 1, 2);
        QTest::newRow("depthwise, a small plane in much padding") << depthwise(5, 2, 2, 5, 4);
        QTest::newRow("depthwise, tall") << depthwise(4, 40, 3, 3, 1);
        QTest::newRow("three channels, strided")
            << Layer{.stride = 2, .channels = 3, .outChannels = 10, .height = 11, .width = 83};
        QTest::newRow("three channels 7x7, strided") << Layer{
            .stride = 2, .channels = 3, .outChannels = 9, .height = 13, .width = 130, .kernel = 7, .pad = 3};
        QTest::newRow("two channels 5x5, strided, much padding") << Layer{
            .stride = 2, .channels = 2, .outChannels = 5, .height = 3, .width = 90, .kernel = 5, .pad = 4};
        QTest::newRow("one channel") << Layer{.channels = 1, .outChannels = 1};
        QTest::newRow("one channel, many filters") << Layer{.channels = 1, .outChannels = 11};
        QTest::newRow("one channel, stride 4") << Layer{
            .stride = 4, .channels = 1, .outChannels = 11, .height = 12, .width = 61, .kernel = 9, .pad = 4};
        QTest::newRow("one channel, long lines")
            << Layer{.channels = 1, .height = 19, .width = 70, .kernel = 17, .pad = 3};
        QTest::newRow("two channels, strided, two groups")
            << Layer{.group = 2, .stride = 3, .channels = 4, .height = 9, .width = 37, .kernel = 5, .pad = 2};
        QTest::newRow("two channels, mostly padding")
            << Layer{.stride = 2, .channels = 2, .height = 2, .width = 3, .kernel = 7, .pad = 6};
    }

    // The seven loops of the definition, for every instruction set and kind of code.
    void convolution() {
        QFETCH(Layer, layer);
        const Layer& l = layer;
        const int n = 2, o = l.outChannels, c = l.channels;
        for (const kernels::Isa isa : kernels::available())
            for (const bool signedInput : {false, true})
                for (const bool signedWeight : {false, true})
                    for (const bool shifted : {false, true}) {
                        const ForIsa scope(isa);
                        const Dims dims{n, c, l.height, l.width};
                        const Dims filter{o, c / l.group, l.kernel, l.kernel};
                        const Tensor x =
                            signedInput ? noise<std::int8_t>(dims, 1) : noise<std::uint8_t>(dims, 1);
                        const Tensor f =
                            signedWeight ? noise<std::int8_t>(filter, 2) : noise<std::uint8_t>(filter, 2);
                        const int xZero = signedInput ? -9 : 100;
                        std::vector<int> zeros;
                        for (int i = 0; i < o; ++i)
                            zeros.push_back(shifted        ? (signedWeight ? 3 * i - 12 : 130 - 5 * i)
                                            : signedWeight ? 0
                                                           : 128);
                        const auto node = [&](const char* op) {
                            return Probe(op, 10)
                                .attribute("group", std::int64_t(l.group))
                                .attribute("pads", Ints{l.pad, l.pad, l.pad, l.pad})
                                .attribute("strides", Ints{l.stride, l.stride})
                                .attribute("dilations", Ints{l.dilation, l.dilation})
                                .threads(2);
                        };
                        const auto out = node("ConvInteger")
                                             .input(x)
                                             .input(f)
                                             .input(codes(signedInput, {}, {xZero}))
                                             .input(codes(signedWeight, {o}, zeros))
                                             .run();
                        QVERIFY2(out, out.text());
                        const std::vector<std::int32_t> sums = sumsOf(l, n, x, f, xZero, zeros, out[0].dims());
                        QCOMPARE(elements<std::int32_t>(out[0]), sums);

                        std::vector<float> scales;
                        std::vector<std::int32_t> bias;
                        for (int i = 0; i < o; ++i) {
                            scales.push_back(0.25f / static_cast<float>(i + 1));
                            bias.push_back(500 * i - 1000);
                        }
                        const auto coded = node("QLinearConv")
                                               .input(x)
                                               .input(Tensor::scalar(0.0625f))
                                               .input(codes(signedInput, {}, {xZero}))
                                               .input(f)
                                               .input(floats({o}, scales))
                                               .input(codes(signedWeight, {o}, zeros))
                                               .input(Tensor::scalar(7.0f))
                                               .input(codes(signedInput, {}, {21}))
                                               .input(Tensor::of<std::int32_t>({o}, bias))
                                               .run();
                        QVERIFY2(coded, coded.text());
                        const std::size_t plane = sums.size() / static_cast<std::size_t>(n * o);
                        for (std::size_t i = 0; i < sums.size(); ++i) {
                            const std::size_t channel = i / plane % static_cast<std::size_t>(o);
                            const float value = static_cast<float>(sums[i] + bias[channel]) *
                                                (0.0625f * scales[channel] / 7.0f);
                            const float low = signedInput ? -128 - 21 : -21;
                            const int expected =
                                static_cast<int>(std::nearbyint(std::clamp(value, low, low + 255))) + 21;
                            QCOMPARE(ir::elementAsInt64(coded[0], static_cast<std::int64_t>(i)), expected);
                        }
                    }
    }

    // com.microsoft has its channels last, and the weights as ever.
    void convolutionWithChannelsLast() {
        constexpr std::int64_t n = 2, c = 3, h = 4, w = 5, o = 6;
        const Tensor x = noise<std::uint8_t>({n, c, h, w}, 1), f = noise<std::int8_t>({o, c, 3, 3}, 2);
        auto last = Tensor::allocate(DataType::UInt8, {n, h, w, c});
        const auto from = x.as<std::uint8_t>();
        for (std::int64_t b = 0; b < n; ++b)
            for (std::int64_t i = 0; i < h * w; ++i)
                for (std::int64_t channel = 0; channel < c; ++channel)
                    last->as<std::uint8_t>()[std::size_t((b * h * w + i) * c + channel)] =
                        from[std::size_t((b * c + channel) * h * w + i)];
        const auto run = [&](const char* domain, const Tensor& input, std::int64_t order) {
            return Probe("QLinearConv", 10, domain)
                .attribute("pads", Ints{1, 1, 1, 1})
                .attribute("strides", Ints{1, 2})
                .attribute("channels_last", order)
                .input(input)
                .input(Tensor::scalar(0.0625f))
                .input(bytes({}, {100}))
                .input(f)
                .input(Tensor::scalar(0.25f))
                .input(chars({}, {0}))
                .input(Tensor::scalar(7.0f))
                .input(bytes({}, {120}))
                .run();
        };
        const auto standard = run("", x, 0), first = run("com.microsoft", x, 0),
                   turned = run("com.microsoft", *last, 1);
        QVERIFY2(standard, standard.text());
        QVERIFY2(turned, turned.text());
        QCOMPARE(elements<std::uint8_t>(first[0]), elements<std::uint8_t>(standard[0]));
        QCOMPARE(turned[0].dims(), (Dims{n, 4, 3, o}));
        for (std::int64_t b = 0; b < n; ++b)
            for (std::int64_t i = 0; i < 12; ++i)
                for (std::int64_t channel = 0; channel < o; ++channel)
                    QCOMPARE(ir::elementAsInt64(turned[0], (b * 12 + i) * o + channel),
                             ir::elementAsInt64(standard[0], (b * o + channel) * 12 + i));
        QVERIFY(!run("com.microsoft", bytes({2, 3}, {1, 2, 3, 4, 5, 6}), 1));
        QVERIFY(!run("com.microsoft", bytes({1, 0, 4, 2}, {}), 1)); // two channels
    }

    void matrixProduct_data() {
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("columns");
        QTest::addColumn<bool>("perRow");
        QTest::addColumn<bool>("signedLeft");
        QTest::newRow("few") << 5 << 6 << false << false;
        QTest::newRow("one row") << 1 << 150 << false << false;
        QTest::newRow("many") << 140 << 70 << false << true;
        QTest::newRow("a zero point per row") << 7 << 40 << true << false;
        QTest::newRow("signed, a zero point per row") << 7 << 40 << true << true;
    }
    void matrixProduct() {
        QFETCH(int, rows);
        QFETCH(int, columns);
        QFETCH(bool, perRow);
        QFETCH(bool, signedLeft);
        constexpr int depth = 37;
        const Tensor a =
            signedLeft ? noise<std::int8_t>({2, rows, depth}, 3) : noise<std::uint8_t>({2, rows, depth}, 3);
        const Tensor b = noise<std::int8_t>({depth, columns}, 4);
        std::vector<int> left, right;
        for (int i = 0; i < (perRow ? rows : 1); ++i)
            left.push_back(7 + 11 * i);
        for (int j = 0; j < columns; ++j)
            right.push_back(j % 5 == 4 ? -128 : j % 7 - 2);
        for (const kernels::Isa isa : kernels::available())
            for (const auto& [threads, isKept] :
                 {std::pair(1, true), std::pair(3, true), std::pair(1, false), std::pair(3, false)}) {
                const ForIsa scope(isa);
                const auto out = Probe("MatMulInteger", 10)
                                     .input(a)
                                     .input(b, isKept)
                                     .input(codes(signedLeft, perRow ? Dims{rows} : Dims{}, left))
                                     .input(codes(true, {columns}, right))
                                     .threads(threads)
                                     .run();
                QVERIFY2(out, out.text());
                QCOMPARE(out[0].dims(), (Dims{2, rows, columns}));
                for (int i = 0; i < 2 * rows; ++i)
                    for (int j = 0; j < columns; ++j) {
                        std::int64_t sum = 0;
                        for (int k = 0; k < depth; ++k)
                            sum +=
                                (ir::elementAsInt64(a, i * depth + k) -
                                 left[perRow ? static_cast<std::size_t>(i % rows) : 0]) *
                                (ir::elementAsInt64(b, k * columns + j) - right[static_cast<std::size_t>(j)]);
                        QCOMPARE(ir::elementAsInt64(out[0], i * columns + j), sum);
                    }
            }
    }

    // Codes of products of small matrices that are others in every run, several of them.
    void smallProducts() {
        constexpr std::int64_t count = 6, rows = 3, depth = 33, columns = 17;
        const Tensor a = noise<std::uint8_t>({2, 3, rows, depth}, 3);
        const Tensor b = noise<std::uint8_t>({3, depth, columns}, 4);
        for (const kernels::Isa isa : kernels::available()) {
            const ForIsa scope(isa);
            const auto out = Probe("QLinearMatMul", 10)
                                 .input(a)
                                 .input(Tensor::scalar(0.5f))
                                 .input(codes(false, {}, {131}))
                                 .input(b, false)
                                 .input(Tensor::scalar(0.25f))
                                 .input(codes(false, {}, {7}))
                                 .input(Tensor::scalar(300.0f))
                                 .input(codes(false, {}, {99}))
                                 .run();
            QVERIFY2(out, out.text());
            QCOMPARE(out[0].dims(), (Dims{2, 3, rows, columns}));
            for (std::int64_t at = 0; at < count * rows * columns; ++at) {
                const std::int64_t matrix = at / columns / rows, row = at / columns % rows, j = at % columns;
                std::int64_t sum = 0;
                for (std::int64_t k = 0; k < depth; ++k)
                    sum += (ir::elementAsInt64(a, (matrix * rows + row) * depth + k) - 131) *
                           (ir::elementAsInt64(b, (matrix % 3 * depth + k) * columns + j) - 7);
                const float value = static_cast<float>(sum) * (0.5f * 0.25f / 300.0f);
                QCOMPARE(ir::elementAsInt64(out[0], at),
                         static_cast<int>(std::nearbyint(std::clamp(value, -99.0f, 156.0f))) + 99);
            }
        }
    }

    // Transposes and every shape of bias.
    void gemm() {
        constexpr int rows = 9, depth = 10, columns = 35;
        for (const auto& [turnA, isKept] :
             {std::pair(false, false), std::pair(true, true), std::pair(false, true), std::pair(true, false)})
            for (const bool turnB : {false, true})
                for (const Dims& dims :
                     {Dims{columns}, Dims{}, Dims{1, columns}, Dims{rows, 1}, Dims{rows, columns}}) {
                    const Tensor a = noise<std::uint8_t>(turnA ? Dims{depth, rows} : Dims{rows, depth}, 5);
                    const Tensor b = noise<std::int8_t>(turnB ? Dims{columns, depth} : Dims{depth, columns}, 6);
                    auto bias = Tensor::allocate(DataType::Int32, dims);
                    for (std::int32_t i = 0; std::int32_t & each : bias->as<std::int32_t>())
                        each = 37 * i++ - 200;
                    const auto out = Probe("QGemm", 1, "com.microsoft")
                                         .attribute("transA", std::int64_t(turnA))
                                         .attribute("transB", std::int64_t(turnB))
                                         .input(a)
                                         .input(Tensor::scalar(1.0f))
                                         .input(Tensor::scalar<std::uint8_t>(128))
                                         .input(b, isKept)
                                         .input(Tensor::scalar(1.0f))
                                         .input(Tensor::scalar<std::int8_t>(2))
                                         .input(*bias)
                                         .run();
                    QVERIFY2(out, out.text());
                    for (int i = 0; i < rows; ++i)
                        for (int j = 0; j < columns; ++j) {
                            int sum = 0;
                            for (int k = 0; k < depth; ++k)
                                sum += (int(a.as<std::uint8_t>()[static_cast<std::size_t>(
                                            turnA ? k * rows + i : i * depth + k)]) -
                                        128) *
                                       (int(b.as<std::int8_t>()[static_cast<std::size_t>(
                                            turnB ? j * depth + k : k * columns + j)]) -
                                        2);
                            const bool tall = dims.size() == 2 && dims[0] == rows;
                            const int line = tall ? i * static_cast<int>(dims[1]) : 0;
                            const int at = dims.empty() || dims.back() == 1 ? line : line + j;
                            sum += 37 * at - 200;
                            QCOMPARE(out[0].as<float>()[static_cast<std::size_t>(i * columns + j)],
                                     static_cast<float>(sum));
                        }
                }
    }

    // The sum of 140 000 products of 255 * -128 passes -2^31 and wraps.
    void sumsWrap() {
        constexpr std::int64_t depth = 140'000;
        auto a = Tensor::allocate(DataType::UInt8, {1, depth});
        auto b = Tensor::allocate(DataType::Int8, {depth, 1});
        std::ranges::fill(a->as<std::uint8_t>(), std::uint8_t(255));
        std::ranges::fill(b->as<std::int8_t>(), std::int8_t(-128));
        const auto out = Probe("MatMulInteger", 10).input(*a, false).input(*b, false).run();
        QVERIFY2(out, out.text());
        QCOMPARE(out[0].as<std::int32_t>()[0],
                 static_cast<std::int32_t>(static_cast<std::uint32_t>(depth * 255 * -128)));
    }

    void requantizeTies() {
        // Accumulators 1, 3, 5 by half: 0.5, 1.5, 2.5 round to even before the odd zero point is added.
        const auto out = Probe("QLinearMatMul", 10)
                             .input(bytes({3, 1}, {1, 3, 5}))
                             .input(Tensor::scalar(1.0f))
                             .input(Tensor::scalar<std::uint8_t>(0))
                             .input(bytes({1, 1}, {1}))
                             .input(Tensor::scalar(1.0f))
                             .input(Tensor::scalar<std::uint8_t>(0))
                             .input(Tensor::scalar(2.0f))
                             .input(Tensor::scalar<std::uint8_t>(1))
                             .run();
        QVERIFY2(out, out.text());
        QCOMPARE(elements<std::uint8_t>(out[0]), (std::vector<std::uint8_t>{1, 3, 3}));
    }

    void hostileParameters() {
        const auto x = bytes({1, 1, 2, 2}, {1, 2, 3, 4});
        const auto conv = [&](Tensor weight, Tensor zero) {
            return Probe("ConvInteger", 10).input(x).input(std::move(weight)).input(std::move(zero)).run();
        };
        QVERIFY(!conv(bytes({1, 2, 1, 1}, {1, 1}), Tensor::scalar<std::uint8_t>(0)));
        QVERIFY(!conv(bytes({1, 1, 3, 3}, std::vector<std::uint8_t>(9, 1)), Tensor::scalar<std::uint8_t>(0)));
        QVERIFY(!conv(bytes({1, 1, 1, 1}, {1}),
                      Tensor::scalar<std::int32_t>(std::numeric_limits<std::int32_t>::min())));
        QVERIFY(!conv(bytes({1, 1, 1, 1}, {1}), bytes({3}, {0, 0, 0})));
        QVERIFY(!Probe("QLinearSigmoid", 1, "com.microsoft")
                     .input(x)
                     .input(Tensor::scalar(1.0f))
                     .input(Tensor::scalar<std::int32_t>(std::numeric_limits<std::int32_t>::min()))
                     .input(Tensor::scalar(1.0f))
                     .run());
    }
};

EDGEWRIGHT_TEST(IntegerProductsTest)

} // namespace edgewright::integer_products_test

#include "integer_products_test.moc"
