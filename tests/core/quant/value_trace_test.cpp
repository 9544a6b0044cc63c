// SPDX-License-Identifier: GPL-3.0-or-later
// Traces of single values against the study of the whole layer.
#include "core/quant/layer/value_trace.h"

#include "core/ir/builder.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <stop_token>

namespace edgewright::value_trace_test {

using namespace edgewright::quant;

namespace {

using Ints = std::vector<std::int64_t>;

constexpr std::array AllTargets{Requantize::Float32, Requantize::Float64, Requantize::FixedPoint,
                                Requantize::DoubleRounding, Requantize::ShortMultiplier};
constexpr std::array AllRoundings{Rounding::HalfEven, Rounding::HalfAway, Rounding::HalfUp, Rounding::Truncate,
                                  Rounding::Stochastic};

// Each of the ways of coding that a layer may have, chosen by `seed`.
StudyOptions optionsFor(std::uint32_t seed) {
    static constexpr std::array Types{CodeType::UInt8, CodeType::Int8, CodeType::UInt8, CodeType::Int16};
    static constexpr std::array WeightTypes{CodeType::Int8, CodeType::Int4, CodeType::Int8};
    StudyOptions options;
    options.rounding = AllRoundings[seed % AllRoundings.size()];
    options.roundingSeed = seed;
    options.activationScheme.type = Types[seed % Types.size()];
    options.activationScheme.powerOfTwo = seed % 7 == 3;
    options.weightScheme = {WeightTypes[seed % WeightTypes.size()], seed % 11 < 6,
                            seed % 2 ? Limits::Full : Limits::Restricted, false};
    options.accumulation = seed % 3 ? Accumulation::SaturatingPairs : Accumulation::Exact;
    return options;
}

ir::Tensor randomTensor(ir::Dims dims, std::mt19937& random, float deviation) {
    std::normal_distribution<float> normal(0.0f, deviation);
    ir::Tensor tensor = *ir::Tensor::allocate(ir::DataType::Float32, std::move(dims));
    for (float& value : tensor.as<float>())
        value = normal(random);
    return tensor;
}

struct TracedLayer {
    ir::Graph graph;
    ir::Tensor x;
    NodeId node() const { return graph.order().front(); }
};

TracedLayer layerOf(const std::string& op, ir::Dims x, ir::Dims w, ir::Dims bias,
                    std::vector<ir::Attribute> attributes, std::uint32_t seed) {
    std::mt19937 random(seed);
    ir::GraphBuilder build;
    std::vector<ValueId> inputs{build.input("x", ir::TensorType(ir::DataType::Float32)),
                                build.constant("w", randomTensor(std::move(w), random, 0.2f))};
    if (!bias.empty()) inputs.push_back(build.constant("b", randomTensor(std::move(bias), random, 0.5f)));
    build.output(build.node(op, inputs, std::move(attributes)));
    return {build.take(), randomTensor(std::move(x), random, 1.0f)};
}

TracedLayer layerNamed(const QString& name, std::uint32_t seed) {
    if (name == u"conv 1-D")
        return layerOf("Conv", {2, 6, 17}, {8, 6, 5}, {8},
                       {{"strides", Ints{2}}, {"pads", Ints{2, 1}}, {"dilations", Ints{2}}}, seed);
    if (name == u"conv 2-D")
        return layerOf("Conv", {2, 5, 9, 8}, {10, 5, 3, 2}, {10},
                       {{"strides", Ints{2, 1}}, {"pads", Ints{1, 2, 1, 0}}, {"dilations", Ints{1, 3}}}, seed);
    if (name == u"grouped")
        return layerOf("Conv", {1, 6, 7, 7}, {9, 2, 3, 3}, {9}, {{"group", std::int64_t(3)}}, seed);
    if (name == u"depthwise, same")
        return layerOf("Conv", {1, 4, 6, 7}, {4, 1, 3, 3}, {},
                       {{"group", std::int64_t(4)}, {"auto_pad", std::string("SAME_UPPER")}}, seed);
    if (name == u"pointwise") return layerOf("Conv", {2, 12, 4, 3}, {7, 12, 1, 1}, {7}, {}, seed);
    if (name == u"conv 3-D")
        return layerOf("Conv", {1, 2, 4, 5, 3}, {3, 2, 2, 3, 2}, {3}, {{"pads", Ints{1, 1, 0, 0, 1, 1}}}, seed);
    if (name == u"Gemm")
        return layerOf(
            "Gemm", {21, 3}, {5, 21}, {5},
            {{"transA", std::int64_t(1)}, {"transB", std::int64_t(1)}, {"alpha", 0.5f}, {"beta", 2.0f}}, seed);
    return layerOf("MatMul", {2, 3, 19}, {19, 4}, {}, {}, seed);
}

// The code behind a dequantized value.
int codeBehind(float value, Params params) {
    return static_cast<int>(std::lround(value / params.scale)) + params.zeroPoint;
}

// Everything in a trace that follows from its terms.
void checkSums(const ValueTrace& trace) {
    const std::int64_t highest = (std::int64_t(1) << (trace.options.accumulatorBits - 1)) - 1;
    std::int64_t exact = 0, held = 0, overflows = 0;
    const auto add = [&](std::int64_t term) {
        exact += term;
        held += term;
        if (held >= -highest - 1 && held <= highest) return false;
        ++overflows;
        if (trace.options.overflow == Overflow::Saturate)
            held = held < 0 ? -highest - 1 : highest;
        else if (held > highest)
            held -= 2 * (highest + 1) * ((held + highest + 1) / (2 * (highest + 1)));
        else
            held += 2 * (highest + 1) * ((highest - held) / (2 * (highest + 1)));
        return true;
    };
    const Codes codes = codesOf(trace.options.activationScheme.type);
    std::int64_t away = 0, correction = 0;
    for (std::size_t i = 0; i < trace.terms.size(); ++i) {
        const TraceTerm& term = trace.terms[i];
        const std::int64_t raw = std::int64_t(term.xCode) * term.wCode;
        const std::int64_t full =
            std::int64_t(term.xCode - trace.input.zeroPoint) * (term.wCode - trace.weight.zeroPoint);
        QCOMPARE(term.product, trace.pairs ? raw : full);
        if (term.padding) QCOMPARE(int(term.xCode), trace.input.zeroPoint);
        if (!term.padding && trace.options.rounding == Rounding::HalfEven)
            QCOMPARE(int(term.xCode), quantize(term.x, trace.input, codes));
        const bool second = trace.pairs && i % 2 == 1;
        const bool first = trace.pairs && i % 2 == 0 && i + 1 < trace.terms.size();
        const std::int64_t pair = term.product + (second ? trace.terms[i - 1].product : 0);
        const std::int64_t added = second ? std::clamp<std::int64_t>(pair, -32768, 32767) : pair;
        QCOMPARE(term.saturates, second && added != pair);
        QCOMPARE(term.overflows, !first && add(added));
        QCOMPARE(term.exact, exact);
        QCOMPARE(std::int64_t(term.held), held);
        if (second) away += added - pair;
        correction += full - raw;
    }
    QCOMPARE(trace.saturatedAway, away);
    if (trace.pairs) {
        QCOMPARE(trace.correction, correction);
        QCOMPARE(trace.correctionOverflows, add(correction));
    }
    QCOMPARE(trace.correctedExact, exact);
    QCOMPARE(std::int64_t(trace.correctedHeld), held);
    if (trace.hasBias) QCOMPARE(trace.biasOverflows, add(trace.biasCode));
    QCOMPARE(trace.exact, exact);
    QCOMPARE(std::int64_t(trace.held), held);
    QCOMPARE(trace.overflows, overflows);
}

class ValueTraceTest : public QObject {
    Q_OBJECT

private slots:
    void agreesWithTheStudy_data() {
        QTest::addColumn<QString>("layer");
        for (const char* name :
             {"conv 1-D", "conv 2-D", "grouped", "depthwise, same", "pointwise", "conv 3-D", "Gemm", "MatMul"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }
    void agreesWithTheStudy() {
        QFETCH(QString, layer);
        std::mt19937 random(7);
        int overflowed = 0, clamped = 0, compared = 0, paired = 0, saturated = 0;
        for (const Requantize target : AllTargets)
            for (const int bits : {8, 10, 12, 14, 16, 20, 24, 32})
                for (const Overflow overflow : {Overflow::Saturate, Overflow::Wrap})
                    for (const Granularity weights : {Granularity::PerTensor, Granularity::PerChannel}) {
                        const TracedLayer traced = layerNamed(layer, static_cast<std::uint32_t>(random()));
                        StudyOptions options = optionsFor(static_cast<std::uint32_t>(random()));
                        options.weights = weights;
                        options.requantize = target;
                        options.accumulatorBits = bits;
                        options.overflow = overflow;
                        if (bits == 20) options.outputRange = Range{-0.7f, 0.9f}; // narrower than the outputs
                        if (bits == 24) options.inputRange = Range{-1.0f, 1.5f};
                        const auto study = studyLayer(traced.graph, traced.node(), traced.x, options);
                        QVERIFY2(study, study ? "" : study.error().message.c_str());
                        QCOMPARE(study->source.dims(), traced.x.dims());
                        const std::int64_t count = study->dequantized.elements();
                        for (int i = 0; i < 24; ++i) {
                            const std::int64_t element =
                                i == 0   ? 0
                                : i == 1 ? count - 1
                                         : std::uniform_int_distribution<std::int64_t>(0, count - 1)(random);
                            const auto trace =
                                traceValue(traced.graph, traced.node(), traced.x, options, element);
                            QVERIFY2(trace, trace ? "" : trace.error().message.c_str());
                            const auto at = static_cast<std::size_t>(element);
                            const float dequantized = std::as_const(study->dequantized).as<float>()[at];
                            const float reference = std::as_const(study->reference).as<float>()[at];
                            QCOMPARE(trace->code, codeBehind(dequantized, study->output));
                            QVERIFY(trace->dequantized == dequantized && trace->reference == reference);
                            QVERIFY(std::abs(trace->error.sum() - trace->total()) < 1e-6);
                            QVERIFY2(std::abs(trace->error.float32) < 1e-5, // float32 of numbers below 10
                                     qPrintable(QString::number(trace->error.float32)));
                            QCOMPARE(static_cast<std::int64_t>(trace->terms.size()) * count, study->macs);
                            checkSums(*trace);
                            if (QTest::currentTestFailed()) return;
                            QVERIFY(trace->overflows > 0 || trace->error.overflow == 0);
                            QCOMPARE(trace->clamps(), trace->error.clamp != 0);
                            overflowed += trace->overflows > 0;
                            clamped += trace->clamps();
                            paired += trace->pairs;
                            saturated += trace->saturatedAway != 0;
                            ++compared;
                        }
                    }
        qInfo("%d overflowed, %d clamped, %d in pairs of which %d saturated, of %d", overflowed, clamped,
              paired, saturated, compared);
        QVERIFY(overflowed > 50 && clamped > 20 && compared > 2000);
        QCOMPARE(paired == 0, layer.startsWith(u"depthwise"));
        QVERIFY(paired == 0 || (paired > 500 && saturated > 5));
    }

    // Input channel and kernel position of every term, by hand: sum x w + b is the FP32 output.
    void termsAreWhereTheySay() {
        const TracedLayer layer = layerNamed(QStringLiteral("conv 2-D"), 3);
        const std::int64_t element = ((1 * 10 + 7) * 5 + 4) * 7 + 1; // image 1, channel 7, row 4, column 1
        const auto trace = traceValue(layer.graph, layer.node(), layer.x, {}, element);
        QVERIFY2(trace, trace ? "" : trace.error().message.c_str());
        QCOMPARE(trace->outputDims, (ir::Dims{2, 10, 5, 7}));
        QCOMPARE(trace->coordinates, (ir::Dims{1, 7, 4, 1}));
        QCOMPARE(trace->image, 1);
        QCOMPARE(trace->channel, 7);
        QCOMPARE(trace->kernel, (Ints{3, 2}));
        QCOMPARE(trace->origin, (Ints{4 * 2 - 1, 1 * 1 - 2}));
        const auto x = std::as_const(layer.x).as<float>();
        const auto w = layer.graph.value(layer.graph.node(layer.node()).input(1)).known()->as<float>();
        double sum = static_cast<double>(trace->bias);
        std::size_t paddings = 0;
        for (std::size_t i = 0; i < trace->terms.size(); ++i) {
            const TraceTerm& term = trace->terms[i];
            const auto tap = trace->tapOf(i);
            const std::int64_t in = trace->inputChannelOf(i);
            const std::int64_t row = trace->origin[0] + tap[0], column = trace->origin[1] + tap[1] * 3;
            const bool inside = row >= 0 && row < 9 && column >= 0 && column < 8;
            QCOMPARE(term.padding, !inside);
            paddings += term.padding;
            QVERIFY(term.x == (inside ? x[static_cast<std::size_t>(((5 + in) * 9 + row) * 8 + column)] : 0.0f));
            QVERIFY(term.w == w[static_cast<std::size_t>(((7 * 5 + in) * 3 + tap[0]) * 2 + tap[1])]);
            sum += static_cast<double>(term.x) * static_cast<double>(term.w);
        }
        QCOMPARE(trace->inputChannelOf(4), 4);
        QCOMPARE(trace->tapOf(5), (Ints{0, 1}));
        QCOMPARE(paddings, std::size_t(20)); // the first column, and the row below the last one
        QVERIFY(std::abs(sum - static_cast<double>(trace->reference)) < 1e-6);
    }

    // 0.5 * (100 * 3) rounded, by hand: each step has its number.
    void aValueByHand() {
        ir::GraphBuilder build;
        const ValueId x = build.input("x", ir::TensorType(ir::DataType::Float32));
        const ValueId w = build.constant("w", ir::Tensor::of<float>({1, 1, 1}, {127.0f}));
        const ValueId b = build.constant("b", ir::Tensor::of<float>({1}, {3.4f}));
        build.output(build.node("Conv", {x, w, b}));
        const ir::Graph graph = build.take();
        const ir::Tensor input = ir::Tensor::of<float>({1, 1, 1}, {2.25f});
        StudyOptions options;
        options.accumulatorBits = 9; // -256..255
        options.overflow = Overflow::Saturate;
        options.inputRange = Range{0, 255};  // scale 1
        options.outputRange = Range{0, 102}; // scale 0.4
        const auto trace = traceValue(graph, graph.order().front(), input, options, 0);
        QVERIFY2(trace, trace ? "" : trace.error().message.c_str());
        QCOMPARE(trace->terms.size(), std::size_t(1));
        QCOMPARE(int(trace->terms[0].xCode), 2);
        QCOMPARE(int(trace->terms[0].wCode), 127);
        QCOMPARE(trace->terms[0].exact, 254);
        QCOMPARE(trace->biasCode, 3);
        QVERIFY(trace->biasOverflows && !trace->terms[0].overflows);
        QCOMPARE(trace->exact, 257);
        QCOMPARE(trace->held, 255);
        QCOMPARE(trace->low, 0);
        QCOMPARE(trace->high, 257);
        QCOMPARE(trace->bitsNeeded, 10);
        QVERIFY(std::abs(trace->requantize.product - 637.5) < 1e-3);
        QVERIFY(trace->clamps());
        QCOMPARE(trace->code, 255);
        QCOMPARE(trace->dequantized, 102.0f);
        QCOMPARE(trace->reference, 289.15f);
        QVERIFY(std::abs(trace->error.input - (2 - 2.25) * 127) < 1e-9);
        QCOMPARE(trace->error.weights, 0.0);
        QVERIFY(std::abs(trace->error.bias + 0.4) < 1e-6);
        QCOMPARE(trace->error.overflow, -2.0);
        QVERIFY(std::abs(trace->error.rounding) <= 0.2001);
        QVERIFY(std::abs(trace->error.clamp + 153) < 0.3);
    }

    void fixedPointShowsItsMultiplier() {
        const TracedLayer layer = layerNamed(QStringLiteral("Gemm"), 5);
        StudyOptions options;
        options.requantize = Requantize::FixedPoint;
        const auto trace = traceValue(layer.graph, layer.node(), layer.x, options, 4);
        QVERIFY(trace && trace->requantize.fixedPoint);
        QVERIFY(trace->requantize.multiplier >= std::int64_t(1) << 30);
        QCOMPARE(std::ldexp(double(trace->requantize.multiplier), -trace->requantize.shift),
                 trace->requantize.scale);
        const double wanted =
            double(trace->input.scale) * double(trace->weight.scale) / double(trace->output.scale);
        QVERIFY(std::abs(trace->requantize.scale / wanted - 1) < 1e-9);
    }

    void longSums() {
        const TracedLayer layer = layerOf("Gemm", {1, 1 << 20}, {1 << 20, 1}, {}, {}, 1);
        StudyOptions options;
        options.accumulatorBits = 20;
        const auto trace = traceValue(layer.graph, layer.node(), layer.x, options, 0);
        QVERIFY2(trace, trace ? "" : trace.error().message.c_str());
        QCOMPARE(trace->terms.size(), std::size_t(1) << 20);
        QVERIFY(trace->overflows > 0);
        const auto study = studyLayer(layer.graph, layer.node(), layer.x, options);
        QCOMPARE(trace->dequantized, std::as_const(study->dequantized).as<float>()[0]);
    }

    void refusals() {
        const TracedLayer layer = layerNamed(QStringLiteral("pointwise"), 1);
        const auto after = traceValue(layer.graph, layer.node(), layer.x, {}, 2 * 7 * 12);
        QVERIFY(!after && after.error().code == ErrorCode::BadInput);
        QVERIFY(after.error().message.find("168") != std::string::npos);
        QVERIFY(!traceValue(layer.graph, layer.node(), layer.x, {}, -1));
        StudyOptions wide;
        wide.accumulatorBits = 33;
        QVERIFY(!traceValue(layer.graph, layer.node(), layer.x, wide, 0));
        const auto reference = layerReference(layer.graph, layer.node(), layer.x);
        const auto kept = traceValue(*reference, {}, 3),
                   own = traceValue(layer.graph, layer.node(), layer.x, {}, 3);
        QVERIFY(kept && own && kept->code == own->code && kept->error.input == own->error.input);
        const auto empty = traceValue(layer.graph, layer.node(), ir::Tensor(), {}, 0);
        QVERIFY(!empty && empty.error().code == ErrorCode::BadInput);
        std::stop_source stop;
        stop.request_stop();
        const auto stopped = traceValue(layer.graph, layer.node(), layer.x, {}, 0, {stop.get_token()});
        QVERIFY(!stopped && stopped.error().code == ErrorCode::Cancelled);
        const TracedLayer longest = layerOf("Gemm", {1, (1 << 22) + 1}, {(1 << 22) + 1, 1}, {}, {}, 1);
        const auto refused = traceValue(longest.graph, longest.node(), longest.x, {}, 0);
        QVERIFY(!refused && refused.error().code == ErrorCode::Unsupported);
    }
};

} // namespace

EDGEWRIGHT_TEST(ValueTraceTest)

} // namespace edgewright::value_trace_test

#include "value_trace_test.moc"
