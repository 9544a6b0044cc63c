// SPDX-License-Identifier: GPL-3.0-or-later
// Each algorithm of the convolution against sums in double, on every instruction set; which one runs, and why.
#include "core/ir/builder.h"
#include "core/kernels/isa.h"
#include "core/kernels/table.h"
#include "core/ops/convolution/algorithm_choice.h"
#include "tests/core/ops/kernel_probe.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>
#include <cstring>

namespace edgewright::convolution_algorithms_test {

using namespace edgewright::test;
using kernels::ConvolutionAlgorithm;

namespace {

struct Shape {
    std::int64_t batch, group, inPerGroup, outPerGroup;
    std::int64_t height, width, kernel, stride, dilation, pad;

    std::int64_t out(std::int64_t in) const {
        return (in + 2 * pad - dilation * (kernel - 1) - 1) / stride + 1;
    }
    std::string text() const {
        std::string result;
        for (const std::int64_t each :
             {batch, group, inPerGroup, outPerGroup, height, width, kernel, stride, dilation, pad})
            result += std::to_string(each) + " ";
        return result;
    }
};

std::int64_t pick(std::mt19937& engine, std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(engine() % static_cast<unsigned>(high - low + 1));
}

// Of every three, one that Winograd takes; some rows are longer than the widest panel.
Shape randomShape(std::mt19937& engine, int round) {
    Shape s{};
    s.batch = pick(engine, 1, 2);
    s.group = engine() % 4 == 0 ? pick(engine, 2, 3) : 1;
    s.inPerGroup = pick(engine, 1, 20), s.outPerGroup = pick(engine, 1, 20);
    s.kernel = pick(engine, 1, 5), s.stride = pick(engine, 1, 3), s.dilation = pick(engine, 1, 2);
    if (round % 3 == 0) s.kernel = 3, s.stride = 1, s.dilation = 1;
    s.pad = pick(engine, 0, 4);
    const std::int64_t reach = s.dilation * (s.kernel - 1) + 1;
    s.height = reach + pick(engine, 0, 18), s.width = reach + pick(engine, 0, round % 5 == 0 ? 230 : 30);
    // Several panels of channels in the lanes, more products than one accumulator sums up.
    if (round % 6 == 1) {
        s.inPerGroup = pick(engine, 60, 150), s.outPerGroup = pick(engine, 30, 120);
        s.kernel = 1 + 2 * (round % 4 / 2), s.dilation = 1, s.pad = std::min<std::int64_t>(s.pad, 1);
        s.height = s.kernel + pick(engine, 0, 5), s.width = s.kernel + pick(engine, 0, 20);
    }
    // Images of few pixels, most of whose taps read padding.
    if (round % 4 == 3) s.batch = 7, s.pad = 4, s.height = pick(engine, 1, 4), s.width = pick(engine, 1, 4);
    return s;
}

struct Case {
    Shape shape;
    ir::Tensor x, w, b;

    Case(std::mt19937& engine, const Shape& s)
        : shape(s), x(randomTensor(engine, {s.batch, s.group * s.inPerGroup, s.height, s.width})),
          w(randomTensor(engine, {s.group * s.outPerGroup, s.inPerGroup, s.kernel, s.kernel})),
          b(randomTensor(engine, {s.group * s.outPerGroup})) {}

    Outcome run(ConvolutionAlgorithm algorithm, int threads, bool constant = true) const {
        const Shape& s = shape;
        return Probe("Conv", 11)
            .input(x)
            .input(w, constant)
            .input(b)
            .attribute("group", s.group)
            .attribute("strides", Ints{s.stride, s.stride})
            .attribute("dilations", Ints{s.dilation, s.dilation})
            .attribute("pads", Ints(4, s.pad))
            .threads(threads)
            .algorithm(algorithm)
            .run();
    }

    // The largest distance from the sum in double, in units of what the sum of the products' sizes is rounded
    // by.
    double distance(std::span<const float> found) const {
        const Shape& s = shape;
        const std::int64_t height = s.out(s.height), width = s.out(s.width);
        const auto xs = x.as<float>(), ws = w.as<float>(), bs = b.as<float>();
        double worst = 0, largest = 1;
        std::size_t at = 0;
        for (std::int64_t n = 0; n < s.batch; ++n)
            for (std::int64_t o = 0; o < s.group * s.outPerGroup; ++o)
                for (std::int64_t y = 0; y < height; ++y)
                    for (std::int64_t column = 0; column < width; ++column, ++at) {
                        double sum = double(bs[std::size_t(o)]), size = std::abs(sum);
                        for (std::int64_t c = 0; c < s.inPerGroup; ++c)
                            for (std::int64_t i = 0; i < s.kernel; ++i)
                                for (std::int64_t j = 0; j < s.kernel; ++j) {
                                    const std::int64_t row = y * s.stride - s.pad + i * s.dilation;
                                    const std::int64_t col = column * s.stride - s.pad + j * s.dilation;
                                    if (row < 0 || row >= s.height || col < 0 || col >= s.width) continue;
                                    const std::int64_t channel =
                                        n * s.group * s.inPerGroup + o / s.outPerGroup * s.inPerGroup + c;
                                    const double product =
                                        double(xs[std::size_t((channel * s.height + row) * s.width + col)]) *
                                        double(ws[std::size_t(
                                            ((o * s.inPerGroup + c) * s.kernel + i) * s.kernel + j)]);
                                    sum += product;
                                    size += std::abs(product);
                                }
                        const double off = std::abs(double(found[at]) - sum);
                        worst = std::isnan(off) ? HUGE_VAL : std::max(worst, off);
                        largest = std::max(largest, size);
                    }
        return at == found.size() ? worst / (largest * 0x1p-24) : HUGE_VAL;
    }
};

// A graph of one Conv, without and with constant weights.
struct OneConv {
    ir::Graph graph;
    const ir::Node& node() const { return graph.node(graph.order().front()); }

    OneConv(ir::Dims input, ir::Dims weight, bool constant, std::int64_t group = 1, std::int64_t dilation = 1) {
        ir::GraphBuilder builder;
        const ValueId x = builder.input("x", {ir::DataType::Float32, std::move(input)});
        const ir::TensorType type{ir::DataType::Float32, weight};
        const ValueId w = constant ? builder.constant("w", *ir::Tensor::allocate(ir::DataType::Float32, weight))
                                   : builder.input("w", type);
        const std::int64_t pad = dilation * (weight.back() - 1) / 2;
        builder.output(builder.node(
            "Conv", {x, w},
            {{"group", group}, {"dilations", Ints{dilation, dilation}}, {"pads", Ints{pad, pad, pad, pad}}}));
        graph = builder.take();
    }
};

} // namespace

class ConvolutionAlgorithmsTest : public QObject {
    Q_OBJECT

private slots:
    void matchesDefinition_data() {
        QTest::addColumn<int>("isa");
        QTest::addColumn<int>("algorithm");
        QTest::addColumn<double>("most"); // roundings
        for (const kernels::Isa isa : kernels::available())
            for (const auto& [algorithm, most] :
                 {std::pair(ConvolutionAlgorithm::Direct, 6.0), std::pair(ConvolutionAlgorithm::Im2col, 6.0),
                  std::pair(ConvolutionAlgorithm::Winograd, 24.0)})
                QTest::addRow("%s, %s", std::string(kernels::nameOf(isa)).c_str(),
                              std::string(kernels::nameOf(algorithm)).c_str())
                    << static_cast<int>(isa) << static_cast<int>(algorithm) << most;
    }
    void matchesDefinition() {
        QFETCH(int, isa);
        QFETCH(int, algorithm);
        QFETCH(double, most);
        const kernels::Isa before = kernels::isaInUse();
        kernels::useIsa(static_cast<kernels::Isa>(isa));
        std::mt19937 engine(11);
        std::string wrong;
        for (int round = 0; round < 60 && wrong.empty(); ++round) {
            const Case each(engine, randomShape(engine, round));
            const Outcome result =
                each.run(static_cast<ConvolutionAlgorithm>(algorithm), 1 + round % 3, round % 7 != 0);
            if (!result)
                wrong = result.text();
            else if (const double off = each.distance(result[0].as<float>()); !(off < most))
                wrong = each.shape.text() + "is off by " + std::to_string(off);
        }
        kernels::useIsa(before);
        QVERIFY2(wrong.empty(), wrong.c_str());
    }

    // To the bit, although the work is cut into other blocks.
    void sameForEveryNumberOfThreads() {
        std::mt19937 engine(12);
        for (const Shape& shape :
             {Shape{1, 1, 40, 70, 61, 59, 3, 1, 1, 1}, Shape{3, 2, 9, 33, 14, 14, 3, 1, 1, 1},
              Shape{1, 1, 5, 3, 90, 200, 9, 1, 1, 4},
              // Few pixels and many channels, which threads share out.
              Shape{1, 1, 96, 500, 7, 7, 1, 1, 1, 0}, Shape{1, 1, 40, 410, 7, 7, 3, 2, 1, 1},
              Shape{1, 1, 33, 200, 5, 6, 5, 1, 1, 2}}) {
            const Case each(engine, shape);
            for (const auto algorithm : {ConvolutionAlgorithm::Automatic, ConvolutionAlgorithm::Direct,
                                         ConvolutionAlgorithm::Im2col, ConvolutionAlgorithm::Winograd}) {
                const Outcome one = each.run(algorithm, 1);
                QVERIFY2(one, one.text());
                for (const int threads : {2, 3, 7}) {
                    const Outcome more = each.run(algorithm, threads);
                    QVERIFY2(more, more.text());
                    const auto a = one[0].bytes(), b = more[0].bytes();
                    QVERIFY(a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size()) == 0);
                }
            }
        }
    }

    // A NaN reaches the outputs whose windows hold it, and with Winograd those of its tiles; none that is
    // further off.
    void notANumberStaysNear() {
        std::mt19937 engine(13);
        Case each(engine, Shape{1, 1, 4, 4, 24, 24, 3, 1, 1, 1});
        each.x.as<float>()[12 * 24 + 12] = std::nanf("");
        const Outcome result = each.run(ConvolutionAlgorithm::Winograd, 1);
        QVERIFY2(result, result.text());
        const auto y = result[0].as<float>();
        for (std::size_t row = 11; row < 14; ++row)
            for (std::size_t column = 11; column < 14; ++column)
                QVERIFY(std::isnan(y[row * 24 + column]));
        QVERIFY(std::isfinite(y[4 * 24 + 4]) && std::isfinite(y[20 * 24 + 20]));
    }

    void choice_data() {
        QTest::addColumn<QList<int>>("input");
        QTest::addColumn<QList<int>>("weight");
        QTest::addColumn<int>("group");
        QTest::addColumn<int>("dilation");
        QTest::addColumn<bool>("constant");
        QTest::addColumn<QString>("algorithm");
        QTest::addRow("many channels")
            << QList{1, 64, 56, 56} << QList{64, 64, 3, 3} << 1 << 1 << true << "winograd";
        // Where vectors are wide, lanes hold channels.
        const QString byChannels = kernels::table().lanes >= 8 ? "direct" : "im2col";
        QTest::addRow("weights that are computed")
            << QList{1, 64, 56, 56} << QList{64, 64, 3, 3} << 1 << 1 << false << byChannels;
        QTest::addRow("5 x 5") << QList{1, 64, 56, 56} << QList{64, 64, 5, 5} << 1 << 1 << true << byChannels;
        QTest::addRow("1 x 1 on few pixels")
            << QList{1, 128, 7, 7} << QList{512, 128, 1, 1} << 1 << 1 << true << byChannels;
        QTest::addRow("1 x 1 to few channels")
            << QList{1, 64, 56, 56} << QList{16, 64, 1, 1} << 1 << 1 << true << "direct";
        const bool wide = kernels::table().lanes >= 16; // panels that are read in place have more rows
        QTest::addRow("1 x 1") << QList{1, 64, 56, 56} << QList{64, 64, 1, 1} << 1 << 1 << true
                               << (wide ? "direct" : "im2col");
        QTest::addRow("1 x 1 of many channels")
            << QList{1, 160, 56, 56} << QList{160, 160, 1, 1} << 1 << 1 << true << "im2col";
        QTest::addRow("depthwise") << QList{1, 64, 56, 56} << QList{64, 1, 3, 3} << 64 << 1 << true << "direct";
        QTest::addRow("few outputs") << QList{1, 32, 112, 112} << QList{3, 32, 9, 9} << 1 << 1 << true
                                     << "direct";
    }
    void choice() {
        QFETCH(QList<int>, input);
        QFETCH(QList<int>, weight);
        QFETCH(int, group);
        QFETCH(int, dilation);
        QFETCH(bool, constant);
        QFETCH(QString, algorithm);
        const OneConv conv(ir::Dims(input.begin(), input.end()), ir::Dims(weight.begin(), weight.end()),
                           constant, group, dilation);
        const auto choice = ops::algorithmOf(conv.graph, conv.node());
        QVERIFY(choice.has_value());
        const auto name = QString::fromStdString(std::string(kernels::nameOf(choice->algorithm)));
        QVERIFY2(name == algorithm, choice->reason.c_str());
        QVERIFY(!choice->reason.empty());
    }

    void whatIsAskedForRunsWhereItCan() {
        const OneConv threeByThree({1, 8, 9, 9}, {8, 8, 3, 3}, true);
        for (const auto algorithm :
             {ConvolutionAlgorithm::Direct, ConvolutionAlgorithm::Im2col, ConvolutionAlgorithm::Winograd}) {
            const auto choice = ops::algorithmOf(threeByThree.graph, threeByThree.node(), algorithm);
            QVERIFY(choice && choice->algorithm == algorithm && choice->reason == "asked for");
        }
        const OneConv pointwise({1, 160, 56, 56}, {160, 160, 1, 1}, true);
        const auto choice = ops::algorithmOf(pointwise.graph, pointwise.node(), ConvolutionAlgorithm::Winograd);
        QVERIFY(choice && choice->algorithm == ConvolutionAlgorithm::Im2col);
        QVERIFY(choice->reason.starts_with("winograd, which was asked for, is for 3 x 3 filters at stride 1"));
    }

    void onlyConvolutionsHaveOne() {
        ir::GraphBuilder builder;
        const ValueId x = builder.input("x", {ir::DataType::Float32, ir::Dims{1, 3, 8, 8}});
        builder.output(builder.node("Relu", {x}));
        QVERIFY(!ops::algorithmOf(builder.graph(), builder.graph().node(builder.graph().order().front())));
    }

    void names() {
        for (const auto algorithm : {ConvolutionAlgorithm::Automatic, ConvolutionAlgorithm::Direct,
                                     ConvolutionAlgorithm::Im2col, ConvolutionAlgorithm::Winograd})
            QVERIFY(kernels::convolutionAlgorithmNamed(kernels::nameOf(algorithm)) == algorithm);
        QVERIFY(!kernels::convolutionAlgorithmNamed("fft"));
    }
};

EDGEWRIGHT_TEST(ConvolutionAlgorithmsTest)

} // namespace edgewright::convolution_algorithms_test

#include "convolution_algorithms_test.moc"
