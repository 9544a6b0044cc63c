// SPDX-License-Identifier: GPL-3.0-or-later
// A convolution with what follows it in one group, by each algorithm: the same numbers as one by one.
#include "core/exec/compare.h"
#include "core/exec/program.h"
#include "core/ir/builder.h"
#include "core/ops/infer.h"
#include "tests/support/one_group.h"
#include "tests/support/test_class.h"

#include <QTest>

namespace edgewright::convolution_epilogue_test {

using ir::DataType;
using ir::Dims;
using kernels::ConvolutionAlgorithm;

namespace {

const ir::Opsets Opsets{{"", 18}};

ir::Tensor filled(Dims dims, std::uint32_t state) {
    auto tensor = ir::Tensor::allocate(DataType::Float32, std::move(dims));
    for (float& each : tensor->as<float>())
        each = static_cast<float>((state = state * 1664525u + 1013904223u) >> 8) / 8388608.0f - 1.0f;
    return std::move(tensor).value();
}

struct Layer {
    Dims input, weight;
    std::vector<std::int64_t> pads{0, 0, 0, 0}, dilations{1, 1}, strides{1, 1};
};

// Conv with a bias, + other, x * sigmoid(x).
ir::Graph bodyOf(const Layer& layer) {
    ir::GraphBuilder builder;
    const ValueId x = builder.input("x", {DataType::Float32, layer.input});
    const ValueId w = builder.constant("w", filled(layer.weight, 1));
    const ValueId bias = builder.constant("bias", filled({layer.weight[0]}, 2));
    const ValueId conv =
        builder.node("Conv", {x, w, bias},
                     {{"pads", layer.pads}, {"dilations", layer.dilations}, {"strides", layer.strides}});
    Dims out{layer.input[0], layer.weight[0]};
    for (std::size_t i = 0; i < 2; ++i)
        out.push_back((layer.input[i + 2] + layer.pads[i] + layer.pads[i + 2] -
                       layer.dilations[i] * (layer.weight[i + 2] - 1) - 1) /
                          layer.strides[i] +
                      1);
    const ValueId other = builder.input("other", {DataType::Float32, std::move(out)});
    const ValueId sum = builder.node("Add", {conv, other});
    builder.output(builder.node("Mul", {sum, builder.node("Sigmoid", {sum})}));
    return ops::inferTypes(builder.take(), Opsets).graph;
}

ir::Feeds feedsFor(const ir::Graph& graph) {
    ir::Feeds feeds;
    std::uint32_t seed = 10;
    for (const ValueId id : graph.inputs)
        feeds.emplace(id, filled(*graph.value(id).type.dims(), ++seed));
    return feeds;
}

} // namespace

class ConvolutionEpilogueTest : public QObject {
    Q_OBJECT

private slots:
    void sameAsOneByOne_data() {
        QTest::addColumn<Layer>("layer");
        const auto row = [](const char* name, const Layer& layer) { QTest::newRow(name) << layer; };
        row("3 x 3", {{2, 9, 23, 37}, {20, 9, 3, 3}, {1, 1, 1, 1}});
        row("3 x 3, dilated rows", {{1, 8, 21, 40}, {16, 8, 3, 3}, {1, 1, 1, 1}, {2, 1}});
        row("3 x 3, more dilated than high", {{1, 4, 9, 20}, {5, 4, 3, 3}, {7, 1, 7, 1}, {7, 1}});
        row("1 x 1 to few channels", {{2, 12, 31, 29}, {11, 12, 1, 1}});
        row("1 x 1 of fewer pixels than lanes", {{1, 12, 1, 3}, {5, 12, 1, 1}});
        row("batch of few pixels", {{33, 7, 3, 2}, {13, 7, 3, 3}, {1, 1, 1, 1}});
        row("batch of one pixel", {{17, 24, 1, 1}, {9, 24, 1, 1}});
        row("few pixels, many channels", {{1, 64, 7, 7}, {500, 64, 1, 1}});
        row("few pixels, many channels, 3 x 3",
            {{1, 48, 14, 14}, {410, 48, 3, 3}, {1, 1, 1, 1}, {1, 1}, {2, 2}});
        row("one column", {{1, 6, 50, 1}, {7, 6, 9, 1}, {4, 0, 4, 0}});
        row("one column under 5 x 5", {{1, 6, 50, 1}, {7, 6, 5, 5}, {2, 2, 2, 2}});
        row("one pixel under 3 x 3, dilated", {{3, 6, 1, 1}, {7, 6, 3, 3}, {2, 2, 2, 2}, {2, 2}});
        row("padding that only taps at the end leave",
            {{1, 3, 4, 4}, {3, 3, 7, 7}, {5, 5, 5, 5}, {1, 1}, {3, 3}});
    }
    void sameAsOneByOne() {
        QFETCH(Layer, layer);
        const ir::Graph body = bodyOf(layer);
        const ir::Graph group = test::asOneGroup(body);
        exec::RunOptions plain;
        plain.algorithm = ConvolutionAlgorithm::Im2col;
        const auto wanted = exec::run(body, Opsets, feedsFor(body), plain);
        QVERIFY2(wanted, wanted ? "" : wanted.error().message.c_str());
        for (const auto algorithm : {ConvolutionAlgorithm::Automatic, ConvolutionAlgorithm::Direct,
                                     ConvolutionAlgorithm::Im2col, ConvolutionAlgorithm::Winograd})
            for (const int threads : {1, 3}) {
                exec::RunOptions options;
                options.algorithm = algorithm;
                options.threads = threads;
                exec::Program program(group, Opsets);
                for (int run = 0; run < 2; ++run) { // the second one has what the first one prepared
                    const auto found = program.run(feedsFor(group), options);
                    QVERIFY2(found, found ? "" : found.error().message.c_str());
                    const exec::Difference difference = exec::compare(found->outputs[0], wanted->outputs[0]);
                    QVERIFY2(difference.sameShape && difference.nonFinite == 0 && difference.relNorm < 5e-6,
                             qPrintable(QStringLiteral("%1 on %2 threads: %3")
                                            .arg(QString::fromStdString(std::string(nameOf(algorithm))))
                                            .arg(threads)
                                            .arg(difference.relNorm)));
                }
            }
    }
};

EDGEWRIGHT_TEST(ConvolutionEpilogueTest)

} // namespace edgewright::convolution_epilogue_test

#include "convolution_epilogue_test.moc"
