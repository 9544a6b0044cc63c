// SPDX-License-Identifier: GPL-3.0-or-later
// The graph as hardware for integers sees it: batch norms in weights, activations with their products, an opset
// that has scales by channel; and what is said of layers whose weights do not suit one scale.
#include "core/exec/executor.h"
#include "core/ir/builder.h"
#include "core/pipeline/quantization/error_sums.h"
#include "core/pipeline/quantization/folded_model.h"
#include "core/pipeline/quantization/quantized_report.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <utility>

namespace edgewright::folded_model_test {

using namespace edgewright::pipeline;

namespace {

std::shared_ptr<const Typed> typedModel(ir::Graph graph, std::int64_t opset) {
    auto model = std::make_shared<ir::Model>();
    model->opsets[""] = opset;
    model->irVersion = 6;
    model->graph = std::move(graph);
    auto opened = std::make_shared<Opened>();
    opened->model = std::move(model);
    return type(opened, {}, true);
}

// x -> Conv -> BatchNormalization -> Clip from 0 to 6 -> Conv -> Softmax, of that opset. The first channel of
// the first convolution is `wide` times as wide as the others.
std::shared_ptr<const Typed> network(std::int64_t opset, float wide = 1) {
    ir::GraphBuilder builder;
    const auto row = [&](const char* name, float low, float step) {
        std::vector<float> values;
        for (int i = 0; i < 4; ++i)
            values.push_back(low + step * static_cast<float>(i));
        return builder.constant(name, ir::Tensor::of<float>({4}, values));
    };
    std::vector<float> first, second;
    for (int i = 0; i < 4 * 3 * 9; ++i)
        first.push_back(std::sin(static_cast<float>(i)) * (i < 27 ? wide : 1.0f) * 0.3f);
    for (int i = 0; i < 2 * 4; ++i)
        second.push_back(std::cos(static_cast<float>(i)));
    const ValueId x = builder.input("x", {ir::DataType::Float32, ir::Dims{1, 3, 8, 8}});
    ValueId last =
        builder.node("Conv", {x, builder.constant("w1", ir::Tensor::of<float>({4, 3, 3, 3}, first))});
    last = builder.node("BatchNormalization", {last, row("gamma", 1, 0.1f), row("beta", 0, 0.2f),
                                               row("mean", 0, 0.05f), row("variance", 1, 0)});
    last = opset < 11 ? builder.node("Clip", {last}, {{"min", 0.0f}, {"max", 6.0f}})
                      : builder.node("Clip", {last, builder.constant("low", ir::Tensor::scalar<float>(0)),
                                              builder.constant("high", ir::Tensor::scalar<float>(6))});
    last = builder.node("Conv", {last, builder.constant("w2", ir::Tensor::of<float>({2, 4, 1, 1}, second))});
    builder.output(builder.node("Softmax", {last}, {{"axis", std::int64_t(1)}}));
    return typedModel(builder.take(), opset);
}

NextFeeds inputs(const Typed& typed, std::size_t count) {
    return [&typed, count, next = std::size_t(0)]() mutable -> Result<std::optional<ir::Feeds>> {
        if (next == count) return std::optional<ir::Feeds>();
        auto feeds = ir::seededFeeds(*typed.graph, ++next);
        if (!feeds) return feeds.error();
        return std::optional(*std::move(feeds));
    };
}

bool has(const ir::Graph& graph, const char* op) {
    return std::ranges::any_of(graph.order(), [&](NodeId id) { return graph.node(id).is(op); });
}

std::string reasonOfFirst(const Typed& typed) {
    QuantizeOptions options;
    options.codes.weights = quant::Granularity::PerTensor;
    const auto quantized = quantize(typed, inputs(typed, 4), options);
    if (!quantized) return quantized.error().message;
    const auto report =
        quantizedReport(*quantized, [next = inputs(typed, 4)]() -> Result<std::optional<LabelledFeeds>> {
            auto feeds = next();
            if (!feeds) return feeds.error();
            return *feeds ? std::optional(LabelledFeeds{**feeds}) : std::nullopt;
        });
    return report ? report->layers.front().reason : report.error().message;
}

} // namespace

class FoldedModelTest : public QObject {
    Q_OBJECT

private slots:
    void layersWithWhatBelongsToThem() {
        const auto typed = network(17);
        const auto folded = foldedModel(*typed, true);
        QVERIFY2(folded, folded ? "" : folded.error().message.c_str());
        QVERIFY(has(*typed->graph, "BatchNormalization") && !has(*(*folded)->graph, "BatchNormalization"));
        const auto layers = productLayers(**folded, true);
        QCOMPARE(layers.size(), std::size_t(2));
        QVERIFY(layers[0].hasActivation() && !layers[1].hasActivation());
        QCOMPARE(layers[0].bounds.low, 0.0);
        QCOMPARE(layers[0].bounds.high, 6.0);
        // Conv, batch norm and Clip of the graph that was given; the tensor behind them has the id that it had.
        QCOMPARE(layers[0].origins.size(), std::size_t(3));
        for (std::size_t i = 0; i < 3; ++i)
            QCOMPARE(layers[0].origins[i], typed->graph->order()[i]);
        QCOMPARE(layers[0].output, typed->graph->node(typed->graph->order()[2]).output(0));
        QCOMPARE(layers[1].input, layers[0].output);
        const auto alone = productLayers(*typed, false);
        QCOMPARE(alone.size(), std::size_t(2));
        QVERIFY(!alone[0].hasActivation());
        const auto same = foldedModel(*typed, false);
        QVERIFY(same && has(*(*same)->graph, "BatchNormalization"));
    }

    void olderOpsetsAreRaised_data() {
        QTest::addColumn<int>("opset");
        for (const int opset : {7, 9, 10, 11, 12, 13, 17})
            QTest::addRow("%d", opset) << opset;
    }
    void olderOpsetsAreRaised() {
        QFETCH(int, opset);
        const auto typed = network(opset);
        const auto quantized = quantize(*typed, inputs(*typed, 2));
        QVERIFY2(quantized, quantized ? "" : quantized.error().message.c_str());
        QVERIFY(quantized->typed->opened->model->opset() >= 13);
        QCOMPARE(quantized->details.products.size(), std::size_t(2));
        const auto feeds = ir::seededFeeds(*typed->graph, 7);
        const auto wanted = exec::run(*typed->graph, typed->opened->model->opsets, *feeds, {});
        const auto got =
            exec::run(*quantized->folded->graph, quantized->folded->opened->model->opsets, *feeds, {});
        QVERIFY(wanted && got);
        ErrorSums sums;
        sums.add(got->outputs.front(), wanted->outputs.front());
        QVERIFY(sums.elements() > 0 && sums.maxAbsError() < 1e-5);
    }

    // The table of an Embedding as the weights of the last layer stays in float32 for the Gather: 200 * 32
    // numbers, beside codes and a scale for each of 200 channels.
    void tiedWeightsCountTwice_data() {
        QTest::addColumn<bool>("isTransposed");
        QTest::addColumn<bool>("atRunTime");
        QTest::newRow("transposed") << true << false;
        QTest::newRow("as they are") << false << false;
        QTest::newRow("transposed, at run time") << true << true;
        QTest::newRow("as they are, at run time") << false << true;
    }
    void tiedWeightsCountTwice() {
        QFETCH(bool, isTransposed);
        QFETCH(bool, atRunTime);
        ir::GraphBuilder builder;
        std::vector<float> table;
        for (int i = 0; i < 200 * 32; ++i)
            table.push_back(std::sin(static_cast<float>(i)));
        const ValueId ids = builder.input("ids", {ir::DataType::Int64, ir::Dims{3}});
        const ValueId e = builder.constant("E", ir::Tensor::of<float>({200, 32}, table));
        const ValueId rows = builder.node("Gather", {e, ids});
        builder.output(isTransposed ? builder.node("MatMul", {rows, builder.node("Transpose", {e})})
                                    : builder.node("Gemm", {rows, e}, {{"transB", std::int64_t(1)}}));
        const auto typed = typedModel(builder.take(), 13);
        const auto feeds = ir::seededFeeds(*typed->graph, 1);
        std::int64_t before = 0, after = 0;
        std::vector<KeptWeights> kept;
        if (atRunTime) {
            const auto made = quantizeAtRunTime(
                *typed, {}, true, [&, given = false]() mutable -> Result<std::optional<LabelledFeeds>> {
                    if (std::exchange(given, true)) return std::optional<LabelledFeeds>();
                    return std::optional(LabelledFeeds{*feeds});
                });
            QVERIFY2(made, made ? "" : made.error().message.c_str());
            before = made->details.weightBytesBefore, after = made->details.weightBytesAfter;
            kept = made->kept;
        } else {
            const auto made = quantize(*typed, inputs(*typed, 2));
            QVERIFY2(made, made ? "" : made.error().message.c_str());
            before = made->details.weightBytesBefore, after = made->details.weightBytesAfter;
            kept = made->kept;
        }
        QCOMPARE(before, 25600);
        QCOMPARE(after, 25600 + 6400 + 200 * 4);
        QCOMPARE(kept.size(), std::size_t(1));
        QCOMPARE(kept.front().name, std::string("E"));
        QCOMPARE(kept.front().readers, std::vector<std::string>{"Gather_0"});
        QCOMPARE(kept.front().bytes, 25600);
    }

    // Branches read by name what a layer wrote: codes, as numbers again. The layer is one of integers as others
    // are.
    void branchesReadWhatALayerWrites_data() {
        QTest::addColumn<bool>("clipped");
        QTest::newRow("behind the product") << false;
        QTest::newRow("behind its Relu") << true;
    }
    void branchesReadWhatALayerWrites() {
        QFETCH(bool, clipped);
        const auto branch = [](const char* op, ValueId outer) {
            ir::GraphBuilder inner;
            const ValueId x = inner.value("outside");
            inner.graph().value(x).outer = outer;
            inner.output(inner.node(op, {x}));
            return std::make_shared<const ir::Graph>(inner.take());
        };
        ir::GraphBuilder builder;
        const auto weights = [&](const char* name) {
            std::vector<float> values;
            for (int i = 0; i < 16; ++i)
                values.push_back(std::sin(static_cast<float>(i)));
            return builder.constant(name, ir::Tensor::of<float>({4, 4, 1, 1}, values));
        };
        const ValueId x = builder.input("x", {ir::DataType::Float32, ir::Dims{1, 4, 2, 2}});
        const ValueId condition = builder.input("condition", {ir::DataType::Bool, ir::Dims{}});
        ValueId first = builder.node("Conv", {x, weights("w1")});
        if (clipped) first = builder.node("Relu", {first});
        const ValueId chosen = builder.node(
            "If", {condition}, {{"then_branch", branch("Neg", first)}, {"else_branch", branch("Abs", first)}});
        const ValueId joined = builder.node("Add", {first, chosen});
        builder.output(builder.node("Conv", {joined, weights("w2")}));
        const auto typed = typedModel(builder.take(), 17);
        const auto quantized = quantize(*typed, inputs(*typed, 2));
        QVERIFY2(quantized, quantized ? "" : quantized.error().message.c_str());
        const auto report =
            quantizedReport(*quantized, [next = inputs(*typed, 2)]() -> Result<std::optional<LabelledFeeds>> {
                auto feeds = next();
                if (!feeds) return feeds.error();
                return *feeds ? std::optional(LabelledFeeds{**feeds}) : std::nullopt;
            });
        QVERIFY2(report, report ? "" : report.error().message.c_str());
        QCOMPARE(report->layers.size(), std::size_t(2));
        for (const QuantizedLayer& layer : report->layers)
            QVERIFY(layer.inIntegers && layer.sqnrDb > 20);
    }

    void oneWideChannelIsTold() {
        const std::string reason = reasonOfFirst(*network(17, 60));
        QVERIFY2(reason.find("the weights of channel 0 are ") != std::string::npos &&
                     reason.find(" times as wide as those of the median channel") != std::string::npos,
                 reason.c_str());
        QVERIFY(reasonOfFirst(*network(17)).find("times as wide") == std::string::npos);
    }

    void sumsByHand() {
        ErrorSums sums;
        sums.setStep(0.5);
        sums.add(std::vector<float>{1, 2, 3.5f}, std::vector<float>{1, 2.5f, 3});
        QCOMPARE(sums.elements(), 3);
        QCOMPARE(sums.maxAbsError(), 0.5);
        QCOMPARE(sums.meanAbsError(), 1.0 / 3);
        QCOMPARE(sums.withinOneStep(), 1.0);
        QCOMPARE(sums.sqnrDb(), 10 * std::log10((1 + 6.25 + 9) / 0.5));
        QCOMPARE(sums.cosine(), (1 + 5 + 10.5) / (std::sqrt(1 + 4 + 12.25) * std::sqrt(1 + 6.25 + 9)));
        ErrorSums more;
        more.setStep(0.5);
        more.add(std::vector<float>{4}, std::vector<float>{6});
        sums.add(more);
        QCOMPARE(sums.maxAbsError(), 2.0);
        QCOMPARE(sums.withinOneStep(), 0.75);
        QCOMPARE(sums.spread().samples, std::size_t(0)); // nothing of a sample was whole
        QCOMPARE(ErrorSums().sqnrDb(), std::numeric_limits<double>::infinity());
        QCOMPARE(ErrorSums().cosine(), 1.0);
        QCOMPARE(ErrorSums().withinOneStep(), 1.0);
    }

    // One with 20 dB, one with 40 dB and an exact one.
    void spreadOverSamples() {
        const auto of = [](float value) {
            return ir::Tensor::of<float>({2}, std::vector<float>{value, value});
        };
        ErrorSums sums;
        QCOMPARE(sums.spread().behind(), std::string());
        sums.add(of(11), of(10));
        QCOMPARE(sums.spread().behind(), std::string(" (1 sample)"));
        ErrorSums others;
        others.add(of(1.01f), of(1));
        sums.add(others);
        QCOMPARE(sums.spread().samples, std::size_t(2));
        QCOMPARE(sums.spread().lowest(), std::optional<std::size_t>(0));
        SampleSpread behind;
        behind.add(90);
        behind.add(sums.spread());
        QCOMPARE(behind.lowest(), std::optional<std::size_t>(1));
        QVERIFY(std::abs(*sums.spread().lowDb() - 20) < 1e-3 && std::abs(*sums.spread().highDb() - 40) < 1e-3);
        QVERIFY(sums.sqnrDb() > 20 && sums.sqnrDb() < 40);
        QCOMPARE(sums.spread().behind(), std::string(" (20.0 to 40.0 dB, 2 samples)"));
        sums.add(of(3), of(3));
        QCOMPARE(sums.spread().text(), std::string("20.0 dB to exact"));
    }
};

EDGEWRIGHT_TEST(FoldedModelTest)

} // namespace edgewright::folded_model_test

#include "folded_model_test.moc"
